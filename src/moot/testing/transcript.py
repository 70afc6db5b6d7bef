"""Transcripts: a debate played in a few lines, without a store."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from moot.debate import Entry, Facts, InvalidInput, Json, Move, Position, Refusal, Rules, Setup, Tabled, nothing_known
from moot.notation import Line, genesis, written
from moot.testing.clock import FixedClock
from moot.testing.scripted import Seat

SALT = "0" * 32


class Transcript:
    """A debate that is being played.

    >>> from moot.formats.arbitration import format
    >>> debate = Transcript.opened(format, title="Tabs", debate_type="general_debate")
    >>> debate.say("proposer", "MOTION", content="Use tabs.").line
    1
    >>> debate.status
    'AWAITING_OPPONENT'
    """

    def __init__(
        self,
        rules: Rules[Any],
        setup: Setup,
        clock: FixedClock | None = None,
        debate: str = "debate",
        facts: Facts = nothing_known,
    ) -> None:
        self.rules = rules
        self.clock = clock or FixedClock()
        self.debate = debate
        self._tabled = Tabled.opening(rules, setup, self.clock(), facts=facts)

    @classmethod
    def opened(cls, rules: Rules[Any], **setup: Json) -> "Transcript":
        """A debate opened with this set-up and nothing said yet."""
        return cls(rules, rules.setup.model_validate(setup))

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self._tabled.position

    @property
    def status(self) -> str:
        """The named state."""
        return self.position.status

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record so far."""
        return self._tabled.entries

    @property
    def lines(self) -> tuple[Line, ...]:
        """The record as it would be stored."""
        lines: list[Line] = []
        for entry in self.entries:
            lines.append(written(entry, lines[-1].hash if lines else genesis(self.debate)))
        return tuple(lines)

    def say(self, seat: str, kind: str, *, answers: int | None = None, by: str | None = None, **move: Json) -> Entry:
        """Makes a move and gives its line."""
        return self.play(seat, self._move(kind, move), answers=answers, by=by)

    def play(
        self,
        seat: str,
        move: Move,
        *,
        answers: int | None = None,
        by: str | None = None,
        request: str | None = None,
    ) -> Entry:
        """Makes a move that is already in its model and gives its line."""
        now = self.clock()
        begun = self._tabled.settled(now)
        self._tabled = begun.playing(seat, move, now, answers=answers, by=by, request=request, salt=SALT)
        return self._tabled.entries[len(begun.entries)]

    def refuse(
        self, code: str, seat: str, kind: str, *, answers: int | None = None, by: str | None = None, **move: Json
    ) -> Refusal:
        """Makes a move that must be refused with this code, and gives the refusal."""
        try:
            entry = self.say(seat, kind, answers=answers, by=by, **move)
        except Refusal as refusal:
            if refusal.code == code:
                return refusal
            raise AssertionError(f"refused with {refusal.code} ({refusal}), not with {code}") from refusal
        raise AssertionError(f"{seat} made a {kind} at line {entry.line}; a refusal with {code} was due")

    def settle(self) -> tuple[Entry, ...]:
        """Writes what fell due by the clock, and gives it."""
        before = len(self.entries)
        self._tabled = self._tabled.settled(self.clock())
        return self.entries[before:]

    def run(self, **seats: Seat) -> "Transcript":
        """Lets these seats move, each when its turn comes, until none of them has anything to say."""
        while (step := self._next(seats)) is not None:
            seat, move, answers = step
            self.play(seat, move, answers=answers)
        return self

    def at(self, line: int) -> datetime:
        """When a line took effect."""
        return self.entries[line].at

    def _next(self, seats: Mapping[str, Seat]) -> tuple[str, Move, int | None] | None:
        for turn in self.position.due():
            speak = seats.get(turn.seat or "")
            if speak is not None and (move := speak(turn, self.entries)) is not None:
                return str(turn.seat), move, turn.answers
        return None

    def _move(self, kind: str, fields: Mapping[str, Json]) -> Move:
        try:
            return self.rules.moves[kind].model_validate({"kind": kind, **fields})
        except ValidationError as unreadable:
            raise InvalidInput(str(unreadable)) from unreadable
