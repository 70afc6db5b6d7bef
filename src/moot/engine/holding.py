"""Holding: the debates that a queue gave to this process, each until there is nothing more to do in it here."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

SEEN_ALL = 2**31 - 1
"""A debate that cannot be run is let go of however long it is; the next sweep puts it in line again."""


@dataclass(slots=True)
class Hold:
    """A debate that is held."""

    seen: int = -1
    """Up to which line it was looked at."""
    _done: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def let_go(self) -> None:
        """Gives it back to the queue."""
        if not self._done.done():
            self._done.set_result(self.seen)

    async def over(self) -> int:
        """Waits until it is given back; how far it was seen."""
        return await self._done


class Holding:
    """What is held here."""

    def __init__(self) -> None:
        self._holds: dict[str, Hold] = {}

    def __contains__(self, debate: str) -> bool:
        """Whether a debate is held here."""
        return debate in self._holds

    def __iter__(self) -> Iterator[str]:
        """The debates that are held."""
        return iter(tuple(self._holds))

    def get(self, debate: str) -> Hold | None:
        """As what a debate is held, if it is."""
        return self._holds.get(debate)

    def take(self, debate: str) -> Hold:
        """Holds a debate that the queue gave."""
        hold = self._holds[debate] = Hold()
        return hold

    def drop(self, debate: str, hold: Hold) -> None:
        """Holds it no longer; another hold on the same debate stays."""
        if self._holds.get(debate) is hold:
            del self._holds[debate]

    def clear(self) -> None:
        """Nothing is held any more, and nobody is told: it goes back to the queue as it is."""
        self._holds.clear()
