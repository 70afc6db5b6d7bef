"""The players file: whom the owner of this house named, and how each is called on.

Only here can a program or a file of this machine be named; a set-up that comes from outside names players alone.
"""

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


def read_book(path: Path) -> Book:
    """The players file; one that is not there names nobody. One bad player spoils no other."""
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
