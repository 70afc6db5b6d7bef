"""A workbench: pieces are built, tested several at once, passed by a gate, and judged by the first to come."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pydantic import Field

from moot.debate import Cue, Entry, InvalidInput, Move, Notice, OpenTo, Outcome, Setup, Stamp, Turn

DAY = timedelta(days=1)


class Plan(Move, frozen=True):
    kind: Literal["PLAN"] = "PLAN"
    content: str = Field(min_length=1)


class Piece(Move, frozen=True):
    kind: Literal["PIECE"] = "PIECE"
    content: str = Field(min_length=1)


class Forfeit(Move, frozen=True):
    kind: Literal["FORFEIT"] = "FORFEIT"


class Result(Move, frozen=True):
    kind: Literal["RESULT"] = "RESULT"
    passed: bool


class Approval(Move, frozen=True):
    kind: Literal["APPROVAL"] = "APPROVAL"
    approved: bool


class Joining(Move, frozen=True):
    kind: Literal["JOINING"] = "JOINING"


class Verdict(Move, frozen=True):
    kind: Literal["VERDICT"] = "VERDICT"
    good: bool
    about: int = Field(ge=1)


class Workbench(Setup, frozen=True):
    pieces: int = Field(default=2, ge=1, le=4)


@dataclass(frozen=True, slots=True)
class State:
    pieces: int
    phase: Literal["plan", "build", "test", "gate", "judging", "over"] = "plan"
    plan: int | None = None
    builder: str | None = None
    since: int = 0
    at: datetime | None = None
    built: tuple[int, ...] = ()
    untested: tuple[int, ...] = ()
    rejections: int = 0
    joined: bool = False
    ending: str | None = None
    to_open: str | None = None


class WorkbenchRules:
    name = "workbench"
    version = 1
    setup = Workbench
    moves: Mapping[str, type[Move]] = {
        "PLAN": Plan,
        "PIECE": Piece,
        "FORFEIT": Forfeit,
        "RESULT": Result,
        "APPROVAL": Approval,
        "JOINING": Joining,
        "VERDICT": Verdict,
    }

    def seats(self, state: State) -> tuple[str, ...]:
        return ("builder", "tester", "gate", "judge")

    def begin(self, setup: Workbench, at: datetime) -> State:
        return State(setup.pieces)

    def after(self, state: State, entry: Entry) -> State:
        match entry.kind:
            case "PLAN":
                return replace(state, plan=entry.line, builder=entry.by, to_open="build")
            case "phase_began":
                return _began(state, entry)
            case "PIECE":
                return _built(state, entry)
            case "FORFEIT":
                return replace(state, ending="forfeited")
            case "RESULT" | "lapsed":
                return _tested(state, entry)
            case "APPROVAL":
                return _passed(state, approved=bool(entry.move["approved"]))
            case "JOINING":
                return replace(state, joined=True, since=entry.line, at=entry.at)
            case "VERDICT":
                return replace(state, ending="good" if entry.move["good"] else "bad")
            case "closed":
                return replace(state, phase="over")
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        match state.phase:
            case "plan":
                return (Turn("plan", ("PLAN",), 0, "builder"),)
            case "build":
                build = Turn("build", ("PIECE",), state.since, "builder", state.plan, readers=("tester",))
                return (build, Turn("forfeit", ("FORFEIT",), state.since, "builder", state.plan, must=False))
            case "test":
                return tuple(self._test(state, line) for line in state.untested)
            case "gate":
                return (Turn("gate", ("APPROVAL",), state.since, "gate", state.since),)
            case "judging":
                return (self._verdict(state) if state.joined else self._join(state),)
            case "over":
                return ()

    def check(self, state: State, turn: Turn, move: Move) -> None:
        if isinstance(move, Verdict) and move.about not in state.built:
            raise InvalidInput(f"Line {move.about} is no piece.")

    def follows(self, state: State) -> tuple[Notice, ...]:
        if state.to_open is None or state.ending is not None:
            return ()
        return (Notice("phase_began", {"phase": state.to_open}, stamp=Stamp(phase=state.to_open)),)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.ending is None else Outcome(state.ending, {"pieces": list(state.built)})

    def status(self, state: State) -> str:
        return state.phase

    def cue(self, state: State, seat: str) -> Cue:
        own = [turn for turn in self.due(state) if turn.seat == seat and turn.must]
        return Cue(own[0].name, own[0].answers) if own else Cue("wait")

    def _test(self, state: State, line: int) -> Turn:
        assert state.at is not None
        return Turn("test", ("RESULT",), state.since, "tester", line, until=state.at + DAY, stamp=Stamp(phase="test"))

    def _join(self, state: State) -> Turn:
        assert state.at is not None
        barred = () if state.builder is None else (state.builder,)
        door = OpenTo("reviewer", barred=barred, fills="judge")
        return Turn("join", ("JOINING",), state.since, until=state.at + DAY, open_to=door)

    def _verdict(self, state: State) -> Turn:
        assert state.at is not None
        return Turn("verdict", ("VERDICT",), state.since, "judge", state.plan, until=state.at + DAY)


def _began(state: State, entry: Entry) -> State:
    dealt = replace(state, since=entry.line, at=entry.at, to_open=None)
    match entry.move["phase"]:
        case "build":
            return replace(dealt, phase="build", built=())
        case "test":
            return replace(dealt, phase="test", untested=state.built)
        case "gate":
            return replace(dealt, phase="gate")
        case _:
            return replace(dealt, phase="judging")


def _built(state: State, entry: Entry) -> State:
    built = (*state.built, entry.line)
    complete = len(built) == state.pieces
    return replace(state, built=built, since=entry.line, to_open="test" if complete else None)


def _tested(state: State, entry: Entry) -> State:
    if state.phase == "judging":
        return replace(state, ending="unjudged")
    untested = tuple(line for line in state.untested if line != entry.answers)
    return replace(state, untested=untested, to_open=None if untested else "gate")


def _passed(state: State, approved: bool) -> State:
    if approved:
        return replace(state, to_open="judging")
    if state.rejections == 2:
        return replace(state, ending="rejected")
    return replace(state, rejections=state.rejections + 1, to_open="build")


workbench = WorkbenchRules()
