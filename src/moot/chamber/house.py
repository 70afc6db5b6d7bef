"""The house in the hands of a program that has no event loop: the same verbs, each done when it returns."""

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar, Unpack

from moot.chamber.async_debate import AsyncDebate
from moot.chamber.async_house import AsyncHouse
from moot.chamber.debate import Debate
from moot.chamber.portal import Portal
from moot.chamber.reports import (
    ArbitrationReport,
    ArenaReport,
    EvaluationReport,
    PanelReport,
    RoundTableReport,
    WorkshopReport,
)
from moot.chamber.seating import Seats
from moot.chamber.terms import (
    ArbitrationTerms,
    ArenaTerms,
    EvaluationTerms,
    PanelTerms,
    RoundTableTerms,
    WorkshopTerms,
)
from moot.desk.replies import Debate as Card

R = TypeVar("R")


class House:
    """A house: `with moot.House() as house:`. It runs in a thread of its own; see `AsyncHouse` for what it takes."""

    def __init__(
        self,
        database: str | Path | None = None,
        *,
        home: str | Path | None = None,
        player: str | None = None,
        **settings: Any,
    ) -> None:
        """Opens it at once; `close` it, or use it in a `with`."""
        self._house = AsyncHouse(database, home=home, player=player, **settings)
        self._portal = Portal()
        try:
            self._portal.done(self._house.open_doors())
        except BaseException:
            self._portal.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes it; what was acknowledged is kept. Closing it twice is no harm."""
        if self._portal.is_open:
            try:
                self._portal.done(self._house.close())
            finally:
                self._portal.close()

    def arbitration(self, motion: str, **terms: Unpack[ArbitrationTerms]) -> Debate[ArbitrationReport]:
        """A motion, argued by a proposer and an opponent before an arbitrator."""
        return self._opened(self._house.arbitration(motion, **terms))

    def panel(
        self, question: str, options: Sequence[str] | Mapping[str, str], **terms: Unpack[PanelTerms]
    ) -> Debate[PanelReport]:
        """A question with its options, put to judges of different stances."""
        return self._opened(self._house.panel(question, options, **terms))

    def evaluation(self, idea: str, **terms: Unpack[EvaluationTerms]) -> Debate[EvaluationReport]:
        """An idea, scored, attacked, and argued for and against."""
        return self._opened(self._house.evaluation(idea, **terms))

    def arena(self, topic: str, **terms: Unpack[ArenaTerms]) -> Debate[ArenaReport]:
        """A topic, debated by two agents in public against the clock, and judged by those who are invited."""
        return self._opened(self._house.arena(topic, **terms))

    def workshop(self, task: str, **terms: Unpack[WorkshopTerms]) -> Debate[WorkshopReport]:
        """A task for code, on which a cast works through phases."""
        return self._opened(self._house.workshop(task, **terms))

    def roundtable(self, question: str, **terms: Unpack[RoundTableTerms]) -> Debate[RoundTableReport]:
        """A question that several answer, each alone at first; then they read each other and answer again."""
        return self._opened(self._house.roundtable(question, **terms))

    def open(
        self,
        format: str,
        setup: Mapping[str, Any],
        role: str,
        type: str,
        move: Mapping[str, Any],
        *,
        seats: Seats | None = None,
        debate_id: str | None = None,
    ) -> Debate[Any]:
        """A debate of any format with its first move; seats that are not named are for whoever comes."""
        return self._opened(self._house.open(format, setup, role, type, move, seats=seats, debate_id=debate_id))

    def debate(self, debate_id: str) -> Debate[Any]:
        """A debate that is there already, or a refusal; its players are called on from now on."""
        return self._opened(self._house.debate(debate_id))

    def debates(self) -> list[Card]:
        """Every debate that is kept here, the latest growth first."""
        return self._portal.done(self._house.debates())

    def seat(self, player: object) -> str:
        """The name by which a function or a list of answers can be seated, and called on again after a restart."""
        return self._house.seat(player)

    def _opened(self, work: Coroutine[Any, Any, AsyncDebate[R]]) -> Debate[R]:
        return Debate(self._portal, self._portal.done(work))
