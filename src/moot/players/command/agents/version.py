"""Which version of a program answers: asked once for each file, since starting one can take a second."""

import asyncio
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from moot.players.command.process import run

SECONDS = 20.0
LONGEST = 80


class Versions:
    """The versions that were told."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._told: dict[tuple[str, int], str | None] = {}

    async def of(self, program: str) -> str | None:
        """What it says to `--version`, in a line; None where it does not say."""
        found = shutil.which(program, path=self._environment.get("PATH"))
        if found is None:
            return None
        key = _file(found)
        if key not in self._told:
            self._told[key] = await self._ask(found)
        return self._told[key]

    async def _ask(self, program: str) -> str | None:
        try:
            async with asyncio.timeout(SECONDS):
                ended = await run((program, "--version"), b"", Path(tempfile.gettempdir()), self._environment)
        except (OSError, TimeoutError):
            return None
        lines = ended.printed.decode(errors="replace").split("\n")
        return (" ".join(lines[0].split())[:LONGEST] or None) if ended.code == 0 else None


def _file(program: str) -> tuple[str, int]:
    """A program as it is now: another one once it was updated."""
    return program, Path(program).stat().st_mtime_ns
