"""The bulletin: word that a debate grew. It carries no data, so a word lost is only a look too late."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Protocol, TypeAlias

from moot.tellers.counts import WAITING

Hear: TypeAlias = Callable[[str, int], None]
"""Told of every growth: which debate, and to which line."""


class Bulletin(Protocol):
    """Where growth is announced and waited for."""

    def announce(self, debate: str, line: int) -> None:
        """Says that the debate has grown to this line."""
        ...

    async def grown(self, debate: str, beyond: int, within: float, stirs: bool = False) -> bool:
        """Waits until the debate has grown beyond a line (or, if asked for, is stirred).

        False once `within` seconds have passed.
        """
        ...

    def stir(self, debate: str) -> None:
        """Wakes those here who watch a debate although it did not grow: there are new words of a draft."""
        ...

    def heed(self, hear: Hear) -> Callable[[], None]:
        """Tells of every growth of every debate from now on, until what it gives back is called."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the house is closing and nothing more will be announced here."""
        ...

    def close(self) -> None:
        """Sends all who wait home."""
        ...


_REMEMBERED = 10_000
_Place: TypeAlias = tuple[int, bool, asyncio.Future[None]]
"""Somebody who waits: beyond which line, whether a draft wakes them too, and the word for them."""


class LocalBulletin:
    """A bulletin within one process."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, int] = OrderedDict()
        self._waiting: defaultdict[str, set[_Place]] = defaultdict(set)
        self._hearing: list[Hear] = []
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the house is closing."""
        return self._closed

    @property
    def waiters(self) -> int:
        """How many are waiting now."""
        return sum(len(waiting) for waiting in self._waiting.values())

    def announce(self, debate: str, line: int) -> None:
        """Wakes all who wait for this debate to grow beyond an earlier line."""
        self._remember(debate, line)
        for beyond, _, word in self._waiting.get(debate, ()):
            if beyond < line and not word.done():
                word.set_result(None)
        for hear in tuple(self._hearing):
            hear(debate, line)

    def stir(self, debate: str) -> None:
        """Wakes those who watch, and not those who wait for their turn."""
        for _, stirs, word in self._waiting.get(debate, ()):
            if stirs and not word.done():
                word.set_result(None)

    def heed(self, hear: Hear) -> Callable[[], None]:
        """Tells of every growth that is announced here."""
        self._hearing.append(hear)
        return lambda: self._hearing.remove(hear)

    async def grown(self, debate: str, beyond: int, within: float, stirs: bool = False) -> bool:
        """Waits for growth; False when time is up or the house closes."""
        if self._closed:
            return False
        # Growth announced while the caller was still reading would otherwise be slept through.
        if self._latest.get(debate, -1) > beyond:
            return True
        word: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (beyond, stirs, word)
        self._waiting[debate].add(place)
        WAITING.add()
        try:
            async with asyncio.timeout(within):
                await word
        except TimeoutError:
            return False
        finally:
            WAITING.add(by=-1)
            self._leave(debate, place)
        return not self._closed

    def close(self) -> None:
        """Sends all who wait home, so that the server can stop at once."""
        self._closed = True
        for waiting in self._waiting.values():
            for _, _, word in waiting:
                if not word.done():
                    word.set_result(None)

    def _remember(self, debate: str, line: int) -> None:
        self._latest[debate] = max(line, self._latest.get(debate, -1))
        self._latest.move_to_end(debate)
        if len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)

    def _leave(self, debate: str, place: _Place) -> None:
        waiting = self._waiting[debate]
        waiting.discard(place)
        if not waiting:
            del self._waiting[debate]
