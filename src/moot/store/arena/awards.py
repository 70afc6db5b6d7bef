"""Awards: the changes of scores, and the curves that they make."""

from collections.abc import Collection, Mapping
from functools import partial
from itertools import accumulate
from typing import Any

from sqlalchemy import Integer, Select, Text, bindparam, cast, func, literal_column, select, tuple_

from moot.commons.book_rows import Change
from moot.engine import Page
from moot.notation import moment
from moot.rating.score import START
from moot.store.arena.among import Among, Names
from moot.store.arena.cursors import marked, place
from moot.store.arena.part import Part
from moot.store.arena.standings import floored
from moot.store.arena.tables import awards, standings
from moot.store.database import Dialect, Prepared

_a = awards.c
# Written out, because a partial index does not serve a value that is bound later.
_COUNTS = _a.counts == literal_column("1")
_ORDER = (_a.at, _a.debate_id, _a.number)
_NEWEST = tuple(column.desc() for column in _ORDER)
_CURVE = 20

_changes = (
    select(_a.debate_id, _a.number, _a.member_id, _a.at, _a.points, _a.reason, standings.c.score)
    .join_from(awards, standings, standings.c.member_id == _a.member_id)
    .where(_a.member_id == bindparam("member"), _COUNTS)
    .order_by(*_NEWEST)
    .limit(bindparam("limit"))
)
_place = tuple_(
    bindparam("at_time", type_=Text), bindparam("at_debate", type_=Text), bindparam("at_number", type_=Integer)
)
CHANGES = Prepared(_changes)
CHANGES_AFTER = Prepared(_changes.where(tuple_(*_ORDER) < _place))


def _curves(joined: str, names: Names) -> Select[*tuple[Any, ...]]:
    last = (
        select(cast(_a.points, Text).label("points"))
        .where(_a.member_id == standings.c.member_id, _COUNTS)
        .order_by(*_NEWEST)
        .limit(_CURVE - 1)
        .correlate(standings)
        .subquery()
    )
    points = select(getattr(func, joined)(last.c.points, literal_column("','"))).correlate(standings).scalar_subquery()
    return select(standings.c.member_id, standings.c.score, points).where(standings.c.member_id.in_(names))


CURVES: Mapping[Dialect, Among] = {
    "sqlite": Among(partial(_curves, "group_concat")),
    "postgresql": Among(partial(_curves, "string_agg")),
}


class Awards(Part):
    """Changes of scores."""

    async def changes(self, member: str, *, after: str | None = None, limit: int = 50) -> Page[Change]:
        """The changes of a member's score, newest first; a cursor carries the score that comes next."""
        limit = max(1, limit)
        params, wanted, score = {"member": member, "limit": limit + 1}, CHANGES, None
        if after is not None:
            at, debate, number, score = place(after, f"changes {member}", str, str, int, int)
            params |= {"at_time": at, "at_debate": debate, "at_number": number}
            wanted = CHANGES_AFTER
        found = await self._database.rows(wanted, params)
        changes: list[Change] = []
        for debate, number, whose, at, points, reason, now in found[:limit]:
            score = now if score is None else score
            changes.append(Change(debate, number, whose, moment(at), points, reason, floored(score)))
            score -= points
        if len(found) <= limit or score is None:
            return Page(tuple(changes))
        debate, number, _, at, *_ = found[limit - 1]
        return Page(tuple(changes), marked(f"changes {member}", at, debate, number, score))

    async def curves(self, members: Collection[str]) -> Mapping[str, tuple[int, ...]]:
        """The last scores of each of these members, at most 20, oldest first."""
        rows = await CURVES[self._database.dialect].rows(self._database, members)
        found = {member: _scores(now, points) for member, now, points in rows}
        return {member: found.get(member, (START,)) for member in members}


def _scores(now: int, points: str | None) -> tuple[int, ...]:
    steps = [-int(each) for each in points.split(",")] if points else []
    return tuple(floored(score) for score in accumulate(steps, initial=now))[::-1]
