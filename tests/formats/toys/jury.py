"""A jury of three answers under seal, reads each other, answers again, and is counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pydantic import Field

from moot.debate import Award, Cue, Entry, Move, Notice, Outcome, Setup, Stamp, Turn

JURORS = ("risk", "value", "effort")
HOUR = timedelta(hours=1)


class Question(Move, frozen=True):
    kind: Literal["QUESTION"] = "QUESTION"
    content: str = Field(min_length=1)


class Answer(Move, frozen=True):
    kind: Literal["ANSWER"] = "ANSWER"
    choice: Literal["go", "stop"]
    reason: str = Field(min_length=1)


class Jury(Setup, frozen=True):
    hours: int = Field(default=1, ge=1, le=24)


@dataclass(frozen=True, slots=True)
class Juror:
    """What one juror has done in this round."""

    line: int | None = None
    choice: str | None = None
    member: str | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    hours: int
    question: int | None = None
    round: int = 0
    since: int = 0
    dealt_at: datetime | None = None
    jurors: tuple[Juror, ...] = (Juror(), Juror(), Juror())
    to_reveal: tuple[int, ...] = ()
    closed: bool = False

    @property
    def all_done(self) -> bool:
        return self.round > 0 and all(juror.done for juror in self.jurors)


class JuryRules:
    name = "jury"
    version = 1
    setup = Jury
    moves: Mapping[str, type[Move]] = {"QUESTION": Question, "ANSWER": Answer}

    def seats(self, state: State) -> tuple[str, ...]:
        return ("asker", *JURORS)

    def begin(self, setup: Jury, at: datetime) -> State:
        return State(setup.hours)

    def after(self, state: State, entry: Entry) -> State:
        match entry.kind:
            case "QUESTION":
                return replace(state, question=entry.line)
            case "round_began":
                dealt = replace(state, round=state.round + 1, since=entry.line, dealt_at=entry.at)
                return replace(dealt, jurors=(Juror(), Juror(), Juror()))
            case "ANSWER" | "lapsed":
                return _answered(state, entry)
            case "revealed":
                return replace(state, to_reveal=tuple(line for line in state.to_reveal if line != entry.answers))
            case "closed":
                return replace(state, closed=True)
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        if state.closed or state.all_done:
            return ()
        if state.question is None:
            return (Turn("ask", ("QUESTION",), 0, "asker"),)
        jurors = zip(JURORS, state.jurors, strict=True)
        return tuple(self._turn(state, seat) for seat, juror in jurors if not juror.done)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        return

    def follows(self, state: State) -> tuple[Notice, ...]:
        began = Notice("round_began", {"round": state.round + 1}, stamp=Stamp(round=state.round + 1))
        if state.question is not None and state.round == 0:
            return (began,)
        if not state.all_done or state.round != 1:
            return ()
        return (*(Notice("revealed", answers=line) for line in state.to_reveal), began)

    def outcome(self, state: State) -> Outcome | None:
        if not state.all_done or state.round != 2:
            return None
        votes = Counter(juror.choice for juror in state.jurors if juror.choice is not None)
        choice, count = max(votes.items(), key=lambda item: item[1], default=("none", 0))
        ending = "consensus" if count * 3 >= 2 * len(JURORS) else "CONTESTED"
        return Outcome(ending, {"choice": choice, "votes": dict(votes)}, _awards(state, choice))

    def status(self, state: State) -> str:
        return "closed" if state.closed else f"round_{state.round}"

    def cue(self, state: State, seat: str) -> Cue:
        waiting = {turn.seat for turn in self.due(state)}
        return Cue("answer" if seat in waiting else "wait", state.question)

    def _turn(self, state: State, seat: str) -> Turn:
        assert state.dealt_at is not None
        return Turn(
            "answer",
            ("ANSWER",),
            state.since,
            seat,
            answers=state.question,
            sealed=state.round == 1,
            until=state.dealt_at + state.hours * HOUR,
            stamp=Stamp(round=state.round),
        )


def _answered(state: State, entry: Entry) -> State:
    place = JURORS.index(entry.seat or "")
    choice = entry.move.get("choice")
    juror = Juror(entry.line, None if choice is None else str(choice), entry.by, done=True)
    jurors = (*state.jurors[:place], juror, *state.jurors[place + 1 :])
    return replace(state, jurors=jurors, to_reveal=(*state.to_reveal, entry.line) if entry.sealed else state.to_reveal)


def _awards(state: State, choice: str) -> tuple[Award, ...]:
    agreeing = [juror.member for juror in state.jurors if juror.choice == choice and juror.member is not None]
    return tuple(Award(member, 1, f"agreed on {choice}") for member in agreeing)


jury = JuryRules()
