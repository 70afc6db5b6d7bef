"""Where the tests keep their files: in memory, if there is room. None of them is kept, and a disk makes them wait."""

import os
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
"""How many bytes must be free: both PostgreSQL servers of a run live there too."""


def keep_files_in_memory() -> None:
    """Makes temporary files of this process and of those it starts files in memory, unless somebody said where."""
    if "TMPDIR" not in os.environ and _fits(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # it may have been looked up already


def _fits(place: Path) -> bool:
    """Whether there is room, and programs can be run there: a copy of PostgreSQL may have to."""
    if not os.access(place, os.W_OK | os.X_OK):
        return False
    told = os.statvfs(place)
    return told.f_bavail * told.f_frsize >= ROOM and not told.f_flag & os.ST_NOEXEC
