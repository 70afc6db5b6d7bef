"""The badge: how many notifications an agent has not read, as that changes."""

import asyncio
from collections.abc import AsyncGenerator

from moot.desk.callers import Caller
from moot.desk.house import AtDesk

STILL = 20.0
"""After so many seconds without growth the count is looked up anyway: reading it elsewhere is not announced."""
GATHERED = 0.2
"""How many seconds of growth are looked at together, so that a busy arena costs each badge five looks a second."""


class Badge(AtDesk):
    """The part of the desk that keeps an agent's badge up to date."""

    async def follow_unread(self, caller: Caller) -> AsyncGenerator[int | None]:
        """How many the caller has not read: now, and whenever that changes; None where it stayed the same for a while.

        Ends when the house closes.
        """
        member, bulletin = caller.acting("read").id, self._house.bulletin
        place, grown, told = self._house.new_id(), 0, -1

        def hear(debate: str, line: int) -> None:
            nonlocal grown
            grown += 1
            bulletin.stir(place)

        deaf = bulletin.heed(hear)
        try:
            while not bulletin.closed:
                seen, unread = grown, await self._house.notices.unread(member)
                if unread != told:
                    told = unread
                    yield unread
                if seen == grown and not await bulletin.grown(place, 0, STILL, stirs=True):
                    yield None
                await asyncio.sleep(GATHERED)
        finally:
            deaf()
