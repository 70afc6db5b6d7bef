"""The pump: a program under way, spoken to, listened to within bounds, watched, and ended with all that it started."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol, cast

from moot.sandbox.limits import MB, Limits, Ran, Why
from moot.sandbox.tree import end_group, end_tree, held

POLL = 0.05
"""How many seconds pass between two looks at what a tree of processes holds."""
LINGERING = 2.0
"""How many seconds are left to read, once a program has ended, where somebody keeps its pipes open."""
XCPU = 128 + 24
"""The exit code of a program that used up its processor time."""


class Talk(Protocol):
    """The other end of a program's standard input and output."""

    def begin(self) -> bytes:
        """What is said first."""
        ...

    def heard(self, data: bytes) -> bytes:
        """Told what the program said; what is answered."""
        ...

    @property
    def over(self) -> bool:
        """Whether there is nothing more to say to it."""
        ...

    @property
    def due(self) -> float | None:
        """By when, on the monotonic clock, something must be heard."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """A standard input that is there from the start."""

    text: bytes = b""
    over: bool = True
    due: float | None = None

    def begin(self) -> bytes:
        """All of it."""
        return self.text

    def heard(self, data: bytes) -> bytes:
        """Nothing: nobody answers."""
        return b""


def talking(stdin: bytes | Talk) -> Talk:
    """What a program is told: a text that is there from the start, or somebody who answers it."""
    return Given(stdin) if isinstance(stdin, bytes) else stdin


@dataclass(frozen=True, slots=True)
class Launch:
    """A program as it is started: its words, all of its environment, and the descriptors that it inherits."""

    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    fds: tuple[int, ...] = ()
    folder: str = "/"


@dataclass(frozen=True, slots=True)
class Pumped:
    """How a program ended."""

    why: Why
    exit_code: int | None
    stdout: bytes
    stderr: bytes
    seconds: float

    def ran(self, backend: str, *, refused: bool = False) -> Ran:
        """The same as a sandbox tells it; refused: the guest was never started."""
        why = "refused" if refused else self.why
        return Ran(backend, why, self.exit_code, self.stdout, self.stderr, self.seconds)


async def pump(launch: Launch, limits: Limits, talk: Talk) -> Pumped:
    """Runs a program to its end or to one of its limits. However this ends, nothing that it started is left."""
    began = monotonic()
    transport, running = await asyncio.get_running_loop().subprocess_exec(
        lambda: _Running(limits, talk),
        *launch.argv,
        env=dict(launch.environment),
        cwd=launch.folder,
        pass_fds=launch.fds,
        start_new_session=True,
    )
    process = transport.get_pid()
    try:
        running.say(talk.begin())
        stopped = await _watch(running, process, limits, began + limits.wall)
    finally:
        if not running.exited.is_set():
            end_tree(process)
        # Closed before its end was noticed, a transport would snatch the exit code from those who wait for it.
        await running.exited.wait()
        transport.close()
        await running.over.wait()
    code = None if stopped else _as_shells_do(transport.get_returncode())
    seconds = monotonic() - began
    return Pumped(stopped or _ended(code), code, bytes(running.stdout), bytes(running.stderr), seconds)


async def _watch(running: "_Running", process: int, limits: Limits, until: float) -> Why | None:
    """Waits for the end; why it must be brought about, if it must."""
    while not running.over.is_set():
        try:
            async with asyncio.timeout(POLL):
                await running.over.wait()
        except TimeoutError:
            if (why := _exceeded(running, process, limits, until)) is not None:
                return why
    return "output" if running.flooded else None


def _exceeded(running: "_Running", process: int, limits: Limits, until: float) -> Why | None:
    due = running.talk.due
    if running.flooded:
        return "output"
    if monotonic() > (until if due is None else min(due, until)):
        return "timeout"
    return "memory" if held(process) > limits.memory * MB else None


def _as_shells_do(code: int | None) -> int:
    code = code or 0
    return code if code >= 0 else 128 - code


def _ended(code: int | None) -> Why:
    if code == XCPU:
        return "timeout"
    return "signal" if code is not None and 128 < code < 128 + 65 else "exit"


class _Running(asyncio.SubprocessProtocol):
    """Listens to a program; its own end counts, even where a child of it keeps the pipes open."""

    def __init__(self, limits: Limits, talk: Talk) -> None:
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.flooded = False
        self.exited = asyncio.Event()
        self.over = asyncio.Event()
        self.talk = talk
        self._limits = limits
        self._seen = {1: 0, 2: 0}
        self._transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def say(self, text: bytes) -> None:
        """Says something to the program, and hangs up where nothing is left to say."""
        assert self._transport is not None
        feed = cast(asyncio.WriteTransport | None, self._transport.get_pipe_transport(0))
        if feed is None or feed.is_closing():
            return
        if text:
            feed.write(text)
        if self.talk.over:
            feed.write_eof()

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        stream = self.stdout if fd == 1 else self.stderr
        stream += data[: max(0, self._limits.kept - len(stream))]
        self._seen[fd] += len(data)
        if self._seen[fd] > self._limits.flood:
            self._stop_flood()
        elif fd == 1 and not self.flooded:
            self.say(self.talk.heard(data))

    def process_exited(self) -> None:
        assert self._transport is not None
        end_group(self._transport.get_pid())
        self.exited.set()
        asyncio.get_running_loop().call_later(LINGERING, self._transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()

    def _stop_flood(self) -> None:
        if not self.flooded:
            self.flooded = True
            assert self._transport is not None
            if not self.exited.is_set():
                end_tree(self._transport.get_pid())
