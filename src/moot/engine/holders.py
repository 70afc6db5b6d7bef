"""Holders: which process has put a question, so that no two pay for the same answer."""

import asyncio
import logging
import os
import socket
from collections.abc import Collection
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Protocol

from moot.engine.enduring import Enduring

log = logging.getLogger("moot.holders")

_EVERY = 1.0
"""How many seconds pass between two words that this process is there."""
_FRESH = 3.0
"""For so many seconds what was told of others holds; a process that was frozen itself knows nothing of them."""

_ALL_TOGETHER = 0xEFFFFFFC
"""As what Linux shows the count of process ids that a machine begins with."""


class Presence(Protocol):
    """Where the processes that share a database say that they are there, by its clock."""

    async def tell(self, name: str) -> Collection[str]:
        """Notes that this holder is there now; those who once were and have been silent for some seconds."""
        ...

    async def leave(self, name: str) -> None:
        """Notes that this holder is there no longer."""
        ...


class Holder:
    """This process, and what it can tell of others."""

    def __init__(self, name: str | None = None) -> None:
        self._place = _place()
        self.name = name or f"{self._place}:{os.getpid()}:{token_hex(4)}"
        self._silent: frozenset[str] = frozenset()
        self._told_at = float("-inf")

    def is_gone(self, name: str) -> bool:
        """Whether a holder is known to have ended, or to be frozen; of those who never said a word nothing is known."""
        if name == self.name:
            return False
        if name in self._silent and monotonic() - self._told_at < _FRESH:
            return True
        place, _, rest = name.rpartition(":")[0].rpartition(":")
        if place != self._place:
            return False
        pid = int(rest)
        return pid == os.getpid() or not _is_alive(pid)

    async def stay(self, presence: Presence) -> None:
        """Says every second that it is there and hears who is not, until it is cancelled."""
        try:
            while True:
                await self.say(presence)
                await asyncio.sleep(_EVERY)
        finally:
            with suppress(Exception):
                await presence.leave(self.name)

    async def say(self, presence: Presence) -> None:
        """Says once that it is there, and hears who is not."""
        with Enduring(log, "telling that this process is there"):
            silent = frozenset(await presence.tell(self.name))
            # Who could not speak for a while is not alone in that: the others may be about to say their next word.
            self._silent = silent if monotonic() - self._told_at < _FRESH else frozenset()
            self._told_at = monotonic()


def _place() -> str:
    """Where process ids are counted: containers may share the name of their machine, and count from 1 each."""
    try:
        counted = os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        counted = _ALL_TOGETHER
    return socket.gethostname() + ("" if counted == _ALL_TOGETHER else f"/{counted}")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
