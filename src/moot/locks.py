"""Locks on files, where the system has them: one process at a time, and a lock ends with the process that holds it."""

from typing import IO

try:
    import fcntl
except ImportError:  # pragma: no cover
    # Windows has none: there nobody is kept out.
    fcntl = None

EXCLUSIVE = fcntl is not None
"""Whether a lock keeps others out."""


def taken(file: IO[bytes] | int, wait: bool = False) -> bool:
    """Takes the lock of an open file; False where somebody else has it, unless that is waited for."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
