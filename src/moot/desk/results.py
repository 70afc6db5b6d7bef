"""The verbs that tell what came of a debate: its result, the papers it leaves, and where a line came from."""

from collections.abc import Sequence
from typing import Any, cast

from moot.debate import (
    ActionNotAllowed,
    ArgumentNotFound,
    Entry,
    InvalidInput,
    JsonObject,
    Position,
    Reports,
    View,
    argument_id,
    views,
)
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading
from moot.desk.replies import CallTold, Papers, Provenance, Result
from moot.desk.telling import spent_told
from moot.desk.withholding import Withheld
from moot.engine import Kept, Standing, digest, origin_of, turn_label
from moot.notation import sayable


class Concluding(Reading):
    """The part of the desk where results are handed out."""

    async def result(self, caller: Caller, debate_id: str) -> Result:
        """What came of a debate, or what is known so far."""
        debate, standing, seen = await self._seen(caller, debate_id)
        rules, position = standing.position.rules, standing.position
        told = ending_told(position, seen)
        return Result(
            debate_id=debate,
            format=rules.name,
            state=position.status,
            closed=position.ended,
            result=dict(told),
        )

    async def papers(self, caller: Caller, debate_id: str) -> Papers:
        """The result as files."""
        debate, standing, seen = await self._seen(caller, debate_id)
        rules = standing.position.rules
        if not isinstance(rules, Reports):
            raise InvalidInput(
                f"The format {rules.name!r} leaves no papers.", suggestion=f"Take a copy: moot export {debate}"
            )
        return Papers(debate_id=debate, files=rules.papers(seen))

    async def provenance(self, caller: Caller, debate_id: str, argument: str) -> Provenance:
        """The calls that a line came from; who may not read a line is not told of calls that would show it."""
        debate, _, seen = await self._seen(caller, debate_id)
        line = await self._line(debate, argument)
        entry, withheld = seen[line].entry, Withheld.of(seen)
        if line in withheld.lines:
            raise ArgumentNotFound(debate, argument)
        if withheld.calls_of(entry):
            raise ActionNotAllowed(
                "What it was asked would tell what is sealed.", suggestion="Look again when that is revealed."
            )
        calls: Sequence[Kept] = ()
        away = False
        if entry.provenance:
            origin = await origin_of(self._house.store, debate, line)
            calls = await self._house.ledger.calls(origin, turn_label(entry))
            away = not calls and origin in (await self._brought_in(debate))[1]
        return provenance_told(debate, entry, calls, away)

    async def _seen(self, caller: Caller, debate_id: str) -> tuple[str, Standing, list[View]]:
        """A debate and its whole record, as this caller reads it."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        standing = await self._standing(debate)
        entries: Sequence[Entry] = await self._house.steward.entries(debate, -1, standing.line + 1)
        return debate, standing, views(entries, await self._reads_as(caller, debate, None))


def provenance_told(debate: str, entry: Entry, calls: Sequence[Kept], away: bool = False) -> Provenance:
    """Where a line came from: the calls of its turn, unless they stayed in the house that it was brought in from."""
    answered = [call for call in calls if call.answer is not None]
    return Provenance(
        argument_id=argument_id(debate, entry.line),
        seq=entry.line,
        by=entry.by,
        provenance=entry.provenance,
        sound=None if away else entry.provenance is None or digest(answered) == entry.provenance,
        calls=tuple(_call_told(call) for call in answered),
        calls_away=away,
    )


def ending_told(position: Position, seen: Sequence[View]) -> JsonObject:
    """What came of a debate, or what is known so far, from the record as somebody reads it."""
    return position.rules.report(seen) if isinstance(position.rules, Reports) else _ending(seen)


def _ending(seen: Sequence[View]) -> JsonObject:
    last = seen[-1].entry
    return last.move if last.kind == "closed" else {}


def _call_told(call: Kept) -> CallTold:
    answer = call.answer
    assert answer is not None
    told: dict[str, Any] = dict(cast(JsonObject, sayable(call.told())))
    return CallTold(
        turn=call.key.turn,
        ask=call.key.ask,
        attempt=call.key.attempt,
        by=told["by"],
        prompt=told["prompt"],
        raw=told["raw"],
        facts=told["facts"],
        spent=spent_told(answer.spent),
        asked_at=call.asked_at,
        answered_at=call.answered_at,
    )
