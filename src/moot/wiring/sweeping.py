"""When a process is searched for garbage: seldom, because everybody is held up meanwhile, for a second where many wait.

Hardly anything here is garbage that must be searched for, so Python's own way, whenever there is a quarter more to
search, finds next to nothing. Memory that grows is what garbage would show by; while it does not, all goes undisturbed.
"""

import gc
from collections.abc import Callable, Mapping
from mmap import PAGESIZE
from pathlib import Path
from time import monotonic
from typing import Any

_MEMORY = Path("/proc/self/statm")
_GROWN, _SHARE = 64 << 20, 0.25
"""By so many bytes, and by this part of what there was, memory has grown when it is worth a search."""
_LONGEST = 600.0
"""After so many seconds it is searched all the same: garbage may hold more than memory, an open file perhaps."""
_NEVER = 1_000_000


def sweep_seldom() -> None:
    """What is there by now stays, and is never searched; the rest when memory has grown, where that can be told."""
    gc.freeze()
    if _MEMORY.exists():
        gc.callbacks.append(Pace(resident))


class Pace:
    """Told of every search, it lets the next that goes through everything come soon, or not at all."""

    def __init__(self, memory: Callable[[], int], clock: Callable[[], float] = monotonic) -> None:
        self._memory, self._clock = memory, clock
        self._settled, self._at = memory(), clock()
        """How much there was after the last search, and when that was."""
        self._young, self._middle, self._often = gc.get_threshold()
        gc.set_threshold(self._young, self._middle, _NEVER)

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """For `gc.callbacks`."""
        if phase == "start" or info["generation"] == 0:
            return
        memory, now = self._memory(), self._clock()
        if info["generation"] == 2:
            self._settled, self._at = memory, now
        is_time = memory - self._settled > max(_GROWN, self._settled * _SHARE) or now - self._at > _LONGEST
        gc.set_threshold(self._young, self._middle, self._often if is_time else _NEVER)


def resident() -> int:
    """How much memory this process has, in bytes."""
    return int(_MEMORY.read_text("ascii").split()[1]) * PAGESIZE
