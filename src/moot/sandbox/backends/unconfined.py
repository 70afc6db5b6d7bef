"""No sandbox at all: an owner's own choice, for a machine on which nothing holds."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from moot.sandbox.backends.interpreter import PYTHON
from moot.sandbox.backends.obstacle import Obstacle
from moot.sandbox.lane import place
from moot.sandbox.limits import Files, Limits, Ran, must_be_files, write
from moot.sandbox.pump import Launch, Talk, pump, talking


class Unconfined:
    """Runs programs with all the rights of this house; only time, memory and output are watched."""

    name = "none"

    def obstacle(self) -> Obstacle | None:
        """Root runs nothing unconfined."""
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            return Obstacle("this house runs as root, which runs nothing unconfined", "Run it as an ordinary user.")
        return None

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        """Runs a program in a folder with these files, which is gone afterwards."""
        must_be_files(files)
        limits = limits or Limits()
        if (obstacle := self.obstacle()) is not None:
            return Ran(self.name, "refused", None, b"", obstacle.why.encode(), 0.0)
        with TemporaryDirectory(prefix="moot-", ignore_cleanup_errors=True) as folder:
            write(files, Path(folder))
            words = (sys.executable if argv[0] == PYTHON else argv[0], *argv[1:])
            told = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "LANG": "C.UTF-8"}
            async with place():
                pumped = await pump(Launch(words, told, folder=folder), limits, talking(stdin))
        return pumped.ran(self.name)
