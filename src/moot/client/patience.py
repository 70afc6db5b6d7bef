"""How often and how long to try again."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from moot.client.errors import Away, NoServer


@dataclass(frozen=True)
class Patience:
    """Exponential backoff with jitter, so that a thousand clients do not come back in the same moment."""

    retries: int = 3
    first: float = 0.25
    longest: float = 5.0
    longest_asked: float = 30.0
    """The most seconds to heed of what a server asks for with Retry-After."""
    pause: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic

    def rest(self, attempt: int, asked: float = 0.0, at_most: float | None = None) -> None:
        """Waits after the given failed attempt (the first is 0), at least as long as the server asked for."""
        grown = min(self.first * 2 ** min(attempt, 16), self.longest)
        delay = max(grown * (0.5 + self.chance()), min(asked, self.longest_asked))
        self.pause(delay if at_most is None else max(0.0, min(delay, at_most)))


class Contact:
    """What is known of a server while it is asked: whether it was ever there, and how often it failed since."""

    def __init__(self, patience: Patience, *, retries: int | None = None, steadfast: bool = False) -> None:
        self._patience = patience
        self._retries = patience.retries if retries is None else retries
        self._steadfast = steadfast
        """Whether to come back for ever to a server that was there once."""
        self._met = False
        self._failures = 0

    def answered(self) -> None:
        """The server is there."""
        self._met, self._failures = True, 0

    def lost(self, trouble: NoServer | Away, at_most: float | None = None) -> None:
        """Rests before another try; raises the trouble where patience is at its end."""
        self._met = self._met or isinstance(trouble, Away) or trouble.reached
        if self._failures >= self._retries and not (self._steadfast and self._met):
            raise trouble
        asked = trouble.retry_after if isinstance(trouble, Away) else 0.0
        self._patience.rest(self._failures, asked, at_most)
        self._failures += 1
