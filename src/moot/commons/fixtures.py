"""Fixtures: series and brackets, which open debates one after the other."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from moot.commons.brackets import Bracket
from moot.commons.games import Pairing
from moot.commons.series import Series
from moot.engine import Page


class SeriesList(Protocol):
    """Where series are kept."""

    async def propose(self, series: Series) -> None:
        """Keeps a proposal, or raises LimitReached where its author has too many that are not over."""
        ...

    async def answer(self, series: str, accept: bool, at: datetime) -> bool:
        """Takes a proposal up or declines it; False where it no longer waits for an answer."""
        ...

    async def expire(self, series: str, at: datetime) -> None:
        """Ends a proposal whose time is up; nothing where it is not."""
        ...

    async def give_up(self, series: str, gone: Collection[str], at: datetime) -> None:
        """Ends a series because accounts are gone; nothing while a game is played, or where it is over.

        A proposal expires. Between games, whoever is left has won; where both are gone, it is drawn.
        """
        ...

    async def series(self, series: str) -> Series | None:
        """One series with its games."""
        ...

    async def all_series(self, after: str | None = None, limit: int = 50) -> Page[Series]:
        """All of them, the newest first."""
        ...


class BracketList(Protocol):
    """Where brackets are kept."""

    async def open_bracket(self, bracket: Bracket) -> None:
        """Keeps a new bracket that can be entered."""
        ...

    async def enter(self, bracket: str, member: str, at: datetime) -> None:
        """Enters a member, if it has not entered already; or raises ActionNotAllowed or LimitReached."""
        ...

    async def leave(self, bracket: str, member: str, at: datetime) -> None:
        """Takes a member out, if it has entered; or raises ActionNotAllowed."""
        ...

    async def draw(self, bracket: Bracket, seeds: Sequence[str], at: datetime) -> None:
        """Ends entering with these entrants, the best seed first; with fewer than two it is void.

        Nothing is done where somebody entered or left meanwhile, or the draw was made.
        """
        ...

    async def walk_over(self, pairing: Pairing, winner: str | None, at: datetime) -> None:
        """Decides a match that is not opened, because an account is gone; nothing where it was opened meanwhile."""
        ...

    async def bracket(self, bracket: str) -> Bracket | None:
        """One bracket with its entrants and what was played."""
        ...

    async def brackets(self, after: str | None = None, limit: int = 50) -> Page[Bracket]:
        """All of them, the newest first."""
        ...


class Fixtures(SeriesList, BracketList, Protocol):
    """What the desk needs of series and brackets.

    What debates bring is noted as their records grow; one that is opened for a game which nobody waits for is refused.
    """

    async def due_series(self, until: datetime, after: str | None = None, limit: int = 100) -> Page[str]:
        """The ids of series for which something is to be done by now, whatever has waited longest first."""
        ...

    async def due_brackets(self, until: datetime, after: str | None = None, limit: int = 100) -> Page[str]:
        """The same for brackets."""
        ...

    async def overdue(self, fixture: str, at: datetime) -> Sequence[str]:
        """Debates of a series or bracket whose clocks have run out and that nobody has looked at since."""
        ...
