"""The rules of arbitration: five states, eleven transitions, and what a lapse leads to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from moot.debate import Brief, Cue, Entry, InvalidInput, Manner, Move, Notice, Outcome, Turn, View
from moot.formats.arbitration.brief import brief
from moot.formats.arbitration.moves import (
    Appeal,
    Arbitration,
    Claim,
    Intervention,
    Motion,
    Resolution,
    Ruling,
)
from moot.formats.arbitration.state import (
    ARBITRATOR,
    FLOOR,
    FLOOR_KINDS,
    OPPONENT,
    PROPOSER,
    SEATS,
    Parked,
    State,
    Status,
)


class ArbitrationRules:
    """A proposer, an opponent and an arbitrator; the validation matrix is what `due` yields."""

    name = "arbitration"
    version = 1
    setup = Arbitration
    moves: Mapping[str, type[Move]] = {
        "MOTION": Motion,
        "CLAIM": Claim,
        "APPEAL": Appeal,
        "RESOLUTION": Resolution,
        "INTERVENTION": Intervention,
        "RULING": Ruling,
    }

    def seats(self, state: State) -> tuple[str, ...]:
        """The three seats."""
        return SEATS

    def begin(self, setup: Arbitration, at: datetime) -> State:
        """Nothing is moved yet; the motion follows in the same append."""
        _must_be_seats(setup.players or ())
        return State(max_rounds=setup.max_rounds)

    def after(self, state: State, entry: Entry) -> State:
        """The eleven transitions, by the kind of argument."""
        match entry.kind:
            case "MOTION":
                return _passed(state, "AWAITING_OPPONENT", entry)
            case "CLAIM":
                return _claimed(state, entry)
            case "APPEAL":
                return replace(_passed(state, "AWAITING_ARBITRATOR", entry), options=_ids(entry))
            case "RESOLUTION":
                return _passed(state, "AWAITING_ARBITRATOR", entry)
            case "INTERVENTION":
                parked = Parked(FLOOR[state.status], state.last, entry.line)
                return replace(_passed(state, "INTERVENTION_PENDING", entry), parked=parked)
            case "RULING":
                return _ruled(state, entry)
            case "lapsed":
                return _lapsed(state, entry)
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        """The validation matrix, row by row."""
        if state.status == "CLOSED":
            return ()
        floor = Turn("speak", self._floor_kinds(state), state.since, FLOOR[state.status], state.last)
        if state.status == "UNMOVED":
            return (replace(floor, answers=None),)
        return (floor, *_stop_turn(state), *_parked_turn(state))

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """A target must have been said; an option must have been offered; the last ruling must close."""
        match move:
            case Claim() | Appeal() | Resolution():
                if move.target > state.latest:
                    raise InvalidInput(f"There is no line {move.target} to argue about.")
            case Ruling():
                _must_fit(state, move)
            case _:
                pass

    def follows(self, state: State) -> tuple[Notice, ...]:
        """The house adds nothing of its own."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """Closed by a ruling, or not at all."""
        if state.closed_by is None:
            return None
        return Outcome("closed_by_ruling", {"ruling": state.closed_by, "rounds": state.rounds})

    def status(self, state: State) -> str:
        """One of the five named states."""
        return state.status

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        floor = FLOOR.get(state.status)
        if floor is None:
            return Cue("debate_closed", state.closed_by)
        if seat == floor:
            return Cue(self._own_action(state), state.last)
        if floor == ARBITRATOR:
            return Cue("wait_for_ruling", state.last)
        return Cue(f"wait_for_{floor}", state.last)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What a player on this seat is told, and the forms it may answer in."""
        return brief(state, turn, record, manner)

    def _own_action(self, state: State) -> str:
        if FLOOR[state.status] == ARBITRATOR:
            return "rule"
        return "align_to_ruling" if state.to_align is not None else "respond"

    def _floor_kinds(self, state: State) -> tuple[str, ...]:
        kinds = FLOOR_KINDS[state.status]
        out_of_rounds = state.status == "AWAITING_PROPOSER" and state.spent
        return tuple(kind for kind in kinds if kind != "CLAIM") if out_of_rounds else kinds


def _must_be_seats(named: Iterable[str]) -> None:
    strangers = sorted(set(named) - set(SEATS))
    if strangers:
        raise InvalidInput(
            f"There is no seat {', '.join(strangers)} in an arbitration.",
            suggestion=f"Its seats are: {', '.join(SEATS)}.",
            seats=strangers,
        )


def _passed(state: State, status: Status, entry: Entry) -> State:
    """The floor goes on; a parked place closes once somebody else has moved after the ruling."""
    here = entry.line
    given = replace(state, status=status, last=here, since=here, stop_since=here, latest=here)
    return replace(given, parked=None, options=(), to_align=None)


def _claimed(state: State, entry: Entry) -> State:
    if entry.turn == "parked":
        return replace(state, parked=None, latest=entry.line)
    if entry.seat == PROPOSER:
        return _passed(state, "AWAITING_OPPONENT", entry)
    return _returned(state, entry)


def _returned(state: State, entry: Entry) -> State:
    return replace(_passed(state, "AWAITING_PROPOSER", entry), rounds=state.rounds + 1)


def _ruled(state: State, entry: Entry) -> State:
    if entry.move.get("close"):
        return replace(_passed(state, "CLOSED", entry), closed_by=entry.line)
    stopped = state.status == "INTERVENTION_PENDING"
    kept = state.parked if stopped and state.parked is not None and state.parked.seat == OPPONENT else None
    return replace(_returned(state, entry), parked=kept, to_align=entry.line)


def _lapsed(state: State, entry: Entry) -> State:
    """A side that is silent leaves the matter to the arbitrator; a silent arbitrator keeps the floor.

    Nobody has moved, so a parked place stays as it is, and so does the last argument.
    """
    here = entry.line
    if entry.turn == "parked":
        return replace(state, parked=None)
    if entry.turn == "intervene":
        return replace(state, stop_since=here)
    if state.status in ("AWAITING_OPPONENT", "AWAITING_PROPOSER"):
        return replace(state, status="AWAITING_ARBITRATOR", last=here, since=here)
    return replace(state, since=here)


def _stop_turn(state: State) -> tuple[Turn, ...]:
    if FLOOR[state.status] == ARBITRATOR:
        return ()
    return (Turn("intervene", ("INTERVENTION",), state.stop_since, ARBITRATOR, state.last, must=False),)


def _parked_turn(state: State) -> tuple[Turn, ...]:
    if state.parked is None:
        return ()
    parked = state.parked
    return (Turn("parked", ("CLAIM",), parked.since, parked.seat, parked.answers, must=False),)


def _ids(entry: Entry) -> tuple[str, ...]:
    options = entry.move.get("options")
    assert isinstance(options, list | tuple)
    return tuple(str(option["id"]) for option in options if isinstance(option, Mapping))


def _must_fit(state: State, ruling: Ruling) -> None:
    if state.spent and not ruling.close:
        raise InvalidInput(
            f"The {state.max_rounds} rounds of this debate are spent.", suggestion="Close it with this ruling."
        )
    if ruling.option is not None:
        _must_be_offered(state, ruling.option)


def _must_be_offered(state: State, option: str) -> None:
    if not state.options:
        raise InvalidInput(
            "There is no appeal with options to choose from.", suggestion="Leave the option out.", option=option
        )
    if option not in state.options:
        raise InvalidInput(
            f"The appeal offers no option {option!r}.",
            suggestion=f"Choose one of: {', '.join(state.options)}.",
            option=option,
        )
