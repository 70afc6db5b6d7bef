"""The roster: who is meant by a name, and whether they can be called on here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from moot.debate import HUMAN, InvalidInput
from moot.players import obstacles
from moot.players.book import FILE, Book, read_book
from moot.players.embedded import Embedded, embedded
from moot.players.named import (
    HEADERS,
    Definition,
    NamedAgent,
    NamedCommand,
    NamedGguf,
    NamedModel,
    NamedReplay,
    NamedSandbox,
    NamedScript,
)
from moot.players.noted import with_noted
from moot.players.obstacles import SEE, Obstacle

EMBEDDED = {"embedded": "default", "embedded:default": "default", "embedded:small": "small"}
"""The models that come with the house, by the names they are called by."""
REPLAY = "replay:"
SANDBOX = "sandbox"


@dataclass(frozen=True)
class Roster:
    """Who is meant by a name: one that explains itself, or one of the players file as it stands now."""

    folder: Path
    """Where the players file is."""
    models: Path
    """Where fetched models are kept."""
    environment: Mapping[str, str]
    threads: int | None = None
    unconfined: bool = False
    """Whether code may run without a sandbox where none holds."""

    def book(self) -> Book:
        """The players file as it stands now, and whom `moot duel` has noted beside it."""
        return with_noted(read_book(self.folder / FILE))

    def secrets(self) -> Iterator[str]:
        """The keys and headers that players of the file are given, and the variables that are passed on to programs."""
        for definition in self.book().players.values():
            match definition:
                case NamedModel():
                    yield self.environment.get(definition.api_key_env or "", "")
                    yield from map(str, definition.settings.get(HEADERS, {}).values())
                case NamedCommand() | NamedAgent():
                    yield from (self.environment.get(name, "") for name in definition.pass_env)
                case _:
                    pass

    def definition(self, name: str) -> Definition:
        """How a player is defined, or a refusal that says who there is."""
        if name in EMBEDDED:
            return NamedModel(model=name)
        if name == SANDBOX:
            return NamedSandbox()
        if name.startswith(REPLAY) and len(name) > len(REPLAY):
            return NamedReplay(replay=name.removeprefix(REPLAY))
        if ":" in name:
            return _as_model(name)
        book = self.book()
        if name in book.faults:
            raise Obstacle(book.faults[name], f"Correct [players.{name}] in {book.path}.").refusal(name)
        if name not in book.players:
            raise _unknown(name, book)
        return book.players[name]

    def obstacle(self, definition: Definition) -> Obstacle | None:
        """Why somebody so defined cannot be called on here."""
        match definition:
            case NamedModel(model=model) if model in EMBEDDED:
                return _why_not(self.embedded(definition))
            case NamedModel():
                return obstacles.of_model(definition, self.environment)
            case NamedGguf():
                return obstacles.of_gguf(definition, self.book()) or _why_not(self.embedded(definition))
            case NamedCommand():
                return obstacles.of_command(definition, self.book(), self.environment)
            case NamedAgent():
                return obstacles.of_agent(definition, self.book(), self.environment)
            case NamedScript():
                return obstacles.of_script(definition, self.book())
            case NamedReplay() | NamedSandbox():
                # Without a sandbox a debate goes on; it is the turn that lapses, and says why.
                return None

    def embedded(self, definition: NamedModel | NamedGguf) -> Embedded:
        """A model that runs in this process; the same one for all who mean the same."""
        match definition:
            case NamedModel(model=model):
                return embedded(EMBEDDED[model], self.models, threads=self.threads)
            case NamedGguf(gguf=gguf, threads=threads, context=context):
                path = str(self.book().beside(gguf))
                return embedded(path, self.models, threads=threads or self.threads, context=context)


def _why_not(model: Embedded) -> Obstacle | None:
    """Whatever a model says is in its way, which ends with what to do about it."""
    why, _, how = (model.why_not() or "").partition(". ")
    return Obstacle(why.removesuffix("."), how or SEE) if why else None


def _as_model(name: str) -> Definition:
    try:
        return NamedModel(model=name)
    except ValidationError as unfit:
        fault = unfit.errors()[0]["msg"].removeprefix("Value error, ")
        raise Obstacle(fault, "Write it as openai:MODEL@http://host/v1").refusal(name) from None


def _unknown(name: str, book: Book) -> InvalidInput:
    there = ", ".join((HUMAN, "embedded", "embedded:small", SANDBOX, "PROVIDER:MODEL", *book.players))
    return InvalidInput(
        f"There is no player {name!r}. There are: {there}.",
        suggestion=f"Add [players.{name}] to {book.path}, or see who can be called on. {SEE}",
        player=name,
    )
