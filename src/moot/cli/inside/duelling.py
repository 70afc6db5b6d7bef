"""Who duels: agents of this machine, players of the file, or people who come by themselves."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moot.cli.inside.refusing import told
from moot.debate import HUMAN, InvalidInput
from moot.players.book import Book
from moot.players.command.agents import AGENTS
from moot.players.named import NamedAgent
from moot.players.noted import note
from moot.players.obstacles import Obstacle
from moot.players.roster import EMBEDDED, Roster
from moot.settings import Settings


@dataclass(frozen=True, slots=True)
class Side:
    """Who holds a seat."""

    seat: str
    player: str
    """As the set-up names it; an agent gets its name when it is noted."""
    named: NamedAgent | None
    """An agent that is still to be noted."""
    called: Mapping[str, Any]
    """What it is called with."""


def chosen(home: Path, folder: Path, seats: Mapping[str, str], timeout: float | None) -> list[Side]:
    """Those who were named for the seats, or the refusal that says who there is; nothing is written or run."""
    with told():
        settings = Settings(home=home)
        roster = Roster(home, settings.models, os.environ, settings.embedded_threads, settings.unconfined)
        return [_side(roster, seat, name, folder, timeout) for seat, name in seats.items()]


def noted(home: Path, sides: list[Side]) -> dict[str, str]:
    """The seats with the players that hold them; agents are noted beside the players file. People are left out."""
    with told():
        named = {side.seat: side.player if side.named is None else note(home, side.named) for side in sides}
        return {seat: player for seat, player in named.items() if player != HUMAN}


def _side(roster: Roster, seat: str, name: str, folder: Path, timeout: float | None) -> Side:
    if name == HUMAN:
        return Side(seat, name, None, {"player": name})
    book = roster.book()
    agent = _agent(name, book, folder, timeout)
    if agent is None:
        _must_be_known(name, book)
    definition = agent or roster.definition(name)
    if (obstacle := roster.obstacle(definition)) is not None:
        raise _cannot(name, obstacle, roster) if agent else obstacle.refusal(name)
    return Side(seat, name, agent, {"player": name} if agent is None else _called(agent, book))


def _agent(name: str, book: Book, folder: Path, timeout: float | None) -> NamedAgent | None:
    """An agent of the players file or of the table, in the project."""
    given = book.players.get(name) or (NamedAgent(agent=name, continues=True) if name in AGENTS else None)
    if not isinstance(given, NamedAgent) or name in book.faults:
        return None
    here: dict[str, Any] = {} if given.cwd else {"cwd": str(folder.resolve())}
    slow: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
    # The server that calls it may have another PATH.
    found = shutil.which(book.program(given))
    there: dict[str, Any] = {} if found is None else {"program": str(Path(found).absolute())}
    return given.model_copy(update={**here, **slow, **there})


def _called(named: NamedAgent, book: Book) -> dict[str, Any]:
    agent = AGENTS[named.agent]
    return {
        "agent": agent.name,
        "argv": [book.program(named), *agent.typed(named.flags)],
        "cwd": str(book.beside(named.cwd or "")),
        "timeout": named.timeout,
        "keys": [key for key in (*agent.keys, *named.pass_env) if os.environ.get(key)],
    }


def _must_be_known(name: str, book: Book) -> None:
    known = {HUMAN, *EMBEDDED, *book.players, *book.faults}
    if name not in known and ":" not in name:
        there = ", ".join(dict.fromkeys((*AGENTS, *book.players, HUMAN, "embedded", "PROVIDER:MODEL")))
        raise InvalidInput(
            f"There is no agent {name!r}. There are: {there}.",
            suggestion=f"Add [players.{name}] with command = [...] to {book.path} to let another program debate.",
            player=name,
        )


def _cannot(name: str, obstacle: Obstacle, roster: Roster) -> InvalidInput:
    """The refusal of an agent that is not here, with those that are."""
    here = [other for other in AGENTS if roster.obstacle(NamedAgent(agent=other)) is None]
    others = f" Here there are: {', '.join(here)}." if here else " No other coding agent was found here either."
    return Obstacle(obstacle.why, f"{obstacle.how}.{others}".replace("..", ".")).refusal(name)
