"""Time that passes only when it is told to."""

from collections.abc import Callable
from dataclasses import dataclass, field

from moot.client import Patience


@dataclass
class Hours:
    """A clock that goes on by what is paused, and by what the server says that it held a poll."""

    now: float = 0.0
    paused: list[float] = field(default_factory=list[float])
    on_pause: Callable[[], None] = lambda: None

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.paused.append(seconds)
        self.on_pause()

    def pass_by(self, seconds: float) -> Callable[[], None]:
        def passing() -> None:
            self.now += seconds

        return passing

    @property
    def patience(self) -> Patience:
        return Patience(pause=self.pause, chance=lambda: 0.5, clock=lambda: self.now)
