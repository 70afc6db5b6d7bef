"""Likes: one a member and line, counted now and as of any moment."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Integer, Text, bindparam, func, insert, or_, select, text, update

from moot.commons.book_lists import hot
from moot.commons.book_rows import Liking
from moot.debate import DebateNotFound
from moot.notation import moment, told_at
from moot.store.arena.among import Among
from moot.store.arena.part import Part
from moot.store.arena.tables import debates, liked, likes, sides, tags
from moot.store.database import Database, Prepared, Row, Transaction

_l, _d = likes.c, debates.c

_LOCKED = Prepared(select(_d.topic_line, _d.hot, _d.opened_at).where(_d.id == bindparam("debate")).with_for_update())
_own = select(_l.at, _l.removed_at).where(
    _l.debate_id == bindparam("debate"), _l.line == bindparam("line"), _l.member_id == bindparam("member")
)
_LAST = Prepared(_own.order_by(_l.at.desc()).limit(1))
_LIKE = Prepared(insert(likes).values({column.name: bindparam(column.name) for column in _l}))
_REMOVE = Prepared(
    update(likes)
    .where(
        _l.debate_id == bindparam("debate"),
        _l.line == bindparam("at_line"),
        _l.member_id == bindparam("member"),
        _l.at == bindparam("since"),
    )
    .values(removed_at=bindparam("removed"))
)
_COUNT = Prepared(
    text(
        "INSERT INTO arena_liked (debate_id, line, likes) VALUES (:debate, :line, :more) "
        "ON CONFLICT (debate_id, line) DO UPDATE SET likes = arena_liked.likes + excluded.likes"
    )
)
_UNLIKED = Prepared(text("DELETE FROM arena_liked WHERE debate_id = :debate AND line = :line AND likes = 0"))
_NOW = Prepared(
    select(liked.c.likes).where(liked.c.debate_id == bindparam("debate"), liked.c.line == bindparam("line"))
)
LIKES = Prepared(select(liked.c.line, liked.c.likes).where(liked.c.debate_id == bindparam("debate")))
LIKED = Among(
    lambda names: select(_l.debate_id, _l.line).where(
        _l.member_id == bindparam("member"), _l.debate_id.in_(names), _l.removed_at.is_(None)
    )
)
_HEAT = tuple(
    Prepared(update(table).where(id == bindparam("debate")).values(hot=bindparam("heat")))
    for table, id in ((sides, sides.c.debate_id), (tags, tags.c.debate_id))
)
_HEATED = Prepared(
    update(debates).where(_d.id == bindparam("debate")).values(likes=bindparam("now"), hot=bindparam("heat"))
)
_when = bindparam("at_time", type_=Text)
AS_OF = Prepared(
    select(_l.line, func.count())
    .where(
        _l.debate_id == bindparam("debate"),
        _l.line.between(bindparam("first", type_=Integer), bindparam("last", type_=Integer)),
        _l.at <= _when,
        or_(_l.removed_at.is_(None), _l.removed_at > _when),
    )
    .group_by(_l.line)
)
STILL = Among(
    lambda names: (
        select(_l.debate_id, _l.line, func.count())
        .where(_l.debate_id.in_(names), _l.removed_at.is_(None))
        .group_by(_l.debate_id, _l.line)
    )
)


class Likes(Part):
    """Likes on topics and posts."""

    async def like(self, debate: str, line: int, member: str, at: datetime) -> Liking:
        """Likes a line in a member's name; once."""

        async def work(tx: Transaction) -> Liking:
            return await _turned(tx, debate, line, member, told_at(at), on=True)

        return await self._database.write(work)

    async def unlike(self, debate: str, line: int, member: str, at: datetime) -> Liking:
        """Takes a member's like back."""

        async def work(tx: Transaction) -> Liking:
            return await _turned(tx, debate, line, member, told_at(at), on=False)

        return await self._database.write(work)

    async def likes(self, debate: str) -> Mapping[int, int]:
        """How many like each line of a debate; lines that nobody likes are left out."""
        return dict[int, int](map(tuple, await self._database.rows(LIKES, {"debate": debate})))

    async def liked(self, member: str, debates: Collection[str]) -> frozenset[tuple[str, int]]:
        """What a member likes in these debates: each debate with a line of it."""
        found = await LIKED.rows(self._database, debates, member=member)
        return frozenset((debate, line) for debate, line in found)


async def likes_as_of(source: Database | Transaction, debate: str, of: Collection[int], at: datetime) -> dict[int, int]:
    """How many liked these lines at a moment."""
    if not of:
        return {}
    params = {"debate": debate, "first": min(of), "last": max(of), "at_time": told_at(at)}
    found = dict[int, int](map(tuple, await source.rows(AS_OF, params)))
    return {line: found.get(line, 0) for line in of}


async def _turned(tx: Transaction, debate: str, line: int, member: str, at: str, *, on: bool) -> Liking:
    # Whoever likes the same debate waits here, so that no like is lost and none is counted twice.
    locked = await tx.rows(_LOCKED, {"debate": debate})
    if not locked:
        raise DebateNotFound(debate)
    found = await tx.rows(_LAST, {"debate": debate, "line": line, "member": member})
    last = found[0] if found else None
    likes_it = last is not None and last[1] is None
    if likes_it == on:
        return Liking(await _now(tx, debate, line), changed=False)
    key = {"debate": debate, "line": line, "member": member}
    await (_put if on else _take)(tx, key, last, at)
    await tx.run(_COUNT, {"debate": debate, "line": line, "more": 1 if on else -1})
    number = await _now(tx, debate, line)
    if line == locked[0][0]:
        await _heat(tx, debate, number, locked[0])
    if not number:
        await tx.run(_UNLIKED, {"debate": debate, "line": line})
    return Liking(number, changed=True)


async def _put(tx: Transaction, key: dict[str, str | int], last: Row | None, at: str) -> None:
    # A clock that went back must not make one like overlap the next.
    since = at if last is None else max(at, last[1])
    if last is not None and last[0] == since:
        await _removed(tx, key, since, None)
        return
    row = {"debate_id": key["debate"], "line": key["line"], "member_id": key["member"], "at": since}
    await tx.run(_LIKE, {**row, "removed_at": None})


async def _take(tx: Transaction, key: dict[str, str | int], last: Row | None, at: str) -> None:
    assert last is not None
    await _removed(tx, key, last[0], max(at, last[0]))


async def _removed(tx: Transaction, key: dict[str, str | int], since: str, removed: str | None) -> None:
    where = {"debate": key["debate"], "at_line": key["line"], "member": key["member"], "since": since}
    await tx.run(_REMOVE, {**where, "removed": removed})


async def _now(tx: Transaction, debate: str, line: int) -> int:
    found = await tx.rows(_NOW, {"debate": debate, "line": line})
    return found[0][0] if found else 0


async def _heat(tx: Transaction, debate: str, number: int, row: Row) -> None:
    """Puts a debate that so many like where it now belongs among the hot ones."""
    _, before, opened_at = row
    heat = hot(number, moment(opened_at))
    await tx.run(_HEATED, {"debate": debate, "now": number, "heat": heat})
    if heat != before:
        for prepared in _HEAT:
            await tx.run(prepared, {"debate": debate, "heat": heat})
