"""The player that is a coding agent, called through its own command line."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from moot.debate import Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.players.command.agents.agent import Agent, Told, Words
from moot.players.command.agents.version import Versions
from moot.players.command.process import Ended
from moot.players.command.prompt import prompt
from moot.players.command.reading import answer_in
from moot.players.command.running import SHOWN, Program, ended_badly, plain

PRINTED = 16 * 1024 * 1024
"""How many bytes an agent may print: some tell all that they read, not only what they answer."""
REMEMBERED = 512
"""How many sessions are gone on with; the oldest are begun anew, which costs their agent a second reading."""


@dataclass(frozen=True, slots=True)
class Line:
    """The command line of an agent."""

    agent: Agent
    path: str
    """The program, as it is to be started."""
    flags: Words = ()
    """More words, of its owner's."""

    def argv(self, session: str | None = None) -> Words:
        """The words of a call, or of one that goes on with a session."""
        return (self.path, *self.agent.typed(self.flags, session))


class AgentPlayer:
    """A coding agent that is given the brief on its standard input and answers in its own form.

    Every call has the whole record in it, so that a session is a convenience: where it is lost, nothing is.
    """

    def __init__(
        self,
        name: str,
        line: Line,
        program: Program,
        *,
        continues: bool = False,
        at_once: int = 2,
        manner: Manner = "paired",
    ) -> None:
        self.name = name
        self.manner: Manner = manner
        self.lanes: Mapping[str, int] = {f"command:{name}": at_once}
        self._line = line
        self._program = program
        self._continues = continues
        self._versions = Versions(program.environment)
        self._sessions: dict[tuple[str, str], str] = {}

    def reserve(self, call: Call) -> Spent | None:
        """Nobody can tell what an agent will spend."""
        return None

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What it told as its last message: the one JSON object in it, or all of it where that is not to be found."""
        text = prompt(call)
        version = await self._versions.of(self._line.path)
        began = perf_counter()
        words, told = await self._told(text, self._session(call))
        milliseconds = round((perf_counter() - began) * 1000)
        self._remember(call, told)
        raw = answer_in(told.text) or told.text
        draft(raw)
        facts = {"agent": self._line.agent.name, **({"version": version} if version else {}), **told.facts}
        by = f"{self._line.agent.name} {version}" if version else self._line.agent.name
        spent = Spent(told.tokens_in, told.tokens_out, told.money, milliseconds)
        return Answer(raw, by, {"argv": list(words), "stdin": text}, spent, facts)

    async def _told(self, text: str, session: str | None) -> tuple[Words, Told]:
        argv = self._line.argv(session)
        ended = await self._program.run(argv, text.encode())
        told = await asyncio.to_thread(self._read, ended)  # The events of a long turn are megabytes.
        if session is not None and (ended.code != 0 or told is None):
            return await self._told(text, None)
        # The words of the table alone: what its owner added, or where it is, may be nobody else's business.
        return (self._line.agent.program, *self._line.agent.called((), session)), self._must_tell(argv, ended, told)

    def _must_tell(self, argv: Words, ended: Ended, told: Told | None) -> Told:
        if ended.code != 0 or told is None or told.fault is not None:
            raise self._failed(argv, ended, told)
        return told

    def _read(self, ended: Ended) -> Told | None:
        return self._line.agent.read(plain(ended.printed))

    def _failed(self, argv: Words, ended: Ended, told: Told | None) -> PlayerFailed:
        """Why there is no answer: nobody is logged in, it said why, it ended badly, or it printed something else."""
        agent = self._line.agent
        fault, printed = (told.fault if told else None) or "", plain(ended.printed).strip()
        complaint = "" if ended.code == 0 else plain(ended.complained) + ("" if told else printed)
        if agent.signs.search(f"{fault}\n{complaint}"):
            return PlayerFailed(f"{agent.name} is not logged in. {agent.login}")
        if fault:
            return PlayerFailed(f"{agent.name} failed: {fault[:SHOWN]}")
        if ended.code != 0:
            return ended_badly(argv, ended)
        shown = printed[:SHOWN] or "nothing"
        return PlayerFailed(f"{agent.name} did not print the JSON that it was asked for, but: {shown}")

    def _session(self, call: Call) -> str | None:
        """What to go on with; a question of several is asked on its own, so that no answer leans on another."""
        return self._sessions.get(_place(call)) if len(call.brief.asks) == 1 else None

    def _remember(self, call: Call, told: Told) -> None:
        if not self._continues or told.session is None:
            return
        self._sessions.pop(_place(call), None)
        self._sessions[_place(call)] = told.session
        if len(self._sessions) > REMEMBERED:
            del self._sessions[next(iter(self._sessions))]


def _place(call: Call) -> tuple[str, str]:
    return call.debate, call.seat
