"""Lists of debates, single ones, and those that something is due in."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Text, bindparam, literal_column, select

from moot.commons.book_lists import ArenaQuery
from moot.commons.book_rows import ArenaResult, ArenaRow, Pick
from moot.engine import Page
from moot.notation import moment, told_at
from moot.store.arena.cursors import marked
from moot.store.arena.listing import walk
from moot.store.arena.part import Part
from moot.store.arena.rows import ROW, ROWS, row_in
from moot.store.arena.tables import debates, judgments, sides
from moot.store.database import Prepared, lists_of, sayable

_d, _s, _j = debates.c, sides.c, judgments.c

# Written out, because a partial index does not serve a value that is bound later.
_LIVE = _s.live == literal_column("1")
_DECIDED = (_d.status == literal_column("'decided'"), _d.archived == literal_column("0"))

LIVE = Prepared(select(_s.debate_id).where(_s.member_id == bindparam("member"), _LIVE).order_by(_s.debate_id))
_closing = [
    select(debates).where(
        _d.shelf == shelf, _d.until > bindparam("after", type_=Text), _d.until <= bindparam("last", type_=Text)
    )
    for shelf in ("judging", "judging-forfeited")
]
CLOSING = tuple(Prepared(found.order_by(_d.until, _d.id).limit(bindparam("limit"))) for found in _closing)

_latest = select(_d.id).where(*_DECIDED).order_by(_d.ended_at.desc(), _d.id.desc()).limit(bindparam("limit"))
RESULTS = Prepared(
    select(_d.id, _d.challenger, _d.opponent, _d.winner, _d.first, _d.decided_by, _d.ended_at)
    .where(*_DECIDED)
    .order_by(_d.ended_at.desc(), _d.id.desc())
    .limit(bindparam("limit"))
)
_decided = _latest.subquery()
PICKS = Prepared(
    select(_j.debate_id, _j.judge_id, _j.side, _j.own, _j.outlier)
    .join_from(_decided, judgments, _j.debate_id == _decided.c.id)
    .order_by(_j.debate_id, _j.line)
)


class Lists(Part):
    """Debates at a glance."""

    async def page(self, query: ArenaQuery) -> Page[ArenaRow]:
        """The debates that match, in the order that was asked for."""
        ready, limit = walk(query, self._database.dialect), max(1, query.limit)
        if ready is None:
            return Page(())
        # A member's own are what it has just proposed.
        source = lists_of(self._database) if query.member is None else self._database
        found = await source.rows(ready.ids, {**ready.params, "limit": limit + 1})
        rows = {row.debate: row for row in map(row_in, await ROWS.rows(source, [id for _, id in found[:limit]]))}
        key, last = found[limit - 1] if len(found) > limit else (None, None)
        shown = tuple(rows[id] for _, id in found[:limit] if id in rows)
        return Page(shown, None if key is None or last is None else marked(query.sort, key, last))

    async def row(self, debate: str) -> ArenaRow | None:
        """A debate at a glance; None where it is none of the arena."""
        if not sayable({"debate": debate}):
            return None
        found = await self._database.rows(ROW, {"debate": debate})
        return row_in(found[0]) if found else None

    async def rows(self, debates: Collection[str]) -> Mapping[str, ArenaRow]:
        """These debates, by id; those that are none of the arena are left out."""
        found = map(row_in, await ROWS.rows(self._database, debates))
        return {row.debate: row for row in found}

    async def open_debates_of(self, member: str) -> Sequence[str]:
        """The proposed and active debates that a member proposed, sits in, or was called out to."""
        return [debate for (debate,) in await self._database.rows(LIVE, {"member": member})]

    async def closing(self, after: datetime, until: datetime, limit: int = 100) -> Sequence[ArenaRow]:
        """The debates in judging that close after the one moment and not after the other, the first of them first."""
        params = {"after": told_at(after), "last": told_at(until), "limit": limit}
        found = [row_in(row) for prepared in CLOSING for row in await self._database.rows(prepared, params)]
        return sorted(found, key=lambda row: (row.until or until, row.debate))[:limit]

    async def results(self, limit: int) -> Sequence[ArenaResult]:
        """The debates decided last, the latest first."""
        picks: defaultdict[str, list[Pick]] = defaultdict(list)
        source = lists_of(self._database)
        for debate, judge, side, own, outlier in await source.rows(PICKS, {"limit": limit}):
            picks[debate].append(Pick(judge, side, bool(own), bool(outlier)))
        found = await source.rows(RESULTS, {"limit": limit})
        return [
            ArenaResult(debate, challenger, opponent, winner, first, by, moment(at), tuple(picks[debate]))
            for debate, challenger, opponent, winner, first, by, at in found
        ]
