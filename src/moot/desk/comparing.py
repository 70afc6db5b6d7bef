"""The verb that compares: where two debates part."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import JsonObject, View, fork_of
from moot.desk.audit import cost_told
from moot.desk.audit_replies import Parting, PartingLine, PartingSide
from moot.desk.callers import Caller
from moot.desk.results import Concluding
from moot.desk.telling import fork_told
from moot.notation import Line
from moot.notation.parting import differently_agreed, in_lines, parted, stored_alike


class Comparing(Concluding):
    """The part of the desk where debates are held against each other."""

    async def parting(self, caller: Caller, debate_id: str, *, other: str) -> Parting:
        """Where two debates part, as this caller may read both."""
        a, _, one = await self._seen(caller, debate_id)
        b, _, two = await self._seen(caller, other)
        lines = [await self._house.store.lines(debate, -1, len(seen)) for debate, seen in ((a, one), (b, two))]
        return parting_told((a, one, lines[0]), (b, two, lines[1]))


def parting_told(
    a: tuple[str, Sequence[View], Sequence[Line]], b: tuple[str, Sequence[View], Sequence[Line]]
) -> Parting:
    """Where two records part: each with the name of its debate, as it is read and as it is stored."""
    (one, seen, lines), (two, other, others) = a, b
    found = parted(seen, other, one, two)
    return Parting(
        a=_side_told(one, seen),
        b=_side_told(two, other),
        common=found.common,
        stored_alike=min(found.common, stored_alike(lines, others)),
        agreed=cast(dict[str, list[Any]], differently_agreed(seen[0].entry, other[0].entry)),
        same=found.same,
        a_line=_line_told(found.a),
        b_line=_line_told(found.b),
        fields=found.fields,
        diff=found.diff,
    )


def _side_told(debate: str, record: Sequence[View]) -> PartingSide:
    opened, last = record[0].entry, record[-1].entry
    setup = cast(Mapping[str, Any], opened.move["setup"])
    players = cast(Mapping[str, Mapping[str, Any]], setup.get("players") or {})
    ended: JsonObject = last.move if last.kind == "closed" else {}
    return PartingSide(
        debate_id=debate,
        title=str(setup["title"]),
        format=str(opened.move["format"]),
        lines=len(record),
        players={seat: str(seated["player"]) for seat, seated in players.items()},
        ending=str(ended["ending"]) if ended else None,
        result=dict(cast(Mapping[str, Any], ended.get("result", {}))),
        spent=cost_told([view.entry for view in record]),
        forked=fork_told(fork_of(opened)),
    )


def _line_told(view: View | None) -> PartingLine | None:
    if view is None:
        return None
    entry, move = view.entry, view.opened or view.move
    text = None if move is None else in_lines(move)
    return PartingLine(seq=entry.line, kind=entry.kind, seat=entry.seat, by=entry.by, text=text)
