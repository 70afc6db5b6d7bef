"""Summing standings anew, from results, judgments and awards."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from sqlalchemy import Column, bindparam, delete, exists, func, insert, literal_column, select, text

from moot.store.arena.among import Among
from moot.store.arena.shares import Share, row_of
from moot.store.arena.tables import awards, judgments, sides, standings
from moot.store.database import Database, Prepared, Row, Transaction

_AT_ONCE = 500

_s, _j, _a, _r = sides.c, judgments.c, awards.c, standings.c

_RESULTS = Among(
    lambda names: (
        select(_s.member_id, _s.result, func.count())
        .where(_s.member_id.in_(names), _s.result.is_not(None))
        .group_by(_s.member_id, _s.result)
    )
)
_JUDGED = Among(
    lambda names: (
        select(_j.judge_id, func.count(), func.count(_j.agreed), func.sum(_j.agreed), func.sum(_j.outlier))
        .where(_j.judge_id.in_(names), _j.counts == 1)
        .group_by(_j.judge_id)
    )
)
_AWARDED = Among(
    lambda names: (
        select(_a.member_id, func.sum(_a.points))
        # Written out, because a partial index does not serve a value that is bound later.
        .where(_a.member_id.in_(names), _a.counts == literal_column("1"))
        .group_by(_a.member_id)
    )
)
_STANDINGS = Among(lambda names: select(standings).where(_r.member_id.in_(names)))
_PUT = Prepared(insert(standings).values({column.name: bindparam(column.name) for column in _r}))
_DROP = Prepared(delete(standings).where(_r.member_id == bindparam("member")))
_ALONE = Prepared(text("LOCK TABLE arena_standings IN EXCLUSIVE MODE"))
"""Whoever closes a debate meanwhile adds to the standings once they are right."""

_NAMES = tuple(column.name for column in _r)
_SHARES = {"win": "wins", "loss": "losses", "draw": "draws", "forfeit": "forfeits"}


def _members(column: Column[str], *, without: bool) -> Prepared:
    """The members that a table names, in order; only those without a standing, where so asked."""
    found = select(column).distinct().where(column > bindparam("after")).order_by(column).limit(_AT_ONCE)
    if without:
        found = found.where(~exists().where(_r.member_id == column))
    return Prepared(found)


_EVERYBODY = (
    _members(_r.member_id, without=False),
    *(_members(column, without=True) for column in (_s.member_id, _j.judge_id, _a.member_id)),
)


async def remade_standings(database: Database, *, keep: bool) -> int:
    """Sums all standings anew; how many were otherwise."""
    changed, missing = 0, set[str]()
    async for members in _everybody(database):
        # Who has no standing and should have one may be named in several tables.
        fresh = [member for member in members if member not in missing]
        found = await _remade(database, fresh, keep=keep)
        missing |= set(found)
        changed += len(found)
    return changed


async def _everybody(database: Database) -> AsyncIterator[Sequence[str]]:
    for prepared in _EVERYBODY:
        after = ""
        while members := [member for (member,) in await database.rows(prepared, {"after": after})]:
            yield members
            after = members[-1]


async def _remade(database: Database, members: Collection[str], *, keep: bool) -> Sequence[str]:
    """Sums the standings of these members anew; whose were otherwise."""

    async def work(tx: Transaction) -> Sequence[str]:
        if database.dialect == "postgresql":
            await tx.run(_ALONE, {})
        before: Mapping[str, Row] = {row[0]: tuple(row) for row in await _STANDINGS.rows(tx, members)}
        now = {member: row_of(member, share) for member, share in (await _summed(tx, members)).items()}
        wrong = sorted(member for member in members if before.get(member) != now.get(member))
        for member in wrong if keep else ():
            await tx.run(_DROP, {"member": member})
            if member in now:
                await tx.run(_PUT, dict(zip(_NAMES, now[member], strict=True)))
        return wrong

    return await database.write(work)


async def _summed(tx: Transaction, members: Collection[str]) -> Mapping[str, Share]:
    shares: defaultdict[str, Share] = defaultdict(Share)
    for member, result, number in await _RESULTS.rows(tx, members):
        shares[member] = shares[member].plus(Share(**{"debates": number, _SHARES[result]: number}))
    for judge, judged, settled, agreed, outliers in await _JUDGED.rows(tx, members):
        share = Share(judged=judged, settled=settled, agreed=int(agreed or 0), outliers=int(outliers or 0))
        shares[judge] = shares[judge].plus(share)
    for member, points in await _AWARDED.rows(tx, members):
        shares[member] = shares[member].plus(Share(score=int(points)))
    return shares
