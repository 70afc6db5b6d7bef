"""The players file: whom the owner of this house named, and how each is called on.

Only here can a program or a file of this machine be named; a set-up that comes from outside names players alone.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from moot.configuration import ConfigUnfit, read_toml
from moot.debate import InvalidInput
from moot.players.command.agents import AGENTS
from moot.players.named import KINDS, Definition, NamedAgent

FILE = "players.toml"
_YOUNG = 200_000_000
"""Nanoseconds; clocks of file systems may tick a hundred times a second or less."""
RESERVED = frozenset({"human", "embedded", "replay", "sandbox"})


@dataclass(frozen=True, slots=True)
class Book:
    """The players of the file, and what is wrong with those that cannot be read."""

    path: Path
    players: Mapping[str, Definition] = field(default_factory=dict[str, Definition])
    faults: Mapping[str, str] = field(default_factory=dict[str, str])

    def beside(self, path: str) -> Path:
        """A path of the file, which counts from where the file is."""
        return self.path.parent / Path(path).expanduser()

    def program(self, named: NamedAgent) -> str:
        """What an agent is started as: a path that its owner gave, or a name to be found on the PATH."""
        program = named.program or AGENTS[named.agent].program
        return str(self.beside(program)) if "/" in program else program


_KNOWN: dict[Path, tuple[tuple[int, ...], Book]] = {}
"""What was read, and of which state of the file: players are looked up at every call."""


def read_book(path: Path) -> Book:
    """The players file as it stands now; one that is not there names nobody. One bad player spoils no other."""
    stamp = _stamp(path)
    known = _KNOWN.get(path)
    if known is not None and known[0] == stamp:
        return known[1]
    book = _book(path)
    if stamp is not None:
        _KNOWN[path] = stamp, book
    return book


def _stamp(path: Path) -> tuple[int, ...] | None:
    """What changes whenever a file does; None as long as it may be written again without a change of that."""
    try:
        about = path.stat()
    except OSError:
        return None
    young = abs(time.time_ns() - max(about.st_mtime_ns, about.st_ctime_ns)) < _YOUNG
    return None if young else (about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino, about.st_dev)


def _book(path: Path) -> Book:
    told = _players(path)
    players: dict[str, Definition] = {}
    faults: dict[str, str] = {}
    for name, given in told.items():
        try:
            players[name] = _defined(name, given)
        except ValidationError as unfit:
            faults[name] = "; ".join(_fault(fault["loc"], fault["msg"]) for fault in unfit.errors())
        except ValueError as unfit:
            faults[name] = str(unfit)
    return Book(path, players, faults)


def _players(path: Path) -> Mapping[str, object]:
    try:
        told = read_toml(path, "players file")
    except ConfigUnfit as unfit:
        raise InvalidInput(str(unfit)) from None
    players = told.pop("players", {})
    if told or not isinstance(players, dict):
        raise InvalidInput(f"The players file {str(path)!r} may have tables [players.NAME] alone.")
    return cast(Mapping[str, object], players)


def fit_name(name: str) -> None:
    """A ValueError for a name that a player cannot have."""
    if name in RESERVED or ":" in name or "@" in name or name != name.strip() or not name:
        raise ValueError("the name is taken, or has a colon, an @ or blanks around it")


def _defined(name: str, given: object) -> Definition:
    fit_name(name)
    fields = cast(dict[str, Any], given) if isinstance(given, dict) else {}
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        raise ValueError(f"must have one of: {', '.join(KINDS)}")
    return KINDS[kinds[0]].model_validate(fields)


def _fault(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place)) or 'player'}: {message.removeprefix('Value error, ')}"
