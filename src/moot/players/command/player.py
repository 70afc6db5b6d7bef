"""The player that is a program."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from moot.debate import Manner, Spent
from moot.engine import Answer, Call, Draft
from moot.players.command.prompt import prompt
from moot.players.command.reading import answer_in
from moot.players.command.running import Program, ended_badly, name_of


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
        self._program = Program(environment, timeout, folder)

    def reserve(self, call: Call) -> Spent | None:
        """Nobody can tell what a program will spend."""
        return None

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What it printed: the one JSON object in it, or all of it where that is not to be found."""
        text = prompt(call)
        began = perf_counter()
        ended = await self._program.run(self._argv, text.encode())
        spent = Spent(milliseconds=round((perf_counter() - began) * 1000))
        if ended.code != 0:
            raise ended_badly(self._argv, ended)
        printed = ended.printed.decode(errors="replace")
        raw = answer_in(printed) or printed
        draft(raw)
        complained = ended.complained.decode(errors="replace")
        return Answer(raw, name_of(self._argv), {"stdin": text}, spent, {"stderr": complained} if complained else {})
