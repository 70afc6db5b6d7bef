"""A program under way: fed, listened to within bounds, and ended with all that it started."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

STDOUT_LIMIT = 1024 * 1024
STDERR_KEPT = 4 * 1024
LINGERING = 2.0
"""How many seconds are left to read, once a program has ended, where somebody out of reach keeps its pipes open."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, and what it printed."""

    code: int
    printed: bytes
    complained: bytes
    """The end of its standard error."""
    too_much: bool
    """Whether it printed more than may be printed, and was stopped for it."""


async def run(
    argv: Sequence[str], given: bytes, folder: Path, environment: Mapping[str, str], most: int = STDOUT_LIMIT
) -> Ended:
    """Runs a program to its end, without a shell. However this ends, nothing that the program started is left."""
    loop = asyncio.get_running_loop()
    transport, running = await loop.subprocess_exec(
        lambda: _Running(most), *argv, cwd=folder, env=dict(environment), start_new_session=True
    )
    try:
        feed = cast(asyncio.WriteTransport, transport.get_pipe_transport(0))
        # One that ended without listening closed the pipe; uvloop calls that a RuntimeError. How it ended says more.
        with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
            feed.write(given)
            feed.write_eof()
        await running.over.wait()
    finally:
        end_group(transport.get_pid())
        transport.close()
        await running.over.wait()
    return Ended(transport.get_returncode() or 0, bytes(running.printed), bytes(running.complained), running.too_much)


def end_group(leader: int) -> None:
    """Kills a program and everything in its session; SIGTERM could be ignored, and there is nothing to save."""
    # Nobody may be left; macOS says "not permitted" of a group that only has the dead in it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


class _Running(asyncio.SubprocessProtocol):
    """Listens to a program; the program's own end counts, even where a child of it keeps the pipes open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.printed = bytearray()
        self.complained = bytearray()
        self.too_much = False
        self.over = asyncio.Event()
        self._transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        if fd == 1:
            self._print(data)
        else:
            self.complained = (self.complained + data)[-STDERR_KEPT:]

    def process_exited(self) -> None:
        self._end()
        assert self._transport is not None
        asyncio.get_running_loop().call_later(LINGERING, self._transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()

    def _print(self, data: bytes) -> None:
        room = self._most - len(self.printed)
        self.printed += data[:room]
        if len(data) > room and not self.too_much:
            self.too_much = True
            self._end()

    def _end(self) -> None:
        """Ends what is left, so that the pipes close and what is still in them is read to its end."""
        assert self._transport is not None
        end_group(self._transport.get_pid())
