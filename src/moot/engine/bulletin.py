"""The bulletin: word that a debate grew. It carries no data, so a word lost is only a look too late."""

import asyncio
from collections import OrderedDict, defaultdict
from typing import Protocol


class Bulletin(Protocol):
    """Where growth is announced and waited for."""

    def announce(self, debate: str, line: int) -> None:
        """Says that the debate has grown to this line."""
        ...

    async def grown(self, debate: str, beyond: int, within: float) -> bool:
        """Waits until the debate has grown beyond a line; False once `within` seconds have passed."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the house is closing and nothing more will be announced here."""
        ...

    def close(self) -> None:
        """Sends all who wait home."""
        ...


_REMEMBERED = 10_000


class LocalBulletin:
    """A bulletin within one process."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, int] = OrderedDict()
        self._waiting: defaultdict[str, set[tuple[int, asyncio.Future[None]]]] = defaultdict(set)
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
        for beyond, word in self._waiting.get(debate, ()):
            if beyond < line and not word.done():
                word.set_result(None)

    async def grown(self, debate: str, beyond: int, within: float) -> bool:
        """Waits for growth; False when time is up or the house closes."""
        if self._closed:
            return False
        # Growth announced while the caller was still reading would otherwise be slept through.
        if self._latest.get(debate, -1) > beyond:
            return True
        word: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (beyond, word)
        self._waiting[debate].add(place)
        try:
            async with asyncio.timeout(within):
                await word
        except TimeoutError:
            return False
        finally:
            self._leave(debate, place)
        return not self._closed

    def close(self) -> None:
        """Sends all who wait home, so that the server can stop at once."""
        self._closed = True
        for waiting in self._waiting.values():
            for _, word in waiting:
                if not word.done():
                    word.set_result(None)

    def _remember(self, debate: str, line: int) -> None:
        self._latest[debate] = max(line, self._latest.get(debate, -1))
        self._latest.move_to_end(debate)
        if len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)

    def _leave(self, debate: str, place: tuple[int, asyncio.Future[None]]) -> None:
        waiting = self._waiting[debate]
        waiting.discard(place)
        if not waiting:
            del self._waiting[debate]
