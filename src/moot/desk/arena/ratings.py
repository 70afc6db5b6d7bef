"""Ratings and fairness: computed from the latest results, and remembered for a few minutes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from moot.commons.fairness import Findings, debaters, found
from moot.desk.house import House
from moot.engine import Steward
from moot.rating import Rated

LATEST = 20_000
"""How many results are looked at, the latest first."""
KEPT_FOR = timedelta(minutes=5)
REFRESHED_AFTER = timedelta(minutes=3)
"""When they are computed anew before anybody asks."""


@dataclass(frozen=True, slots=True)
class Computed:
    """What the results said at a moment."""

    at: datetime
    findings: Findings


@dataclass(slots=True)
class _Remembered:
    last: Computed | None = None
    computing: asyncio.Lock = field(default_factory=asyncio.Lock)


_houses: WeakKeyDictionary[Steward, _Remembered] = WeakKeyDictionary()
"""What was computed for each house; a house has one steward."""


async def ratings(house: House) -> Mapping[str, Rated]:
    """Everybody's rating by id, at most five minutes old; whoever has not debated lately is not in it.

    For the leaderboard: `(await ratings(self._house)).get(member_id)` has `rating`, `low` and `high`, or is None.
    """
    return (await computed(house)).findings.ratings


async def computed(house: House, within: timedelta = KEPT_FOR) -> Computed:
    """What the results say, computed no longer ago than that."""
    kept = _houses.setdefault(house.steward, _Remembered())
    if (fresh := _fresh(kept, house.clock(), within)) is not None:
        return fresh
    async with kept.computing:
        # Whoever waited for another to compute it need not do so again.
        fresh = _fresh(kept, house.clock(), within)
        if fresh is None:
            fresh = kept.last = await _compute(house)
        return fresh


def _fresh(kept: _Remembered, now: datetime, within: timedelta) -> Computed | None:
    last = kept.last
    return last if last is not None and timedelta(0) <= now - last.at < within else None


async def _compute(house: House) -> Computed:
    at = house.clock()
    results = await house.arena.results(LATEST)
    scores = await house.arena.scores(debaters(results))
    # It takes a second or so: nobody else should wait for it.
    return Computed(at, await asyncio.to_thread(found, results, scores))
