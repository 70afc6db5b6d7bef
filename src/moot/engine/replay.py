"""Replaying a record: each line must be one that the rules, or the house by them, would have written there."""

from collections import deque

from moot.debate import Entry, Move, Notice, Position, Refusal, Turn
from moot.notation import canonical


class Replay:
    """A debate played again from its lines."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._expected: deque[Notice] = deque()
        self._look_ahead()

    @property
    def owed(self) -> bool:
        """Whether the house has still to write something before anybody moves."""
        return bool(self._expected)

    def take(self, entry: Entry) -> str | None:
        """Plays one more line, or says why it does not belong here."""
        if (fault := self._fault(entry)) is not None:
            return fault
        if self._expected:
            self._expected.popleft()
        self.position = self.position.fold(entry)
        if not self._expected:
            self._look_ahead()
        return None

    def _look_ahead(self) -> None:
        rules, state = self.position.rules, self.position.state
        if self.position.ended:
            return
        self._expected.extend(rules.follows(state))
        if not self._expected and (outcome := rules.outcome(state)) is not None:
            self._expected.append(Notice("closed", outcome.told()))

    def _fault(self, entry: Entry) -> str | None:
        if self.position.ended:
            return "was written after the end"
        if self._expected:
            return _unlike(self._expected[0], entry)
        turn = next((turn for turn in self.position.due() if takes(entry, turn)), None)
        if turn is None:
            return f"takes a turn that {entry.seat!r} did not have"
        if entry.kind != "lapsed" and not turn.welcomes(entry.by):
            return f"takes a turn that was not open to {entry.by!r}"
        return None if entry.kind == "lapsed" else _unfit(self.position, turn, entry)


def _unlike(notice: Notice, entry: Entry) -> str | None:
    """Whether the house wrote something else here than it should have."""
    should = (notice.kind, notice.seat, notice.answers, notice.readers, notice.stamp)
    does = (entry.kind, entry.seat, entry.answers, entry.readers, entry.stamp)
    if should == does and canonical(notice.move) == canonical(entry.move):
        return None
    return "the end is not as recorded" if notice.kind == "closed" else f"should be {notice.kind!r}, by the rules"


def takes(entry: Entry, turn: Turn) -> bool:
    """Whether a line took this turn."""
    place = (turn.name, turn.answers, turn.since, turn.stamp)
    if place != (entry.turn, entry.answers, entry.since, entry.stamp):
        return False
    if entry.kind == "lapsed":
        return entry.seat == turn.seat
    shown_to = (turn.sealed, turn.readers)
    return entry.kind in turn.kinds and entry.seat == turn.taker and shown_to == (entry.sealed, entry.readers)


def _unfit(position: Position, turn: Turn, entry: Entry) -> str | None:
    model: type[Move] = position.rules.moves[entry.kind]
    try:
        position.rules.check(position.state, turn, model.model_validate({"kind": entry.kind, **entry.move}))
    except (Refusal, ValueError) as refused:
        return f"the rules do not allow it ({refused})"
    return None
