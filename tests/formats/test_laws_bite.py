"""Each law finds the format that breaks it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import field_validator

from moot.debate import Cue, Entry, Move, Notice, Outcome, Turn
from moot.formats.arbitration import ArbitrationRules
from moot.formats.arbitration import State as ArbitrationState
from moot.testing.laws import Guide, LawBroken, check_random, check_silent, check_stubborn
from tests.formats.guides import ARBITRATION, JURY, WORKBENCH
from tests.formats.toys import JuryRules, WorkbenchRules
from tests.formats.toys.jury import Answer
from tests.formats.toys.jury import State as JuryState
from tests.formats.toys.workbench import State as WorkbenchState


class NeverReveals(JuryRules):
    def follows(self, state: JuryState) -> tuple[Notice, ...]:
        return tuple(notice for notice in super().follows(state) if notice.kind != "revealed")


class RevealsTwice(JuryRules):
    def follows(self, state: JuryState) -> tuple[Notice, ...]:
        notices = super().follows(state)
        return (*(notice for notice in notices if notice.kind == "revealed"), *notices)


class Louder(Answer, frozen=True):
    @field_validator("reason")
    @classmethod
    def _louder(cls, reason: str) -> str:
        return f"{reason}!"


class SaysItLouderEachTime(JuryRules):
    moves: Mapping[str, type[Move]] = {**JuryRules.moves, "ANSWER": Louder}


class DealsTheSameTurnAgain(JuryRules):
    def due(self, state: JuryState) -> tuple[Turn, ...]:
        return tuple(replace(turn, since=0) for turn in super().due(state))


class DealsAfterTheEnd(JuryRules):
    def due(self, state: JuryState) -> tuple[Turn, ...]:
        return (Turn("ask", ("QUESTION",), 0, "asker"),) if state.closed else super().due(state)


class PaysDifferentlyOnReplay(JuryRules):
    asked = 0

    def outcome(self, state: JuryState) -> Outcome | None:
        self.asked += 1
        outcome = super().outcome(state)
        return None if outcome is None else replace(outcome, result={"asked": self.asked})


class AsksForAnUnknownKind(JuryRules):
    def due(self, state: JuryState) -> tuple[Turn, ...]:
        return tuple(replace(turn, kinds=(*turn.kinds, "SHOUT")) for turn in super().due(state))


class GivesTurnsToNobody(WorkbenchRules):
    def due(self, state: WorkbenchState) -> tuple[Turn, ...]:
        return tuple(replace(turn, seat=None) for turn in super().due(state))


class NeverMindsRejection(WorkbenchRules):
    def after(self, state: WorkbenchState, entry: Entry) -> WorkbenchState:
        return replace(super().after(state, entry), rejections=0)


class HidesPiecesFromTheTester(WorkbenchRules):
    def due(self, state: WorkbenchState) -> tuple[Turn, ...]:
        return tuple(turn if turn.readers is None else replace(turn, readers=()) for turn in super().due(state))


class LetsTheGateSleep(WorkbenchRules):
    def due(self, state: WorkbenchState) -> tuple[Turn, ...]:
        return tuple(replace(turn, must=turn.must and turn.name != "gate") for turn in super().due(state))


class PointsAhead(WorkbenchRules):
    def cue(self, state: WorkbenchState, seat: str) -> Cue:
        return Cue("wait", 10_000)


class NeverCloses(ArbitrationRules):
    def outcome(self, state: ArbitrationState) -> Outcome | None:
        return None

    def after(self, state: ArbitrationState, entry: Entry) -> ArbitrationState:
        after = super().after(state, entry)
        return replace(after, status="AWAITING_PROPOSER") if after.status == "CLOSED" else after


@dataclass(frozen=True, slots=True)
class Hoarding(ArbitrationState):
    said: tuple[int, ...] = ()


class Hoards(ArbitrationRules):
    def begin(self, setup: Any, at: Any) -> Hoarding:
        return Hoarding(max_rounds=setup.max_rounds)

    def after(self, state: ArbitrationState, entry: Entry) -> ArbitrationState:
        assert isinstance(state, Hoarding)
        after = super().after(state, entry)
        assert isinstance(after, Hoarding)
        return replace(after, said=(*state.said, entry.line))


class Forgets(JuryRules):
    """Keeps part of its state in itself, where no record can bring it back."""

    rounds = 0

    def after(self, state: JuryState, entry: Entry) -> JuryState:
        self.rounds += entry.kind == "round_began"
        return replace(super().after(state, entry), hours=self.rounds + 1)


@dataclass(slots=True)
class Scribbled:
    inner: JuryState
    questions: int = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Scribbles(JuryRules):
    """Writes on its state whenever it is asked something."""

    def begin(self, setup: Any, at: Any) -> Any:
        return Scribbled(super().begin(setup, at))

    def after(self, state: Any, entry: Entry) -> Any:
        return Scribbled(super().after(state.inner, entry))

    def due(self, state: Any) -> tuple[Turn, ...]:
        state.questions += 1
        return super().due(state.inner)


Check = Callable[[Guide], None]


@pytest.mark.parametrize(
    ("rules", "guide", "check", "finding"),
    [
        (NeverReveals, JURY, check_silent, "still sealed after the end"),
        (RevealsTwice, JURY, check_silent, "is revealed twice"),
        (SaysItLouderEachTime, JURY, check_random, "played again, line .* what it says"),
        (DealsTheSameTurnAgain, JURY, check_random, "came back|due again"),
        (DealsAfterTheEnd, JURY, check_silent, "deal turns after the end"),
        (PaysDifferentlyOnReplay, JURY, check_random, "not as computed|answer differently"),
        (AsksForAnUnknownKind, JURY, check_silent, "asks for"),
        (GivesTurnsToNobody, WORKBENCH, check_random, "held by no seat"),
        (NeverMindsRejection, WORKBENCH, check_stubborn, "was not over after"),
        (HidesPiecesFromTheTester, WORKBENCH, check_stubborn, "cannot read line"),
        (LetsTheGateSleep, WORKBENCH, check_random, "nobody must move"),
        (PointsAhead, WORKBENCH, check_random, "the cue of"),
        (NeverCloses, ARBITRATION, check_random, "no end can be reached"),
        (Hoards, ARBITRATION, check_stubborn, "the state grew"),
        (Forgets, JURY, check_random, "replays to|ends elsewhere"),
        (Scribbles, JURY, check_random, "changed the state|ends elsewhere|replays to"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
def test_a_law_finds_the_format_that(rules: type[Any], guide: Guide, check: Check, finding: str):
    with pytest.raises(LawBroken, match=finding):
        check(replace(guide, rules=rules()))


def test_a_seat_without_a_deadline_needs_a_person_behind_it():
    with pytest.raises(LawBroken, match="neither a deadline nor a person"):
        check_random(replace(WORKBENCH, attended=frozenset({"builder"})))


def test_a_debate_that_silence_leaves_with_nobody_is_found():
    with pytest.raises(LawBroken, match="neither ended nor waits for a person"):
        check_silent(replace(WORKBENCH, attended=frozenset()))
