"""Arrivals: every question as whoever was asked saw it come in, and the verdict on those that came once more."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from moot.engine import CallKey
from tests.chaos.hands import Life

MOMENT = timedelta(seconds=3)
"""The longest that a process takes, on a busy machine, from claiming a call to sending it, if it is not held up."""
GONE = timedelta(seconds=5)
"""For so long after it was let go on others may still take a process for gone."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A question that came in."""

    at: datetime
    by: str
    """The hand that sent it."""
    mark: str
    """By which its answer can be told from all others."""
    whole: bool = True
    """Whether it was answered in full, be it in form or not."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The answer that was kept."""

    asked: Arrival
    """The question that it answers."""
    kept: datetime
    key: CallKey
    tries: int = 1
    """How often it was asked for, within one call, until it came."""


LifeOf: TypeAlias = Callable[[Arrival], Life]
"""The process from which a question came."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and all its arrivals in the order they came."""

    arrivals: Sequence[Arrival]
    life_of: LifeOf

    def must_be_paid_once(self, answers: Sequence[Heard]) -> None:
        """Nobody asks for what is kept, throws away what it was told, or asks for what another is asking for.

        One thing is excused, since no database can hold it back. A process that is held up counts as gone, and another
        takes its calls over; when it goes on, both have the call. What they then send is excused, if they had it before
        its answer was kept. No process is excused that asks again for what it was told itself. A question that was
        put in several turns word for word is paid once for each.
        """
        answers = sorted(answers, key=lambda heard: heard.kept)
        for number, heard in enumerate(answers):
            alone = Question(self._apart(answers, number), self.life_of)
            wrong = [*alone._asked_again(heard), *alone._thrown_away(heard), *alone._crossed()]
            assert not wrong, (wrong, answers, self.arrivals)

    def _apart(self, answers: Sequence[Heard], number: int) -> Sequence[Arrival]:
        """What was asked for one of several answers: neither for those before it, nor for those after it."""
        others = {each.mark for other in answers if other is not answers[number] for each in self._call_of(other)}
        after = answers[number - 1].kept if number else None
        until = answers[number].kept if number + 1 < len(answers) else None
        return [
            each
            for each in self.arrivals
            if each.mark not in others and (after is None or each.at > after) and (until is None or each.at <= until)
        ]

    def _call_of(self, heard: Heard) -> Sequence[Arrival]:
        """The tries of one call, the last of which was answered."""
        return self._by(self.life_of(heard.asked), heard.asked.at)[-heard.tries :]

    def _asked_again(self, heard: Heard) -> Iterator[tuple[str, Arrival]]:
        keeper = self.life_of(heard.asked)
        # Whoever was held up between looking at the clock and writing wrote when it went on.
        kept = keeper.awake_from(heard.kept, MOMENT)
        for again in self.arrivals:
            by_itself = self.life_of(again) is keeper and again.at > heard.kept
            if by_itself or (again.at > kept and not self._had_it_before(again, kept, keeper)):
                yield "asked for again although it was kept", again

    def _had_it_before(self, again: Arrival, kept: datetime, keeper: Life) -> bool:
        """Whether it comes from another process that had claimed the call before its answer was kept."""
        life = self.life_of(again)
        began = self._first_by(life).at
        if life is keeper or life.began > kept or began > life.awake_from(kept, MOMENT) + MOMENT:
            return False
        return _held_up(keeper, life, min(began, kept) - GONE, again.at)

    def _thrown_away(self, heard: Heard) -> Iterator[tuple[str, Arrival]]:
        """What the process was told, before the call in which it was told what it kept."""
        for before in self._by(self.life_of(heard.asked), heard.asked.at)[: -heard.tries]:
            if before.whole:
                yield "answered, thrown away, and asked for again", before

    def _crossed(self) -> Iterator[tuple[str, Arrival]]:
        """What was asked for while another process that lived and was not held up had an answer to it."""
        for number, each in enumerate(self.arrivals):
            life = self.life_of(each)
            if each is not self._first_by(life):
                continue
            for before in self.arrivals[:number]:
                other = self.life_of(before)
                lived = other.ended is None or other.ended > each.at
                if before.whole and lived and not _held_up(other, life, before.at - GONE, each.at):
                    yield "asked for by two at once", each

    def _by(self, life: Life, until: datetime) -> Sequence[Arrival]:
        return [each for each in self.arrivals if self.life_of(each) is life and each.at <= until]

    def _first_by(self, life: Life) -> Arrival:
        return next(each for each in self.arrivals if self.life_of(each) is life)


def _held_up(one: Life, other: Life, since: datetime, until: datetime) -> bool:
    return one.was_held_up(since, until) or other.was_held_up(since, until)
