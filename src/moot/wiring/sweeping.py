"""When a process is searched for garbage: seldom, because everybody is held up meanwhile, for a second where many wait.

Hardly anything here is garbage that must be searched for, so Python's own way, whenever there is a quarter more to
search, finds next to nothing. Memory that grows is what garbage would show by; as long as it does not, nobody looks.
"""

import gc
from collections.abc import Callable, Mapping
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

_MEMORY = Path("/proc/self/statm")
_GROWN, _SHARE = 64 << 20, 0.25
"""By so many bytes, and by this part of what there was, memory has grown when it is worth a search."""
_NEVER = 1_000_000


def sweep_seldom() -> None:
    """What is there by now stays, and is never searched; the rest is when memory has grown, where that can be told."""
    gc.freeze()
    if _MEMORY.exists():
        gc.callbacks.append(Pace(resident))


class Pace:
    """Told of every search, it lets the next that goes through everything come soon, or not at all."""

    def __init__(self, memory: Callable[[], int]) -> None:
        self._memory = memory
        self._settled = memory()
        """How much there was after the last search."""
        self._young, self._middle, self._often = gc.get_threshold()
        gc.set_threshold(self._young, self._middle, _NEVER)

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """For `gc.callbacks`."""
        if phase == "start" or info["generation"] == 0:
            return
        now = self._memory()
        if info["generation"] == 2:
            self._settled = now
        has_grown = now - self._settled > max(_GROWN, self._settled * _SHARE)
        gc.set_threshold(self._young, self._middle, self._often if has_grown else _NEVER)


def resident() -> int:
    """How much memory this process has, in bytes."""
    return int(_MEMORY.read_text("ascii").split()[1]) * PAGESIZE
