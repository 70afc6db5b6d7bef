"""Deadlines: when to look at which debate again, as far as that is near."""

from collections.abc import Callable
from datetime import datetime, timedelta

from moot.engine.ports import Clock

_NEAR = timedelta(seconds=5)
"""A debate from a queue is kept here when its deadline is this near; a later one is the queue's to tell."""


class Deadlines:
    """Of the debates that fall due before the next sweep or so. By the clock of the machine, which may be set."""

    def __init__(
        self, clock: Clock, spared_until: Callable[[], datetime | None], horizon: timedelta, queued: bool = False
    ) -> None:
        self.horizon = horizon
        self._clock = clock
        self._spared_until = spared_until
        self._queued = queued
        self._at: dict[str, datetime] = {}

    def __contains__(self, debate: str) -> bool:
        """Whether a debate is to be looked at again soon."""
        return debate in self._at

    def note(self, debate: str, deadline: datetime | None) -> None:
        """Notes when a debate falls due that has just been looked at."""
        now = self._clock()
        if deadline is None or deadline > now + (_NEAR if self._queued else self.horizon):
            # The sweep that comes before it will find it, or the queue tells it.
            self.forget(debate)
        elif deadline > now:
            self._at[debate] = deadline
        elif self._queued:
            # It fell due while the house was down: each sweep puts it in line again until it may not be taken any more.
            self.forget(debate)
        else:
            # It fell due while the house was down, and may still be taken for a while.
            self._at[debate] = self._spared_until() or now + self.horizon

    def find(self, debate: str, deadline: datetime) -> None:
        """Notes when a debate falls due that a sweep came upon, unless it is known when to look at it."""
        noted = self._at.get(debate)
        # What was noted by a clock that was set back since would keep it waiting by as much.
        if noted is None or noted > (self._spared_until() or self._clock() + self.horizon):
            self._at[debate] = deadline

    def soon(self, debate: str) -> None:
        """Notes that a debate is to be looked at in a moment: the store was away."""
        self._at[debate] = self._clock() + self.horizon / 40

    def forget(self, debate: str) -> None:
        """Nothing in it falls due soon."""
        self._at.pop(debate, None)

    def come(self, now: datetime) -> list[tuple[datetime, str]]:
        """Those that have come, the oldest first."""
        return sorted((deadline, debate) for debate, deadline in self._at.items() if deadline <= now)

    def wait(self) -> float:
        """Seconds to the next; where none is near, as many as this looks ahead."""
        if not self._at:
            return self.horizon.total_seconds()
        return max(0.0, (min(self._at.values()) - self._clock()).total_seconds())
