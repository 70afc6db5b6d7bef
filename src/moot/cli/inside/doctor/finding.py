"""Findings: what the doctor has seen of one thing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from moot.settings import Settings

State: TypeAlias = Literal["works", "fails", "unused"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing: whether it works, what was seen of it, and what to do about it."""

    about: str
    state: State
    what: str
    how: str = ""
    needed: bool = False
    """Whether the house, as it is set up, cannot do without it."""

    def told(self) -> dict[str, Any]:
        """The finding as it is shown."""
        shown = {"about": self.about, "state": self.state, "needed": self.needed, "what": self.what}
        return {**shown, "how": self.how} if self.how else shown


@dataclass(frozen=True, slots=True)
class Probe:
    """Something to look at, and how many seconds that may take."""

    about: str
    look: Callable[[Settings], Iterable[Finding]]
    seconds: float = 20.0
    needed: bool = True
    """Whether the house cannot do without what it looks at."""


def works(about: str, what: str, *, needed: bool = False) -> Finding:
    """Something that works."""
    return Finding(about, "works", what, needed=needed)


def fails(about: str, what: str, how: str, *, needed: bool = False) -> Finding:
    """Something that does not, and what to do about it."""
    return Finding(about, "fails", what, how, needed)


def unused(about: str, what: str, how: str = "") -> Finding:
    """Something that is not there, or not set up, and that nothing asks for."""
    return Finding(about, "unused", what, how)
