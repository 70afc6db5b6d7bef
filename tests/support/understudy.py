"""Programs in processes of their own that have learnt their part before: importing all of Moot anew takes seconds."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.reduction import DupFd
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

from moot.cli.app import main as moot
from tests.support.program import INSTALLED, Program

LEARNT = (
    "moot.wiring",
    "moot.cli.inside.serving",
    "moot.cli.run",
    "moot.cli.serve",
    "moot.players.model.player",
    "moot.players.thinking",
    "pydantic_ai.models.openai",
    "moot.store.upgrade",
    "asyncpg",
    "moot.store.postgres",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "tests.support.understudy",
)
"""What is imported once for all of them. A module that is missing here costs time, and nothing else."""

_theatre = multiprocessing.get_context("forkserver")
_theatre.set_forkserver_preload(list(LEARNT))


class Understudy:
    """A program forked from a process that has its modules already. It is held like a `subprocess.Popen`.

    One that is installed elsewhere is run as it is.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        *,
        cwd: Path | None = None,
        log: Path | None = None,
        main: Callable[[], None] = moot,
        program: Path | None = INSTALLED,
    ) -> None:
        self.stdout, out = _pipe()
        self.stderr, err = _pipe() if log is None else (None, log.open("ab"))
        place = cwd or Path.cwd()
        part = (main, tuple(arguments), dict(env), place, _Handed(out), _Handed(err))
        if program is not None and main is moot:
            self._process = Program(program, arguments, env, place, out, err)
        else:
            # A daemon: one that a test leaves behind does not keep the tests from ending.
            self._process = _theatre.Process(target=_play, args=part, daemon=True)
        with out, err:
            self._process.start()

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative for the signal that ended it; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("moot", timeout or 0)
        return self.returncode

    def send_signal(self, sent: signal.Signals) -> None:
        """Sends it a signal, if it runs."""
        if self.returncode is None:
            os.kill(self.pid, sent)

    def terminate(self) -> None:
        """Asks it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it as by a power cut."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """What else it said, on its output and beside it, once it has ended."""
        said: dict[BinaryIO, bytes] = {}
        pipes = [pipe for pipe in (self.stdout, self.stderr) if pipe is not None]
        readers = [Thread(target=_read, args=(pipe, said), daemon=True) for pipe in pipes]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return said[self.stdout], b"" if self.stderr is None else said[self.stderr]


class _Handed:
    """A file that a process is given as it starts."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __reduce__(self) -> Any:
        return _taken, (DupFd(self._file.fileno()),)


def _taken(handed: Any) -> int:
    return handed.detach()


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    ours, theirs = os.pipe()
    return os.fdopen(ours, "rb"), os.fdopen(theirs, "wb")


def _read(pipe: BinaryIO, said: dict[BinaryIO, bytes]) -> None:
    with pipe:
        said[pipe] = pipe.read()


def _play(
    main: Callable[[], None], arguments: Sequence[str], env: Mapping[str, str], cwd: Path, out: int, err: int
) -> None:
    """In the new process: puts what a fresh interpreter finds in its place, and runs the command."""
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for handed, place in ((out, 1), (err, 2)):
        os.dup2(handed, place)
        os.close(handed)
    sys.stdout, sys.stderr = (os.fdopen(place, "w", 1, closefd=False) for place in (1, 2))
    sys.argv = ["moot", *arguments]
    main()
