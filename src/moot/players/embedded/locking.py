"""One process at a time, where the system has file locks; a lock ends with the process that holds it."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import IO

from moot.players.embedded.failures import GivenUp

try:
    import fcntl
except ImportError:  # pragma: no cover
    # Windows: two may fetch at once. Each writes under a name of its own, so that is only slow.
    fcntl = None

EXCLUSIVE = fcntl is not None
"""Whether a lock keeps others out."""
_LOOK_EVERY = 0.2


@contextmanager
def locked(path: Path, stop: Event) -> Generator[None]:
    """Holds the lock; waits for whoever holds it, until `stop` is set."""
    with path.open("a+b") as file:
        while not _taken(file):
            if stop.wait(_LOOK_EVERY):
                raise GivenUp
        yield


def _taken(file: IO[bytes]) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
