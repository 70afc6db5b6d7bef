"""Why somebody cannot be called on here, and what would help. Cheap to tell: nothing is loaded and nobody is asked."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from moot.debate import InvalidInput
from moot.players.book import Book
from moot.players.command.agents import AGENTS
from moot.players.named import NamedAgent, NamedCommand, NamedGguf, NamedModel, NamedScript, Programmed
from moot.players.providers import NEEDS, Needs, is_installed, needs_of
from moot.players.script import read_script

SEE = "Run: moot models"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way, and the next step."""

    why: str
    how: str = SEE

    def refusal(self, name: str) -> InvalidInput:
        """The same as a refusal of a set-up that names this player."""
        return InvalidInput(f"{name!r} cannot be called on here: {self.why}.", suggestion=self.how, player=name)


def of_model(model: NamedModel, environment: Mapping[str, str]) -> Obstacle | None:
    """A provider that is not known or not installed, a key that is not set."""
    if model.api_key_env is not None and not environment.get(model.api_key_env):
        return Obstacle(f"{model.api_key_env} is not set", f"Set it: export {model.api_key_env}=…")
    if model.base_url is not None:
        return None
    if not model.model.partition(":")[2]:
        return Obstacle(f"{model.model!r} names no model", "Name the provider and its model, as in openai:MODEL.")
    return of_provider(model.provider, environment, keyed=model.api_key_env is not None)


def of_provider(provider: str, environment: Mapping[str, str], *, keyed: bool = False) -> Obstacle | None:
    """What a provider needs and has not; `keyed`: it is given a key of its own."""
    needs = needs_of(provider)
    if needs is None:
        return None if _is_known(provider) else Obstacle(f"no provider is named {provider!r}", _which())
    if not is_installed(needs.package):
        return Obstacle(f"{needs.package} is not installed", f'Run: pip install "pydantic-ai-slim[{needs.extra}]"')
    if not keyed and not any(environment.get(name) for name in _keys(needs)):
        return Obstacle(f"{' or '.join(_keys(needs))} is not set", f"Set it: export {needs.key}=…")
    return None


def of_gguf(gguf: NamedGguf, book: Book) -> Obstacle | None:
    """A file that is not there."""
    path = book.beside(gguf.gguf)
    return None if path.is_file() else Obstacle(f"there is no file {str(path)!r}", f"Correct gguf in {book.path}.")


def of_command(command: NamedCommand, book: Book, environment: Mapping[str, str]) -> Obstacle | None:
    """A program or a folder that is not there."""
    program = command.command[0]
    if shutil.which(program, path=environment.get("PATH")) is None:
        return Obstacle(f"there is no program {program!r} on the PATH", f"Install it, or correct {book.path}.")
    return _of_folder(command, book)


def of_agent(named: NamedAgent, book: Book, environment: Mapping[str, str]) -> Obstacle | None:
    """An agent that is not installed, or a folder that is not there."""
    path = book.program(named)
    if shutil.which(path, path=environment.get("PATH")) is None:
        how = f"Correct program in {book.path}." if named.program else f"Install it: {AGENTS[named.agent].install}"
        return Obstacle(f"there is no program {path!r} on the PATH", how)
    return _of_folder(named, book)


def _of_folder(named: Programmed, book: Book) -> Obstacle | None:
    if named.cwd is not None and not book.beside(named.cwd).is_dir():
        return Obstacle(f"there is no folder {str(book.beside(named.cwd))!r}", f"Correct cwd in {book.path}.")
    return None


def of_script(script: NamedScript, book: Book) -> Obstacle | None:
    """A file that cannot be read."""
    try:
        read_script(book.beside(script.script))
    except InvalidInput as refusal:
        return Obstacle(refusal.message.removesuffix("."), f"Correct it, or script in {book.path}.")
    return None


def _keys(needs: Needs) -> tuple[str, ...]:
    return (needs.key, *needs.also)


def _is_known(provider: str) -> bool:
    """Whether pydantic-ai knows a provider that is not in our table; what it needs is found out when it is asked."""
    from pydantic_ai.providers import infer_provider_class  # It takes a while, and most names are in the table.

    try:
        infer_provider_class(provider)
    except ValueError:
        return False
    except ImportError:
        return True
    return True


def _which() -> str:
    return f"There are: {', '.join(NEEDS)}. {SEE}"
