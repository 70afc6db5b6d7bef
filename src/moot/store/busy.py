"""Waiting for a SQLite file that somebody else is writing."""

import sqlite3
from collections.abc import Callable
from random import random
from threading import Event
from time import monotonic
from typing import TypeVar

from moot.engine import StoreBusy

T = TypeVar("T")

_SOONEST, _LATEST = 0.002, 0.25


class Patience:
    """How long to try again; the waits grow, with jitter, so that many who wait do not march in step."""

    def __init__(self, seconds: float, stop: Event | None = None) -> None:
        self._until = monotonic() + seconds
        self._stop = stop or Event()
        self._wait = _SOONEST

    def wait(self) -> None:
        """Waits a little longer than before, or raises StoreBusy."""
        if monotonic() > self._until or self._stop.wait(self._wait * (0.5 + random())):
            raise StoreBusy("Another program holds the database; nothing was written. Try again.")
        self._wait = min(_LATEST, self._wait * 2)

    def through(self, act: Callable[[], T]) -> T:
        """Does it, again and again while the file is busy."""
        while True:
            try:
                return act()
            except sqlite3.OperationalError as failure:
                if not is_busy(failure):
                    raise
            self.wait()


def is_busy(failure: sqlite3.Error) -> bool:
    """Whether somebody else holds the file, so that another try may do."""
    code = getattr(failure, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def begin(connection: sqlite3.Connection, patience: Patience) -> None:
    """Begins to write, once nobody else does."""
    patience.through(lambda: connection.execute("BEGIN IMMEDIATE"))
