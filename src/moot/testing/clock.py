"""A clock that stands still until it is moved."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)


class FixedClock:
    """Tells the time it was set to."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: float) -> datetime:
        """Moves on by a span, as in `advance(hours=1)`; a negative one is a clock that jumps back."""
        self.now += timedelta(**span)
        return self.now
