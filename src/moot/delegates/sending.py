"""Sending: which packages send what, loaded one by one, so that a broken one keeps nobody else out."""

import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Generic, TypeVar

from moot.debate import InvalidInput, Refusal

log = logging.getLogger("moot.delegates")

T = TypeVar("T")

FORMATS: Final = "moot.formats"
PLAYERS: Final = "moot.players"
VOTES: Final = "moot.votes"
ROLES: Final = "moot.roles"
STORES: Final = "moot.stores"
TOOLS: Final = "moot.tools"
GROUPS: Final[Mapping[str, str]] = {
    FORMATS: "format",
    PLAYERS: "player",
    VOTES: "vote",
    ROLES: "folder of roles",
    STORES: "store",
    TOOLS: "set of tools",
}
"""What can be sent, and what one of it is called."""
_OURS = "moot"
"""The package whose own formats nobody displaces."""


@dataclass(frozen=True, slots=True)
class Delegate:
    """Something that a package offers, not loaded yet."""

    point: EntryPoint
    source: str
    """The package and its version."""
    ours: bool
    """Whether it comes with Moot."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who was sent and could not be let in: by whom, as what, and why."""

    group: str
    name: str
    source: str
    """The package and its version."""
    why: str

    def told(self) -> str:
        """The same in a sentence."""
        return f"{self.source} offers the {GROUPS[self.group]} {self.name!r}, which is left out: {self.why}."

    def refusal(self) -> InvalidInput:
        """The same to whoever asked for it by name."""
        return InvalidInput(self.told(), suggestion=f"Mend or uninstall {self.source}.", package=self.source)


@dataclass(frozen=True, slots=True)
class Received(Generic[T]):
    """Who was let in, by name, and who was not."""

    there: Mapping[str, T] = field(default_factory=dict[str, Any])
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    """The package of each that was let in."""
    away: tuple[Away, ...] = ()

    def kept_out(self, name: str) -> Away | None:
        """Why nobody is here under this name, if somebody was sent."""
        return next((each for each in self.away if each.name == name), None)


def received(group: str, fits: Callable[[str, Any], T]) -> Received[T]:
    """All that is sent of a kind. `fits` makes of each what the house wants, or says by an error why it cannot."""
    there: dict[str, T] = {}
    sources: dict[str, str] = {}
    away: list[Away] = []
    for name, delegates in sent(group).items():
        let_in, others = _who(delegates)
        away.extend(Away(group, name, each.source, _taken(each, delegates)) for each in others)
        if let_in is None:
            continue
        try:
            with redirect_stdout(sys.stderr):  # What it prints while it is loaded is no answer of ours.
                there[name] = fits(name, let_in.point.load())
            sources[name] = let_in.source
        except (Exception, SystemExit) as fault:  # A package is a stranger's code: it may raise anything.
            away.append(Away(group, name, let_in.source, _fault(fault)))
    for each in away:
        log.warning(each.told())
    return Received(there, sources, tuple(away))


def sent(group: str) -> Mapping[str, Sequence[Delegate]]:
    """Everything that is offered in a group, by name; nothing is loaded."""
    return _offered(tuple((folder, _changed(folder)) for folder in sys.path))[group]


@lru_cache(maxsize=8)
def _offered(path: tuple[tuple[str, int], ...]) -> Mapping[str, Mapping[str, Sequence[Delegate]]]:
    """All groups, from where packages lie as it is now: to read what each of them offers takes a while."""
    found: dict[str, dict[str, list[Delegate]]] = {group: {} for group in GROUPS}
    everything = entry_points()
    offered = [_delegate(point) for group in GROUPS for point in everything.select(group=group)]
    for each in sorted(offered, key=lambda delegate: delegate.source):
        found[each.point.group].setdefault(each.point.name, []).append(each)
    return found


def _changed(folder: str) -> int:
    """When packages were last put into a folder or taken out of it."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def _delegate(point: EntryPoint) -> Delegate:
    if point.dist is None:
        return Delegate(point, "a package without a name", ours=False)
    return Delegate(point, f"{point.dist.name} {point.dist.version}", point.dist.name == _OURS)


def _who(delegates: Sequence[Delegate]) -> tuple[Delegate | None, Sequence[Delegate]]:
    """Of several under one name: ours, or nobody; and who must stay away."""
    if len(delegates) == 1:
        return delegates[0], ()
    ours = next((each for each in delegates if each.ours), None)
    return ours, [each for each in delegates if each is not ours]


def _taken(delegate: Delegate, delegates: Sequence[Delegate]) -> str:
    others = ", ".join(each.source for each in delegates if each is not delegate)
    return f"the name is offered by {others} too"


def _fault(fault: BaseException) -> str:
    if isinstance(fault, Refusal):
        return fault.message.removesuffix(".")
    return "; ".join(_chain(fault)).removesuffix(".")


def _chain(fault: BaseException) -> Iterator[str]:
    """A fault and what it came from, as far as that was said."""
    yield f"{type(fault).__name__}: {fault}" if not isinstance(fault, ValueError) else str(fault)
    if fault.__cause__ is not None:
        yield from _chain(fault.__cause__)
