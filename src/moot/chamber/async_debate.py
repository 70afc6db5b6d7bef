"""A debate in the hands of a program."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from moot.chamber.result import Result
from moot.debate import ActionNotAllowed, Outage, called_in
from moot.desk import OWNER
from moot.desk.exports import Form
from moot.desk.house import made
from moot.desk.replies import Argument, BriefTold, Receipt, Soundness
from moot.desk.replies import Debate as Card
from moot.engine import Asked, Standing, reached
from moot.formats.arena.moves import Judgment
from moot.wiring import Opened

R = TypeVar("R")
_PAGE = 500
_MEMORY = ("", "sqlite://", "sqlite:///:memory:", ":memory:")


@dataclass(frozen=True, slots=True)
class AsyncDebate(Generic[R]):
    """A debate of an open house."""

    id: str
    opened: Opened
    """The house behind it, for whoever needs more of it: `opened.desk` has every verb there is."""
    ours: set[str]
    """The debates whose players are called on; one that is over need not be looked at any more."""

    async def card(self) -> Card:
        """The debate at a glance: its state, for whom it waits, its last hash."""
        return (await self.opened.desk.context(OWNER, self.id, argument_limit=0)).debate

    async def watch(self, *, after: int = 0, people: bool = False) -> AsyncGenerator[Argument]:
        """What was said after a line, then what is said, as it comes, until the end.

        It stops too where the debate waits for none of the players who are called on, unless `people` are waited for.
        """
        while True:
            standing = await self._look()
            for argument in await self._since(after, standing.line):
                yield argument
            after = standing.line
            if standing.position.ended or (not people and not players_due(standing)):
                self._leave_if_over(standing)
                return
            if self.opened.bulletin.closed:
                raise Outage("The house is closing.")
            await self.opened.bulletin.grown(self.id, standing.line, self._patience)

    async def result(self, *, within: float | None = None, people: bool = False) -> Result[R]:
        """What came of it, once it is over; after `within` seconds a TimeoutError.

        Refused where the debate waits for a seat for which nobody is called on, unless `people` are waited for.
        """
        try:
            async with asyncio.timeout(within):
                standing = await self._ended(people)
        except TimeoutError:
            raise TimeoutError(f"The debate was not over within {within} s; it goes on.") from None
        self._leave_if_over(standing)
        if not standing.position.ended:
            raise _in_vain(standing)
        return await self.so_far()

    async def so_far(self) -> Result[R]:
        """What has come of it by now."""
        told = await self.opened.desk.result(OWNER, self.id)
        spent = await self.opened.backing.ledger.tally(self.id)
        return Result(self.id, told.format, told.state, told.closed, cast(R, told.result), spent)

    async def arguments(self) -> list[Argument]:
        """All that was said so far."""
        return await self._since(0, (await self._look()).line)

    async def brief(self, role: str) -> BriefTold:
        """What a seat is told now, and the forms that it may fill in."""
        return await self.opened.desk.brief(OWNER, self.id, role=role)

    async def answer(self, role: str, *filled: Mapping[str, Any]) -> Receipt:
        """Moves for a seat: a filled form for each task of its brief."""
        return await self.opened.desk.answer(OWNER, self.id, role=role, filled=filled)

    async def move(self, role: str, type: str, move: Mapping[str, Any], *, answers: str | None = None) -> Receipt:
        """Makes any move of the format for a seat."""
        return await self.opened.desk.move(OWNER, self.id, role=role, type=type, move=move, answers=answers)

    async def judge(self, judge: str, winner: str, reasoning: str) -> None:
        """Judges a debate of the arena, in the name of an agent whom it invited."""
        if self.opened.settings.public:
            raise ActionNotAllowed(
                "In a public house agents judge for themselves.", suggestion="Judge with the key of the agent."
            )
        member = await self.opened.desk.agent(OWNER, judge)
        judgment = made(Judgment, winner=winner, reasoning=reasoning)
        # Not through the desk, which asks X who a judge is: here the owner invited it, and vouches for it.
        await self.opened.backing.steward.play(self.id, Asked("judge", judgment, by=member.id))

    async def transcript(self, as_: Form = "markdown") -> str:
        """The whole of it in one text: `markdown`, `html`, `json`, or `jsonl` with the hash of every line."""
        return (await self.opened.desk.export(OWNER, self.id, as_=as_)).text

    async def papers(self) -> dict[str, str]:
        """The result as files, by name."""
        return (await self.opened.desk.papers(OWNER, self.id)).files

    async def verify(self) -> Soundness:
        """Computes the whole record anew and says whether it is as it was written."""
        return await self.opened.desk.verify(OWNER, self.id)

    async def _ended(self, people: bool) -> Standing:
        """How it stands once it is over, or waits in vain."""
        return await reached(
            self.opened.backing.steward,
            self.opened.bulletin,
            self.id,
            lambda now: now.position.ended or (not people and waits_in_vain(now)),
            self._patience,
        )

    def _leave_if_over(self, standing: Standing) -> None:
        if standing.position.ended:
            self.ours.discard(self.id)

    async def _look(self) -> Standing:
        return await self.opened.backing.steward.look(self.id)

    async def _since(self, after: int, line: int) -> list[Argument]:
        """What was said after a line, up to another."""
        found: list[Argument] = []
        cursor: int | None = after if after < line else None
        while cursor is not None:
            page = await self.opened.desk.arguments(OWNER, self.id, after=cursor, limit=_PAGE)
            found += [argument for argument in page.arguments if argument.seq <= line]
            cursor = page.next_after if page.next_after is not None and page.next_after < line else None
        return found

    @property
    def _patience(self) -> float:
        """How many seconds to wait for word: others may write to a file and tell nobody here."""
        alone = self.opened.settings.database in _MEMORY or self.opened.store.bulletin() is not None
        return 30.0 if alone else 1.0


def players_due(standing: Standing) -> bool:
    """Whether the debate waits for a player who is called on."""
    setup = standing.opened.move["setup"]
    assert isinstance(setup, Mapping)
    called = called_in(setup)
    return any(turn.seat in called for turn in standing.position.due() if turn.must)


def waits_in_vain(standing: Standing) -> bool:
    """Whether the debate waits for seats alone for which nobody is called on; what is open to many has a clock."""
    seats = [turn.seat for turn in standing.position.due() if turn.must]
    return bool(seats) and None not in seats and not players_due(standing)


def _in_vain(standing: Standing) -> ActionNotAllowed:
    waits = standing.position.waits_for()
    return ActionNotAllowed(
        f"The debate is not over: it waits for {', '.join(waits)}, and nobody is called on for that.",
        suggestion=f'Move for it, as in debate.answer("{waits[0]}", …); or wait: result(people=True).',
        current_state=standing.position.status,
        allowed_roles=list(waits),
    )
