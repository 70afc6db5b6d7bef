"""One process fetches at a time. Without locks two may: each writes under a name of its own, so that is only slow."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from moot.locks import taken
from moot.players.embedded.failures import GivenUp

_LOOK_EVERY = 0.2


@contextmanager
def locked(path: Path, stop: Event) -> Generator[None]:
    """Holds the lock; waits for whoever holds it, until `stop` is set."""
    with path.open("a+b") as file:
        while not taken(file):
            if stop.wait(_LOOK_EVERY):
                raise GivenUp
        yield
