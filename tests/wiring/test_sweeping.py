"""Searches for garbage are seldom, and whatever is garbage goes before it fills the memory."""

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from moot.wiring.sweeping import Pace

MB = 1 << 20


@pytest.fixture
def thresholds() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_everything_is_searched_only_after_memory_has_grown_or_some_minutes(thresholds: tuple[int, int, int]):
    memory, clock = [100 * MB], [0.0]
    pace = Pace(lambda: memory[-1], lambda: clock[-1])
    seldom = gc.get_threshold()
    assert seldom[:2] == thresholds[:2]
    assert seldom[2] > 1000 * thresholds[2]

    def searched(generation: int, found: int) -> bool:
        memory.append(found * MB)
        pace("start", {"generation": generation})
        pace("stop", {"generation": generation})
        assert gc.get_threshold() in (thresholds, seldom)
        return gc.get_threshold() == thresholds

    assert not searched(1, 150)
    assert not searched(0, 900)
    assert searched(1, 165)
    assert searched(1, 300)
    assert not searched(2, 1000)
    assert not searched(1, 1200)
    assert searched(1, 1260)
    assert not searched(1, 900)
    clock.append(599.0)
    assert not searched(1, 900)
    clock.append(601.0)
    assert searched(1, 900)
    assert not searched(2, 900)
    clock.append(1200.0)
    assert not searched(1, 900)


GARBAGE = """
import gc
from collections import deque
from moot.wiring.sweeping import resident, sweep_seldom

class Knot:
    def __init__(self): self.itself, self.weight = self, bytearray(2000)

sweep_seldom()
before, live = resident(), deque(maxlen=5_000)
for _ in range(300_000):
    live.append(Knot())
print((resident() - before) >> 20, sum(stats["collected"] for stats in gc.get_stats()[2:]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Python's own way is left as it is")
def test_garbage_that_lived_for_long_is_found_before_it_fills_the_memory():
    """Ten megabytes are in use at a time, six hundred become garbage, and only a search of everything finds most."""
    said = subprocess.run([sys.executable, "-c", GARBAGE], capture_output=True, text=True, timeout=100, check=True)
    grown, found = map(int, said.stdout.split())
    assert grown < 250
    assert found > 100_000
