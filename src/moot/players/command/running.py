"""Running a player's program: what goes wrong is told as the reason why its turn lapses."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from moot.engine import PlayerFailed
from moot.players.command.process import STDOUT_LIMIT, Ended, run

SHOWN = 400
"""How much of a program's complaint stands in the reason why it failed."""
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


@dataclass(frozen=True, slots=True)
class Program:
    """How a program is run, whatever its words."""

    environment: Mapping[str, str]
    timeout: float = 600.0
    folder: Path | None = None
    """Where it runs; None: in an empty folder that is gone afterwards."""
    most: int = STDOUT_LIMIT
    """How many bytes it may print."""

    async def run(self, argv: Sequence[str], given: bytes) -> Ended:
        """Runs it to its end, which need not be a good one."""
        program = name_of(argv)
        with TemporaryDirectory(prefix="moot-", ignore_cleanup_errors=True) as empty:
            try:
                async with asyncio.timeout(self.timeout):
                    ended = await run(argv, given, self.folder or Path(empty), self.environment, self.most)
            except TimeoutError:
                raise PlayerFailed(f"{program} did not answer within {self.timeout:g} s.") from None
            except OSError as trouble:
                raise PlayerFailed(f"{program} could not be started: {trouble.strerror}.") from trouble
        if ended.too_much:
            raise PlayerFailed(f"{program} printed more than {self.most} bytes.")
        return ended


def name_of(argv: Sequence[str]) -> str:
    """What a program is called."""
    return Path(argv[0]).name


def ended_badly(argv: Sequence[str], ended: Ended) -> PlayerFailed:
    """The reason why a program that ended with another code than 0 gave no answer."""
    told = plain(ended.complained).strip()[-SHOWN:]
    return PlayerFailed(f"{name_of(argv)} ended with exit code {ended.code}{f': {told}' if told else ''}.")


def plain(said: bytes) -> str:
    r"""What a program said, without the colours and strokes that are for a terminal.

    >>> plain(b"\x1b[31mno\x1b[0m")
    'no'
    """
    return _ANSI.sub("", said.decode(errors="replace"))
