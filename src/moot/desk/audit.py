"""The verb that tells everything: each line of a debate with its calls, and what they come to, in any format."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from moot.debate import Entry, Fork, Spent, View, argument_id
from moot.desk.audit_replies import Audit, AuditLine, AuditSummary, SeatTold, SpendingTold
from moot.desk.callers import Caller
from moot.desk.readings import debate_of
from moot.desk.replies import SpentTold
from moot.desk.results import Concluding, ending_told, provenance_told
from moot.desk.telling import fork_told, players_told, spent_told
from moot.desk.withholding import Withheld
from moot.desk.workshop_opening import WORKSHOP
from moot.desk.workshop_replies import WorkshopTrail
from moot.desk.workshop_telling import trail_told
from moot.engine import Kept, Standing, origin_of, turn_label
from moot.formats.workshop import Seen
from moot.notation import Line

AT_ONCE = 200
_UNTOLD = Spent(0, 0, None, 0)
"""What a call may cost of which nobody can tell."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A debate as it is audited: its record as this caller reads it, and the calls behind it."""

    debate: str
    standing: Standing
    record: Sequence[View]
    withheld: Withheld
    """What this caller has not been shown."""
    calls: Mapping[int, tuple[str, Sequence[Kept]]] = field(default_factory=dict[int, tuple[str, Sequence[Kept]]])
    """By line, where they were made and what was answered."""
    foreign: frozenset[str] = frozenset()
    """Debates that were brought in: what was called for them elsewhere stayed there."""


class Tracing(Concluding):
    """The part of the desk where debates are looked into, down to each call and each stored line."""

    async def audit(self, caller: Caller, debate_id: str, *, after: int = -1, limit: int = AT_ONCE) -> Audit:
        """A page of the trail of a debate, as this caller may read it; on the first page with what it comes to."""
        trail = await self._trail(caller, debate_id)
        lines = await self._house.store.lines(trail.debate, after, min(limit, trail.standing.line - after))
        more = bool(lines) and lines[-1].line < trail.standing.line
        return Audit(
            debate=debate_of(trail.debate, trail.standing),
            summary=await self._summary(caller, trail) if after < 0 else None,
            lines=tuple(_line_told(trail, line) for line in lines),
            next_after=lines[-1].line if more else None,
        )

    async def _trail(self, caller: Caller, debate_id: str) -> Trail:
        debate, standing, record = await self._seen(caller, debate_id)
        calls = await self._calls(debate, standing.position.fork, [view.entry for view in record])
        _, foreign = await self._brought_in(debate)
        return Trail(debate, standing, record, Withheld.of(record), calls, frozenset(foreign))

    async def _calls(
        self, debate: str, fork: Fork | None, entries: Sequence[Entry]
    ) -> dict[int, tuple[str, Sequence[Kept]]]:
        """The calls behind each line that came from calls; those of a shared line are another debate's."""
        found: dict[int, tuple[str, Sequence[Kept]]] = {}
        kept: dict[str, dict[str, list[Kept]]] = {}
        for entry in entries:
            if entry.provenance is None:
                continue
            shared = fork is not None and entry.line <= fork.line
            origin = await origin_of(self._house.store, debate, entry.line) if shared else debate
            if origin not in kept:
                kept[origin] = _by_turn(await self._house.ledger.calls(origin))
            found[entry.line] = (origin, kept[origin].get(turn_label(entry), ()))
        return found

    async def _summary(self, caller: Caller, trail: Trail) -> AuditSummary:
        opened, position = trail.standing.opened, trail.standing.position
        entries = [view.entry for view in trail.record]
        shared = 0 if position.fork is None else position.fork.line
        workshop = position.rules.name == WORKSHOP
        return AuditSummary(
            verified=await self.verify(caller, trail.debate),
            forked=fork_told(position.fork),
            version=cast(int, opened.move["version"]),
            setup=dict(cast(Mapping[str, Any], opened.move["setup"])),
            seats=_seats_told(trail),
            spent=spending_told(trail, [entry for entry in entries if entry.line > shared]),
            inherited=spending_told(trail, entries[: shared + 1]) if shared else None,
            lost=_lost_told(await self._house.ledger.calls(trail.debate)),
            kinds=dict(Counter(entry.kind for entry in entries)),
            result=dict(ending_told(position, trail.record)),
            workshop=_workshop_told(trail) if workshop else None,
        )


def tools_used(trail: Trail) -> dict[int, list[dict[str, Any]]]:
    """What was used of tools, by the line that came of it; without what would show this reader something sealed."""
    found: dict[int, list[dict[str, Any]]] = {}
    for line, (_, calls) in trail.calls.items():
        if trail.withheld.calls_of(trail.record[line].entry):
            continue
        answers = [call.answer for call in calls if call.answer is not None]
        used = [use for answer in answers for use in cast(Sequence[Any], answer.facts.get("tool_calls") or ())]
        if used:
            found[line] = used
    return found


def _workshop_told(trail: Trail) -> WorkshopTrail:
    known = Seen(tuple(trail.record), trail.standing.position.state)
    return trail_told(trail.debate, known, tools_used(trail))


def spending_told(trail: Trail, entries: Sequence[Entry]) -> SpendingTold:
    """What these lines cost, and how many calls they came from."""
    calls = sum(len(trail.calls[entry.line][1]) for entry in entries if entry.line in trail.calls)
    return SpendingTold(calls=calls, **cost_told(entries).model_dump())


def cost_told(entries: Sequence[Entry]) -> SpentTold:
    """What these lines cost together: as the lines themselves say, measured or absent."""
    return _sum_told([entry.spent for entry in entries if entry.spent is not None])


def _lost_told(calls: Sequence[Kept]) -> SpendingTold | None:
    """The calls whose answers nobody will hear, with the most that they may have cost: so much a budget sets aside."""
    lost = [call for call in calls if call.key.attempt < 0]
    if not lost:
        return None
    cost = _sum_told([call.spent or _UNTOLD for call in lost])
    return SpendingTold(calls=len(lost), **cost.model_dump())


def _sum_told(spent: Sequence[Spent]) -> SpentTold:
    money = [each.money for each in spent]
    known = [each for each in money if each is not None]
    return SpentTold(
        tokens_in=sum(each.tokens_in for each in spent),
        tokens_out=sum(each.tokens_out for each in spent),
        money=round(sum(known), 9) if len(known) == len(money) else None,
        milliseconds=sum(each.milliseconds for each in spent),
    )


def _seats_told(trail: Trail) -> tuple[SeatTold, ...]:
    players = players_told(trail.standing)
    return tuple(_seat_told(trail, seat, players.get(seat)) for seat in trail.standing.position.seats)


def _seat_told(trail: Trail, seat: str, player: str | None) -> SeatTold:
    own = [view.entry for view in trail.record if view.entry.seat == seat and view.entry.turn is not None]
    calls = [call for entry in own if entry.line in trail.calls for call in trail.calls[entry.line][1]]
    answers = [call.answer for call in calls if call.answer is not None]
    used = [cast(Sequence[Any], answer.facts.get("tool_calls") or ()) for answer in answers]
    moved_by = [answer.by for answer in answers] or [entry.by for entry in own if entry.by is not None]
    return SeatTold(
        seat=seat,
        player=player,
        models=tuple(dict.fromkeys(moved_by)),
        moves=sum(entry.kind != "lapsed" for entry in own),
        lapses=sum(entry.kind == "lapsed" for entry in own),
        tool_calls=sum(map(len, used)),
        spent=spending_told(trail, own),
    )


def _line_told(trail: Trail, line: Line) -> AuditLine:
    seen = trail.record[line.line]
    entry, hidden = seen.entry, line.line in trail.withheld.lines
    move = None if hidden else entry.move
    origin, kept = trail.calls.get(line.line, (None, ()))
    away = not kept and origin in trail.foreign
    told = None if trail.withheld.calls_of(entry) else provenance_told(trail.debate, entry, kept, away)
    return AuditLine(
        seq=entry.line,
        id=argument_id(trail.debate, entry.line),
        kind=entry.kind,
        seat=entry.seat,
        by=entry.by,
        at=entry.at,
        noted=entry.noted,
        turn=entry.turn,
        answers=entry.answers,
        phase=entry.stamp.phase,
        round=entry.stamp.round,
        thread=entry.stamp.thread,
        sealed=entry.sealed,
        hidden=hidden,
        move=None if move is None else dict(move),
        spent=spent_told(entry.spent),
        provenance=entry.provenance,
        sound=None if told is None or entry.provenance is None else told.sound,
        origin=origin,
        calls=None if told is None else told.calls,
        calls_away=away,
        head=line.head,
        body=None if hidden else line.body,
        hash=line.hash,
    )


def _by_turn(calls: Sequence[Kept]) -> dict[str, list[Kept]]:
    by_turn: dict[str, list[Kept]] = {}
    for call in calls:
        if call.answer is not None:
            by_turn.setdefault(call.key.turn, []).append(call)
    return by_turn
