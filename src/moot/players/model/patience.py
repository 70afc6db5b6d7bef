"""How often and how long a provider is tried again, and by which clock."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from moot.engine import Clock


@dataclass(frozen=True, slots=True)
class Patience:
    """Exponential backoff with jitter, so that not all come back in the same moment."""

    tries: int = 4
    first: float = 0.5
    longest: float = 20.0
    longest_asked: float = 120.0
    """The most seconds that a provider may ask to be left alone; beyond it the turn is given up."""
    one_try: float | None = 300.0
    """After how many seconds one try is given up; None: the runtime knows best."""

    def rest(self, failures: int, chance: float, asked: float | None = None) -> float | None:
        """How many seconds to wait after so many failed tries; None: do not try again."""
        if failures >= self.tries or (asked or 0.0) > self.longest_asked:
            return None
        grown = min(self.first * 2 ** min(failures - 1, 16), self.longest)
        return max(grown * (0.5 + chance / 2), asked or 0.0)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Hours:
    """Time and chance as a player meets them."""

    now: Clock = _now
    ticks: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    within: Callable[[float | None], asyncio.Timeout] = asyncio.timeout
    chance: Callable[[], float] = random.random
