"""The program under test: that of this tree, or one that is installed elsewhere (its folder is in MOOT_TEST_BIN)."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

ELSEWHERE = os.environ.get("MOOT_TEST_BIN")
BIN = Path(ELSEWHERE or Path(sys.executable).parent)
INSTALLED = None if ELSEWHERE is None else BIN / "moot"


class Program:
    """A program in a process of its own, held like a `multiprocessing.Process`."""

    def __init__(
        self, path: Path, arguments: Sequence[str], env: Mapping[str, str], cwd: Path, out: BinaryIO, err: BinaryIO
    ) -> None:
        self._words = [str(path), *arguments]
        self._given = dict(env), cwd, out, err
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The id of its process, once it is started."""
        return None if self._process is None else self._process.pid

    @property
    def exitcode(self) -> int | None:
        """Its exit code, negative for the signal that ended it; None while it runs."""
        return None if self._process is None else self._process.poll()

    def start(self) -> None:
        """Starts it."""
        env, cwd, out, err = self._given
        # Its own packages alone: what the tests can import must not help it.
        env = {name: value for name, value in env.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
        self._process = subprocess.Popen(
            self._words, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=err
        )

    def join(self, timeout: float | None = None) -> None:
        """Waits until it has ended, or so long."""
        assert self._process is not None
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return
