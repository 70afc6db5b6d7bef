"""Checks by configuration: commands of the house's own file, and of the files that are checked.

Both run in the sandbox alone, so a repository may name its own; it can neither replace a check nor one of the house.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from moot.configuration import ConfigUnfit, read_toml
from moot.debate import InvalidInput
from moot.sandbox import Ran, plain
from moot.tools.checks.check import Check, Kind, Plan, Read, Tree, finding, last_words
from moot.tools.checks.lines import lines_of

OWN = ".moot/checks.toml"
"""Where a repository names its own."""
MOST = 8
_NAME = r"^[a-z][a-z0-9-]{0,29}$"


class NamedCheck(BaseModel, frozen=True, extra="forbid"):
    """A command that checks: its words, never a line for a shell."""

    command: tuple[Annotated[str, StringConstraints(min_length=1, max_length=400)], ...] = Field(
        min_length=1, max_length=40
    )
    kind: Kind = "command"
    what: str = Field(default="", max_length=200)
    when: tuple[str, ...] = Field(default=("*",), min_length=1, max_length=20)
    """Patterns of paths; it is run where a file fits one of them."""


@dataclass(frozen=True, slots=True)
class Commands:
    """The checks of a file, and what is wrong with those that cannot be read."""

    checks: tuple[Check, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict[str, str])


def read_commands(path: Path, taken: Iterable[str] = ()) -> Commands:
    """The house's own file; one that is not there names nothing. One bad check spoils no other."""
    try:
        return _read(read_toml(path, "file of checks"), set(taken))
    except ConfigUnfit as unfit:
        raise InvalidInput(str(unfit)) from None
    except ValueError as unreadable:
        raise InvalidInput(f"The file of checks {str(path)!r} is unfit: {unreadable}.") from None


def own_commands(tree: Tree, taken: Iterable[str] = ()) -> Commands:
    """What the files that are checked name themselves."""
    try:
        return _read(tomllib.loads(tree[OWN].decode("utf-8")), set(taken), own=True) if OWN in tree else Commands()
    except ValueError as unreadable:
        return Commands(faults={"all": str(unreadable)})


def _read(told: dict[str, Any], taken: set[str], *, own: bool = False) -> Commands:
    named = told.pop("checks", {})
    if told or not isinstance(named, dict):
        raise ValueError("it may have tables [checks.NAME] alone")
    checks: list[Check] = []
    faults: dict[str, str] = {}
    for name, given in cast(dict[str, Any], named).items():
        try:
            checks.append(_made(name, given, taken, own))
        except ValueError as unfit:
            faults[name[:60]] = _fault(unfit)
    faults |= {check.name: f"there may be {MOST} at most" for check in checks[MOST:]}
    return Commands(tuple(checks[:MOST]), faults)


class _Named(BaseModel, frozen=True):
    name: str = Field(pattern=_NAME)


def _made(name: str, given: object, taken: set[str], own: bool) -> Check:
    _Named(name=name)
    if name in taken:
        raise ValueError("the name is taken")
    told = NamedCheck.model_validate(given)
    return Check(
        name,
        told.kind,
        told.what or f"Runs {' '.join(told.command)[:100]}.",
        lambda tree: any(fnmatchcase(path, pattern) for path in tree for pattern in told.when),
        lambda tree: Plan("program", told.command),
        lambda ran: _said(name, ran),
        program=told.command[0],
        own=own,
    )


def _said(name: str, ran: Ran) -> Read:
    """Lines in the way of compilers are findings; an exit code that is not 0 is one, where there are no others."""
    found = [*lines_of(name, plain(ran.stdout, 400_000)), *lines_of(name, plain(ran.stderr, 400_000))]
    if ran.exit_code and not found:
        found = [finding(name, "error", f"it ended with exit code {ran.exit_code}: {last_words(ran)}", code="exit")]
    return Read(found)


def _fault(unfit: ValueError) -> str:
    if not isinstance(unfit, ValidationError):
        return str(unfit)
    faults: Sequence[Any] = unfit.errors()
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in faults[:3])[:300]
