"""Archiving a debate after its decision: out of lists and standings, and back in, in one transaction each."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select, update

from moot.commons.book_lists import shelf_of
from moot.commons.book_rows import Archival, ArenaRow
from moot.debate import ActionNotAllowed, DebateNotFound
from moot.notation import moment, told_at
from moot.store.arena.among import Among
from moot.store.arena.facts import LOCKED as MEMBERS
from moot.store.arena.part import Part
from moot.store.arena.reading import COUNT, RESULT
from moot.store.arena.rows import LOCKED, results, row_in
from moot.store.arena.shares import Share, add, of_awards, of_judging, of_results, take_away, together
from moot.store.arena.tables import archivals, awards, debates, judgments, sides, tags
from moot.store.database import Prepared, Transaction

_x = archivals.c

_LAST = Prepared(select(func.max(_x.number)).where(_x.debate_id == bindparam("debate")))
_ARCHIVE = Prepared(insert(archivals).values({column.name: bindparam(column.name) for column in _x}))
_UNDO = Prepared(
    update(archivals)
    .where(_x.debate_id == bindparam("debate"), _x.undone_at.is_(None))
    .values(undone_at=bindparam("undone"))
)
NOW = Prepared(select(_x.by, _x.reason, _x.at).where(_x.debate_id == bindparam("debate"), _x.undone_at.is_(None)))
ARCHIVED = Among(lambda names: select(_x.debate_id).where(_x.debate_id.in_(names), _x.undone_at.is_(None)))
_DEBATE = Prepared(
    update(debates)
    .where(debates.c.id == bindparam("debate"))
    .values(archived=bindparam("out"), shelf=bindparam("place"))
)
_PLACES = tuple(
    Prepared(update(table).where(id == bindparam("debate")).values(shelf=bindparam("place")))
    for table, id in ((sides, sides.c.debate_id), (tags, tags.c.debate_id))
)
_AWARDS = Prepared(update(awards).where(awards.c.debate_id == bindparam("debate")).values(counts=bindparam("in_sums")))
_AWARDED = Prepared(select(awards.c.member_id, awards.c.points).where(awards.c.debate_id == bindparam("debate")))
_j = judgments.c
_JUDGED = Prepared(select(_j.judge_id, _j.agreed, _j.outlier).where(_j.debate_id == bindparam("debate")))


class Archiving(Part):
    """Archiving after the decision."""

    async def archive(self, debate: str, by: str, reason: str, at: datetime) -> None:
        """Takes a decided debate out of lists and standings, or refuses."""

        async def work(tx: Transaction) -> None:
            row = await _decided(tx, debate, archived=False)
            shares = await _shares(tx, row)
            ((last,),) = await tx.rows(_LAST, {"debate": debate})
            told = {"number": (last or 0) + 1, "by": by, "reason": reason, "at": told_at(at), "undone_at": None}
            await tx.run(_ARCHIVE, {"debate_id": debate, **told})
            await _place(tx, row, archived=True)
            await take_away(tx, shares)

        await self._database.write(work)

    async def restore(self, debate: str, at: datetime) -> None:
        """Takes a debate back in that was archived after its decision, or refuses."""

        async def work(tx: Transaction) -> None:
            row = await _decided(tx, debate, archived=True)
            await tx.run(_UNDO, {"debate": debate, "undone": told_at(at)})
            await _place(tx, row, archived=False)
            await add(tx, await _shares(tx, row))

        await self._database.write(work)

    async def archival(self, debate: str) -> Archival | None:
        """Who took a decided debate out, and why; None where nobody did."""
        found = await self._database.rows(NOW, {"debate": debate})
        return Archival(found[0][0], found[0][1], moment(found[0][2])) if found else None


async def _place(tx: Transaction, row: ArenaRow, *, archived: bool) -> None:
    debate, counted = row.debate, int(not archived)
    place = {"debate": debate, "place": shelf_of(row.status, row.mode, row.how, archived)}
    await tx.run(_DEBATE, {**place, "out": int(archived)})
    for prepared in _PLACES:
        await tx.run(prepared, place)
    for side, result in results(row.winner, row.forfeits).items():
        await tx.run(RESULT, {"debate": debate, "side": side, "result": None if archived else result})
    for prepared in (COUNT, _AWARDS):
        await tx.run(prepared, {"debate": debate, "in_sums": counted})


async def _decided(tx: Transaction, debate: str, *, archived: bool) -> ArenaRow:
    found = await tx.rows(LOCKED, {"debate": debate})
    if not found:
        raise DebateNotFound(debate)
    row = row_in(found[0])
    if row.status != "decided" or row.archived != archived:
        state = "archived" if row.archived else row.status
        what = "archived after its decision" if archived else "decided, and is in the arena"
        raise ActionNotAllowed(
            f"Only a debate that was {what} can be {'restored' if archived else 'archived'} so.", current_state=state
        )
    return row


async def _shares(tx: Transaction, row: ArenaRow) -> Mapping[str, Share]:
    """What a decided debate added to standings, with those whom it concerns locked."""
    judged = [(judge, agreed, outlier) for judge, agreed, outlier in await tx.rows(_JUDGED, {"debate": row.debate})]
    awarded = [(member, points) for member, points in await tx.rows(_AWARDED, {"debate": row.debate})]

    def parts() -> Iterator[tuple[str, Share]]:
        told = results(row.winner, row.forfeits)
        yield from of_results((str(row.member(side)), result) for side, result in told.items())
        yield from ((judge, Share(judged=1)) for judge, *_ in judged)
        yield from of_judging(judged)
        yield from of_awards(awarded)

    shares = together(parts())
    await MEMBERS.rows(tx, list(shares))
    return shares
