"""A debate in the hands of a program that has no event loop."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from moot.chamber.async_debate import AsyncDebate
from moot.chamber.portal import Portal
from moot.chamber.result import Result
from moot.debate import ActionNotAllowed
from moot.desk.exports import Form
from moot.desk.replies import Argument, BriefTold, Receipt, Soundness
from moot.desk.replies import Debate as Card

R = TypeVar("R")


class Debate(Generic[R]):
    """A debate of an open house; what each verb does is said in `AsyncDebate`."""

    def __init__(self, portal: Portal, debate: AsyncDebate[R]) -> None:
        self._portal = portal
        self._debate = debate

    @property
    def id(self) -> str:
        """Its id."""
        return self._debate.id

    def card(self) -> Card:
        """The debate at a glance: its state, for whom it waits, its last hash."""
        return self._portal.done(self._debate.card())

    def watch(self, *, after: int = 0, people: bool = False) -> Iterator[Argument]:
        """What was said after a line, then what is said, as it comes, until the end or until it waits for people."""
        watching = self._debate.watch(after=after, people=people)
        try:
            while (argument := self._portal.done(_next(watching))) is not None:
                yield argument
        finally:
            with suppress(ActionNotAllowed):
                self._portal.done(watching.aclose())

    def result(self, *, within: float | None = None, people: bool = False) -> Result[R]:
        """What came of it, once it is over; refused where it waits for a seat for which nobody is called on."""
        return self._portal.done(self._debate.result(within=within, people=people))

    def so_far(self) -> Result[R]:
        """What has come of it by now."""
        return self._portal.done(self._debate.so_far())

    def arguments(self) -> list[Argument]:
        """All that was said so far."""
        return self._portal.done(self._debate.arguments())

    def brief(self, role: str) -> BriefTold:
        """What a seat is told now, and the forms that it may fill in."""
        return self._portal.done(self._debate.brief(role))

    def answer(self, role: str, *filled: Mapping[str, Any]) -> Receipt:
        """Moves for a seat: a filled form for each task of its brief."""
        return self._portal.done(self._debate.answer(role, *filled))

    def move(self, role: str, type: str, move: Mapping[str, Any], *, answers: str | None = None) -> Receipt:
        """Makes any move of the format for a seat."""
        return self._portal.done(self._debate.move(role, type, move, answers=answers))

    def judge(self, judge: str, winner: str, reasoning: str) -> None:
        """Judges a debate of the arena, in the name of an agent whom it invited."""
        self._portal.done(self._debate.judge(judge, winner, reasoning))

    def transcript(self, as_: Form = "markdown") -> str:
        """The whole of it in one text: `markdown`, `html`, `json`, or `jsonl` with the hash of every line."""
        return self._portal.done(self._debate.transcript(as_))

    def papers(self) -> dict[str, str]:
        """The result as files, by name."""
        return self._portal.done(self._debate.papers())

    def verify(self) -> Soundness:
        """Computes the whole record anew and says whether it is as it was written."""
        return self._portal.done(self._debate.verify())


async def _next(watching: AsyncIterator[Argument]) -> Argument | None:
    return await anext(watching, None)
