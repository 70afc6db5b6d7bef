"""The catalogue: who can be called on here, and why not the others."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from moot.debate import HUMAN, Json, JsonObject, Manner
from moot.players import obstacles
from moot.players.book import Book
from moot.players.command.agents import AGENTS
from moot.players.embedded import SHELF
from moot.players.named import (
    Definition,
    NamedAgent,
    NamedCommand,
    NamedGguf,
    NamedModel,
    NamedReplay,
    NamedSandbox,
    NamedScript,
)
from moot.players.obstacles import Obstacle
from moot.players.providers import providers
from moot.players.roster import EMBEDDED, SANDBOX, Roster
from moot.players.sandbox import standing


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody whom a seat can name, or could."""

    name: str
    kind: str
    detail: str
    manner: Manner | None = None
    """How it judges, unless a set-up says otherwise."""
    obstacle: Obstacle | None = None
    fetches: int | None = None
    """The bytes that must be fetched before it can be asked; None: everything is here."""
    arrived: int | None = None
    """The bytes of them that are here, while they are being fetched."""
    trouble: str | None = None
    """Why they could not be had when they were last fetched."""

    @property
    def usable(self) -> bool:
        """Whether it can be called on as things stand."""
        return self.obstacle is None

    @property
    def why_not(self) -> str | None:
        """What stands in the way, and the next step."""
        return None if self.obstacle is None else f"{self.obstacle.why}. {self.obstacle.how}"

    def told(self) -> JsonObject:
        """The offer as every entrance shows it."""
        told: dict[str, Json] = {"name": self.name, "kind": self.kind, "usable": self.usable, "detail": self.detail}
        if self.manner is not None:
            told["manner"] = self.manner
        if self.why_not is not None:
            told["why_not"] = self.why_not
        return told


def catalogue(roster: Roster) -> list[Offer]:
    """Everybody: people, the embedded models, the players of the file, the providers, programs that could be added."""
    book = roster.book()
    return [
        Offer(HUMAN, "person", "a person, or an agent from outside, who comes by itself"),
        *_embedded(roster),
        *_named(roster, book),
        *_providers(roster),
        Offer("replay:DEBATE", "replay", "the moves that the same seat made in a recorded debate", "plain"),
        _sandbox(roster),
        *_programs(roster, book),
    ]


def _sandbox(roster: Roster) -> Offer:
    holds, why, how = standing(roster.unconfined)
    detail = "runs the tests of a workshop" + (f", confined by {holds}" if holds else "")
    return Offer(SANDBOX, "sandbox", detail, None, None if holds else Obstacle(why, how))


def _embedded(roster: Roster) -> Iterator[Offer]:
    for name in ("embedded", "embedded:small"):
        named, weights = NamedModel(model=name), SHELF[EMBEDDED[name]]
        fetches, arrived, trouble = _fetching(roster, named)
        there = "fetched" if fetches is None else f"its first use fetches {fetches / 1e6:,.0f} MB"
        detail = f"{weights.name}, {weights.about} ({weights.licence}); uses no tools; {there}"
        obstacle = roster.obstacle(named)
        yield Offer(name, "embedded", detail, weights.manner, obstacle, fetches, arrived, trouble)


def _fetching(roster: Roster, definition: Definition) -> tuple[int | None, int | None, str | None]:
    """What must be fetched for somebody so defined, how much of it is here, and why it could not be had."""
    if not isinstance(definition, NamedModel) or definition.model not in EMBEDDED:
        return None, None, None
    model = roster.embedded(definition)
    return (None, None, None) if model.fetched else (model.size, model.arrived, model.trouble)


def _named(roster: Roster, book: Book) -> Iterator[Offer]:
    for name, definition in book.players.items():
        manner = definition.verdict
        detail, obstacle = _detail(definition), roster.obstacle(definition)
        yield Offer(name, definition.kind, detail, manner, obstacle, *_fetching(roster, definition))
    for name, fault in book.faults.items():
        obstacle = Obstacle(fault, f"Correct [players.{name}] in {book.path}.")
        yield Offer(name, "unreadable", "a player of the file", None, obstacle)


def _detail(definition: Definition) -> str:
    match definition:
        case NamedModel(model=model, base_url=base_url):
            return model if base_url is None else f"{model} at {base_url}"
        case NamedGguf(gguf=told) | NamedScript(script=told) | NamedReplay(replay=told):
            return told
        case NamedCommand(command=command):
            # What follows the program may be nobody else's business.
            return command[0]
        case NamedAgent(agent=agent, cwd=cwd):
            return agent if cwd is None else f"{agent}, reads {cwd}"
        case NamedSandbox():
            return "runs code under confinement"


def _providers(roster: Roster) -> Iterator[Offer]:
    for provider in providers():
        detail = f"key in {provider.key}; package: pydantic-ai-slim[{provider.extra}]"
        obstacle = obstacles.of_provider(provider.name, roster.environment)
        yield Offer(f"{provider.name}:MODEL", "provider", detail, "paired", obstacle)


def _programs(roster: Roster, book: Book) -> Iterator[Offer]:
    for name, agent in AGENTS.items():
        found = shutil.which(agent.program, path=roster.environment.get("PATH"))
        if name not in book.players and found:
            how = f'Add to {book.path}: [players.{name}] agent = "{name}"'
            yield Offer(name, "program", found, None, Obstacle("it is not in the players file", how))
