"""Clocks that are stepped under a running process, as those of a machine are. The product has no door for that.

The process is started through `main` here, which opens its house with such a clock and then runs the usual command.
"""

import os
import struct
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from moot.cli.app import main as moot
from moot.wiring import doors, house, processes

CLOCK = "STEPPED_CLOCK"
"""The variable that names the file in which the step stands."""
_STEP = struct.Struct("d")


class SteppedClock:
    """The clock of one machine, as whoever steps it sees it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._path.write_bytes(_STEP.pack(0.0))
        self._steps: list[tuple[datetime, timedelta]] = [(datetime.now(UTC), timedelta())]

    @property
    def environment(self) -> dict[str, str]:
        """What a process is started with that goes by this clock."""
        return {CLOCK: str(self._path)}

    @property
    def off(self) -> timedelta:
        """How far it is from the time it is."""
        return self._steps[-1][1]

    def step(self, by: timedelta) -> None:
        """Steps it, for all who go by it, at once."""
        off = self.off + by
        with self._path.open("r+b", buffering=0) as file:
            file.write(_STEP.pack(off.total_seconds()))
        self._steps.append((datetime.now(UTC), off))

    def truly(self, told: datetime) -> datetime:
        """The time it was when this clock told that: in that of its spans which it fits."""
        ends = [*(began for began, _ in self._steps[1:]), datetime.now(UTC)]
        spans = ((told - off, began, end) for (began, off), end in zip(self._steps, ends, strict=True))
        return min((max(began - at, at - end), at) for at, began, end in spans)[1]


def main() -> None:
    """In the new process: runs the command with a house that goes by the clock of its environment."""
    clock = os.open(os.environ[CLOCK], os.O_RDONLY)

    def stepped() -> datetime:
        (off,) = _STEP.unpack(os.pread(clock, _STEP.size, 0))
        return datetime.now(UTC) + timedelta(seconds=off)

    doors.house = processes.house = partial(house, clock=stepped)
    moot()
