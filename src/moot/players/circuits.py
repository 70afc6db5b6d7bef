"""Circuits: a provider that fails again and again is left alone for a while, then tried with one call."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from moot.engine import PlayerFailed


class Unreachable(PlayerFailed):
    """A provider did not answer, however often it was tried."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """How often a lane failed in a row, and until when nothing is sent through it. Time comes in as an argument."""

    most: int = 5
    """So many calls in a row may fail before it opens."""
    rest: float = 30.0
    """For how many seconds it stays open."""
    failures: int = 0
    opened_at: float | None = None
    probing: bool = False
    """Whether one call is out to see if the lane works again."""

    def admits(self, at: float) -> bool:
        """Whether a call may be made."""
        return self.opened_at is None or (not self.probing and self.wait(at) == 0)

    def wait(self, at: float) -> float:
        """How many seconds it stays open."""
        return 0.0 if self.opened_at is None else max(0.0, self.opened_at + self.rest - at)

    def entered(self) -> "Circuit":
        """After a call was let through."""
        return replace(self, probing=self.opened_at is not None)

    def failed(self, at: float) -> "Circuit":
        """After a call found nobody."""
        failures = self.failures + 1
        return replace(self, failures=failures, opened_at=at if failures >= self.most else None, probing=False)

    def worked(self) -> "Circuit":
        """After a call found somebody, whatever they answered."""
        return replace(self, failures=0, opened_at=None, probing=False)

    def left(self) -> "Circuit":
        """After the call that was out to see was given up, and nothing was learned from it."""
        return replace(self, probing=False)


class Circuits:
    """The circuits of a process, by lane."""

    def __init__(self, fresh: Circuit | None = None, ticks: Callable[[], float] = time.monotonic) -> None:
        self._fresh = fresh or Circuit()
        self._ticks = ticks
        self._lanes: dict[str, Circuit] = {}

    @contextmanager
    def through(self, lane: str) -> Generator[None]:
        """Makes a call through a lane and learns from how it ends; fails at once where the circuit is open."""
        self._must_admit(lane)
        self._turn(lane, self._lane(lane).entered())
        probe = self._lane(lane).probing
        try:
            yield
        except Unreachable:
            self._turn(lane, self._lane(lane).failed(self._ticks()))
            raise
        except PlayerFailed:
            self._turn(lane, self._lane(lane).worked())
            raise
        except BaseException:
            if probe:
                self._turn(lane, self._lane(lane).left())
            raise
        self._turn(lane, self._lane(lane).worked())

    def troubled(self) -> list[tuple[str, int, bool, float]]:
        """The lanes that failed and have not worked since: how often, whether nothing is sent, for how long still."""
        now = self._ticks()
        found = sorted((lane, each) for lane, each in tuple(self._lanes.items()) if each.failures)
        return [(lane, each.failures, each.opened_at is not None, each.wait(now)) for lane, each in found]

    def _must_admit(self, lane: str) -> None:
        circuit, now = self._lane(lane), self._ticks()
        if not circuit.admits(now):
            wait = f"in {circuit.wait(now):.0f} s" if circuit.wait(now) else "once a call that is out has come back"
            raise PlayerFailed(f"{lane} failed {circuit.failures} times in a row. It is tried again {wait}.")

    def _lane(self, lane: str) -> Circuit:
        return self._lanes.get(lane, self._fresh)

    def _turn(self, lane: str, circuit: Circuit) -> None:
        self._lanes[lane] = circuit


CIRCUITS = Circuits()
"""Those of this process: all who use one provider at one address learn from each other."""
