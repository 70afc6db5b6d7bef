"""What processes weigh: their CPU time and their memory, as Linux tells them."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_of(pid: int) -> float:
    """Seconds of CPU time that a process has used."""
    return sum(map(int, _stat(pid)[11:13])) / _TICKS


def resident(pid: int) -> int:
    """Bytes of memory that a process holds now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE


def family(pid: int) -> list[int]:
    """A process and those that it started: PostgreSQL has one for each connection."""
    children = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_of(entry, pid)]
    return [pid, *children]


def _is_of(entry: Path, parent: int) -> bool:
    try:
        return int(_stat(int(entry.name))[1]) == parent
    except (FileNotFoundError, ProcessLookupError):
        return False


def _stat(pid: int) -> list[str]:
    """What stands after the name, which may have blanks in it."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
