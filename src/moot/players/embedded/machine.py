"""What this machine has to give: cores and memory, within what its container allows."""

import os
from contextlib import suppress
from pathlib import Path

ROOT = Path("/")
_MOST_THREADS = 4


def cores(root: Path = ROOT) -> int:
    """How many cores this process may use."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = (root / "sys/fs/cgroup/cpu.max").read_text().split()
        allowed = min(allowed, max(1, int(quota) // int(period)))
    return allowed


def threads_for(cores: int) -> int:
    """With how many threads a model thinks unless it is told.

    One core stays free for the house where there are more than two. Both of two are used: the threads give way when
    somebody else is at work (see `runtime.py`), so that two were never much slower than one and mostly half as fast
    again. More than four bring little to models of this size, which wait for the memory.
    """
    return cores if cores <= 2 else min(_MOST_THREADS, cores - 1)


def free_memory(root: Path = ROOT) -> int | None:
    """How many bytes can be had without swapping; None where the system does not tell."""
    told = [amount for amount in (_of_machine(root), _of_container(root)) if amount is not None]
    return min(told, default=None)


def _of_machine(root: Path) -> int | None:
    with suppress(OSError, ValueError, IndexError):
        for line in (root / "proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def _of_container(root: Path) -> int | None:
    group = root / "sys/fs/cgroup"
    with suppress(OSError, ValueError):
        most, used = int((group / "memory.max").read_text()), int((group / "memory.current").read_text())
        return most - used + _reclaimable(group)
    return None


def _reclaimable(group: Path) -> int:
    """Files that the kernel keeps in memory only while nobody needs it."""
    with suppress(OSError, ValueError, IndexError):
        for line in (group / "memory.stat").read_text().splitlines():
            if line.startswith("inactive_file "):
                return int(line.split()[1])
    return 0
