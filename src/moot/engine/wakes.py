"""Wakes: which debate to look at next, where many processes share the work through a queue."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol, TypeAlias

from moot.engine.holders import Holder

Take: TypeAlias = Callable[[str], Awaitable[int]]
"""Looks at a debate until there is nothing more to do here; up to which line it has looked."""


class Wakes(Protocol):
    """A queue that gives each debate to one process at a time.

    What makes a player due puts its debate in line, in the same transaction as the move; so do deadlines that are near.
    """

    async def run(self, take: Take, holder: Holder) -> None:
        """Takes what is in line, until it is cancelled. A debate is held, as by this holder, while `take` looks at it.

        The debates of a process that ends or falls silent are given to others.
        """
        ...

    async def derive(self, now: datetime, until: datetime) -> None:
        """Puts in line what the records say must be looked at until then, and is not in line."""
        ...
