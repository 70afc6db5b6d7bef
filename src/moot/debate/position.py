"""A position: a debate at one line. Everything that may happen next follows from it, without a clock or a store."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, TypedDict, Unpack

from moot.debate.entry import Entry, Spent
from moot.debate.fork import FORKED, Fork, fork_of
from moot.debate.json import Json
from moot.debate.move import Move, Setup
from moot.debate.refusals import ActionNotAllowed, Forbidden, InvalidInput
from moot.debate.rules import Cue, Notice, Public, Rules
from moot.debate.turn import Facts, Turn, nothing_known


@dataclass(frozen=True)
class Position:
    """A debate as it stands after its line `line`."""

    rules: Rules[Any]
    state: Any
    line: int
    at: datetime
    ended: bool = False
    fork: Fork | None = None
    """What it shares with another debate, whose turns are due later here."""

    @property
    def status(self) -> str:
        """The named state that people see."""
        return self.rules.status(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order they are shown."""
        return self.rules.seats(self.state)

    def due(self) -> tuple[Turn, ...]:
        """Who may move now; nobody once it has ended."""
        return self._turns

    @cached_property
    def _turns(self) -> tuple[Turn, ...]:
        turns = () if self.ended else self.rules.due(self.state)
        return turns if self.fork is None else tuple(map(self.fork.resumed, turns))

    def waits_for(self) -> tuple[str, ...]:
        """Those who must move before the debate goes on, each once."""
        holders = (turn.seat or (turn.open_to.role if turn.open_to else "") for turn in self.due() if turn.must)
        return tuple(dict.fromkeys(holders))

    def deadline(self) -> datetime | None:
        """When the next turn lapses, if any does."""
        return min((turn.until for turn in self.due() if turn.until is not None), default=None)

    def cue(self, seat: str) -> Cue:
        """What this seat should do now."""
        return self.rules.cue(self.state, seat)

    def allowed(self, seat: str) -> tuple[str, ...]:
        """The kinds of move this seat may make now."""
        kinds = (kind for turn in self.due() if turn.admits(seat) for kind in turn.kinds)
        return tuple(dict.fromkeys(kinds))

    def fold(self, entry: Entry) -> "Position":
        """The position after one more line of the record."""
        state = self.rules.after(self.state, entry)
        ended = self.ended or entry.kind == "closed"
        return Position(self.rules, state, entry.line, entry.at, ended, self.fork)

    @staticmethod
    def begun(rules: Rules[Any], opened: Entry) -> "Position":
        """The position after line 0, as replayed from the record."""
        setup = rules.setup.model_validate(opened.move["setup"])
        return Position(rules, rules.begin(setup, opened.at), opened.line, opened.at, fork=fork_of(opened))

    def turn_for(self, seat: str, kind: str, answers: int | None = None, label: str | None = None) -> Turn:
        """The turn that such a move would take (one that must be taken first), or the refusal that explains."""
        fits = [
            turn
            for turn in self.due()
            if turn.admits(seat) and kind in turn.kinds and (answers is None or turn.answers == answers)
            if label is None or turn.label == label
        ]
        if not fits:
            raise self.refusal(seat, kind)
        first = [turn for turn in fits if turn.must] or fits
        if len({turn.answers for turn in first}) > 1:
            raise _ambiguous(kind, first)
        return first[0]

    def refusal(self, seat: str, kind: str) -> ActionNotAllowed:
        """Why this seat cannot make such a move now, and what would be allowed; derived from `due` alone."""
        status, floor, own = self.status, self.waits_for(), self.allowed(seat)
        if self.ended:
            suggestion = "The debate is over and can only be read."
        elif own:
            suggestion = f"Now {seat} may make: {', '.join(own)}."
        else:
            suggestion = f"Wait for {' and '.join(floor)} to move."
        return ActionNotAllowed(
            f"Role {seat!r} cannot make a {kind} in state {status!r}.",
            current_state=status,
            allowed_roles=list(floor),
            suggestion=suggestion,
        )


@dataclass(frozen=True, slots=True)
class Downtime:
    """When the house was last down, and until when turns that fell due meanwhile may still be taken."""

    since: datetime
    until: datetime
    grace: datetime

    def spares(self, turn: Turn, now: datetime) -> bool:
        """Whether a lapse must wait: nobody could move in time, and the time to do so now is not over."""
        fell_due = turn.until is not None and self.since <= turn.until <= self.until
        return turn.grace and fell_due and now < self.grace


class About(TypedDict, total=False):
    """What is known of a move beside what it says."""

    answers: int | None
    request: str | None
    by: str | None
    salt: str | None
    spent: Spent | None
    provenance: str | None
    label: str | None
    """Names the turn that it must take; None: whichever fits."""


@dataclass(frozen=True, slots=True)
class Tabled:
    """Lines that are ready to be appended, and the position they lead to."""

    entries: tuple[Entry, ...]
    position: Position
    facts: Facts = field(default=nothing_known, compare=False)
    downtime: Downtime | None = None

    @staticmethod
    def opening(
        rules: Rules[Any], setup: Setup, at: datetime, by: str | None = None, facts: Facts = nothing_known
    ) -> "Tabled":
        """Line 0 of a new debate."""
        opened = Entry(line=0, at=at, noted=at, kind="opened", move=_agreed(rules, setup), by=by)
        return Tabled((opened,), Position(rules, rules.begin(setup, at), 0, at), facts).settled(at)

    @staticmethod
    def forking(
        rules: Rules[Any], setup: Setup, fork: Fork, at: datetime, by: str | None = None, request: str | None = None
    ) -> "Tabled":
        """Line 0 of a debate that shares another's past, dated as that was; the shared lines follow it."""
        told = {**_agreed(rules, setup), FORKED: fork.told()}
        opened = Entry(line=0, at=at, noted=fork.at, kind="opened", move=told, by=by, request=request)
        return Tabled((opened,), Position.begun(rules, opened))

    @staticmethod
    def nothing(position: Position, facts: Facts = nothing_known, downtime: Downtime | None = None) -> "Tabled":
        """No lines yet; lapses will carry these facts."""
        return Tabled((), position, facts, downtime)

    def adding(self, entries: Iterable[Entry]) -> "Tabled":
        """The same with more lines."""
        tabled = self
        for entry in entries:
            tabled = replace(tabled, entries=(*tabled.entries, entry), position=tabled.position.fold(entry))
        return tabled

    def settled(self, now: datetime) -> "Tabled":
        """With all that the house writes by itself: what follows from the rules, the end, lapses overdue."""
        tabled = self.followed(now)
        while (turn := tabled._overdue(now)) is not None:
            tabled = tabled.lapsing(turn, now, "time")
        return tabled

    def playing(self, seat: str, move: Move, now: datetime, **about: Unpack[About]) -> "Tabled":
        """With this move and what follows from it, or the refusal."""
        return self.moving(seat, move, now, **about).settled(now)

    def moving(self, seat: str, move: Move, now: datetime, **about: Unpack[About]) -> "Tabled":
        """With this move alone, or the refusal."""
        position = self.position
        _must_sit(position, seat)
        turn = position.turn_for(seat, move.kind, about.get("answers"), about.get("label"))
        _must_be_welcome(turn, about.get("by"))
        position.rules.check(position.state, turn, move)
        entry = Entry(
            line=position.line + 1,
            at=max(position.at, now),
            noted=now,
            kind=move.kind,
            move=move.told(),
            seat=turn.taker,
            by=about.get("by"),
            turn=turn.name,
            answers=turn.answers,
            since=turn.since,
            request=about.get("request"),
            stamp=turn.stamp,
            sealed=turn.sealed,
            readers=turn.readers,
            salt=about.get("salt") if turn.sealed else None,
            spent=about.get("spent"),
            provenance=about.get("provenance"),
        )
        return self.adding([entry])

    def lapsing(
        self,
        turn: Turn,
        now: datetime,
        reason: str,
        detail: str | None = None,
        *,
        by: str | None = None,
        spent: Spent | None = None,
        provenance: str | None = None,
    ) -> "Tabled":
        """With this turn lapsed: dated at its deadline where time ran out, now otherwise.

        That nothing was said is no secret, whatever the turn would have sealed.
        """
        position = self.position
        at = turn.until if reason == "time" and turn.until is not None else now
        told: dict[str, Json] = {"reason": reason}
        if detail is not None:
            told["detail"] = detail
        if turn.needs:
            told["facts"] = {need.what: self.facts(need, at) for need in turn.needs}
        entry = Entry(
            line=position.line + 1,
            at=max(position.at, at),
            noted=now,
            kind="lapsed",
            move=told,
            seat=turn.seat,
            by=by,
            turn=turn.name,
            answers=turn.answers,
            since=turn.since,
            stamp=turn.stamp,
            spent=spent,
            provenance=provenance,
        )
        return self.adding([entry]).followed(now)

    def _overdue(self, now: datetime) -> Turn | None:
        """The turn that fell due first and was not taken."""
        late = [turn for turn in self.position.due() if turn.until is not None and turn.until <= now]
        if self.downtime is not None:
            late = [turn for turn in late if not self.downtime.spares(turn, now)]
        return min(late, key=lambda turn: turn.until or now, default=None)

    def followed(self, now: datetime) -> "Tabled":
        """With what the rules say follows, and the end; no turn lapses."""
        tabled = self
        while not tabled.position.ended:
            position = tabled.position
            if notices := position.rules.follows(position.state):
                for notice in notices:
                    tabled = tabled.adding([_noticed(notice, tabled.position, now)])
            elif outcome := position.rules.outcome(position.state):
                tabled = tabled.adding([_noticed(Notice("closed", outcome.told()), position, now)])
            else:
                break
        return tabled


def _agreed(rules: Rules[Any], setup: Setup) -> dict[str, Json]:
    return {"format": rules.name, "version": rules.version, "setup": setup.told()}


def _must_sit(position: Position, seat: str) -> None:
    roles = {turn.open_to.role for turn in position.due() if turn.open_to is not None}
    roles.update(_members_roles(position.rules))
    if seat not in position.seats and seat not in roles:
        raise InvalidInput(
            f"There is no role {seat!r} in this debate.", suggestion=f"Its roles are: {', '.join(position.seats)}."
        )


@lru_cache
def _members_roles(rules: Rules[Any]) -> tuple[str, ...]:
    """What members may be in it. Kept, because to ask whether something is of a protocol is slow."""
    return rules.roles if isinstance(rules, Public) else ()


def _must_be_welcome(turn: Turn, member: str | None) -> None:
    if not turn.welcomes(member):
        raise Forbidden(f"The turn {turn.name!r} is not open to {member or 'somebody unknown'}.")


def _ambiguous(kind: str, turns: Sequence[Turn]) -> InvalidInput:
    lines = sorted({turn.answers for turn in turns if turn.answers is not None})
    return InvalidInput(
        f"A {kind} could answer several lines now.", suggestion=f"Say which one it answers: {lines}.", answers=lines
    )


def _noticed(notice: Notice, position: Position, now: datetime) -> Entry:
    return Entry(
        line=position.line + 1,
        at=position.at,
        noted=now,
        kind=notice.kind,
        move=notice.move,
        seat=notice.seat,
        answers=notice.answers,
        readers=notice.readers,
        stamp=notice.stamp,
    )
