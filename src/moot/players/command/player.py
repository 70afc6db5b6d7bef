"""The player that is a program."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from moot.debate import Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.players.command.process import STDOUT_LIMIT, Ended, run
from moot.players.command.prompt import prompt
from moot.players.command.reading import answer_in

SHOWN = 400
"""How much of a program's complaint stands in the reason why it failed."""


class CommandPlayer:
    """A program that is given the brief on its standard input and prints its answer."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        environment: Mapping[str, str],
        *,
        timeout: float = 600.0,
        folder: Path | None = None,
        at_once: int = 2,
        manner: Manner = "paired",
    ) -> None:
        self.name = name
        self.manner: Manner = manner
        self.lanes: Mapping[str, int] = {f"command:{name}": at_once}
        self._argv = tuple(argv)
        self._environment = environment
        self._timeout = timeout
        self._folder = folder

    def reserve(self, call: Call) -> Spent | None:
        """Nobody can tell what a program will spend."""
        return None

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What it printed: the one JSON object in it, or all of it where that is not to be found."""
        text = prompt(call)
        began = perf_counter()
        ended = await self._run(text.encode())
        spent = Spent(milliseconds=round((perf_counter() - began) * 1000))
        self._must_have_ended_well(ended)
        printed = ended.printed.decode(errors="replace")
        raw = answer_in(printed) or printed
        draft(raw)
        complained = ended.complained.decode(errors="replace")
        return Answer(raw, self._program, {"stdin": text}, spent, {"stderr": complained} if complained else {})

    @property
    def _program(self) -> str:
        return Path(self._argv[0]).name

    async def _run(self, given: bytes) -> Ended:
        with TemporaryDirectory(prefix="moot-", ignore_cleanup_errors=True) as empty:
            try:
                async with asyncio.timeout(self._timeout):
                    return await run(self._argv, given, self._folder or Path(empty), self._environment)
            except TimeoutError:
                raise PlayerFailed(f"{self._program} did not answer within {self._timeout:g} s.") from None
            except OSError as trouble:
                raise PlayerFailed(f"{self._program} could not be started: {trouble.strerror}.") from trouble

    def _must_have_ended_well(self, ended: Ended) -> None:
        if ended.too_much:
            raise PlayerFailed(f"{self._program} printed more than {STDOUT_LIMIT} bytes.")
        if ended.code != 0:
            told = ended.complained.decode(errors="replace").strip()[-SHOWN:]
            raise PlayerFailed(f"{self._program} ended with exit code {ended.code}{f': {told}' if told else ''}.")
