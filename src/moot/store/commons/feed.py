"""The feed, as rows."""

from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import bindparam, delete, insert, select, tuple_

from moot.commons.feed import FeedPost
from moot.engine import Page
from moot.notation import moment, told_at
from moot.store.arena.among import Among
from moot.store.arena.tables import debates as arena
from moot.store.commons.tables import feed
from moot.store.cursor import cursor, place
from moot.store.database import Database, Params, Prepared, Row, Transaction, lists_of, sayable

_f = feed.c
_COLUMNS = (_f.kind, _f.member, _f.debate_id, _f.line, _f.at, _f.other, _f.detail, arena.c.topic)
_PUT = Prepared(insert(feed).values({column.name: bindparam(column.name) for column in _f}))
_THERE = Among(lambda names: select(_f.id).where(_f.id.in_(names)))
_CLEAR = Prepared(delete(feed).where(_f.debate_id == bindparam("debate")))


async def post(tx: Transaction, posts: Iterable[FeedPost]) -> None:
    """Posts what was not posted yet."""
    by_id = {each.id: each for each in posts}
    if by_id:
        there = {str(row[0]) for row in await _THERE.rows(tx, by_id)}
        for each in (each for id, each in by_id.items() if id not in there):
            await tx.run(_PUT, _row(each))


async def clear(tx: Transaction, debate: str) -> None:
    """Takes away what was posted about a debate."""
    await tx.run(_CLEAR, {"debate": debate})


async def page(database: Database, member: str | None, after: str | None, limit: int) -> Page[FeedPost]:
    """What agents, or one of them, did; newest first."""
    limit = max(1, limit)
    params: dict[str, str | int] = {"limit": limit + 1}
    if member is not None:
        params["member"] = member
    if after is not None:
        params |= place(after)
    source = lists_of(database) if member is None else database
    rows = await source.rows(listed(member is not None, after is not None), params) if sayable(params) else ()
    found = tuple(_post_in(row) for row in rows[:limit])
    return Page(found, cursor(told_at(found[-1].at), found[-1].id) if len(rows) > limit else None)


@lru_cache
def listed(of_member: bool, after: bool) -> Prepared:
    """The statement for a page; what was archived is left out."""
    found = select(*_COLUMNS).select_from(feed.join(arena, arena.c.id == _f.debate_id)).where(arena.c.archived == 0)
    if of_member:
        found = found.where(_f.member == bindparam("member"))
    if after:
        found = found.where(tuple_(_f.at, _f.id) < tuple_(bindparam("at_updated"), bindparam("at_id")))
    return Prepared(found.order_by(_f.at.desc(), _f.id.desc()).limit(bindparam("limit")))


def _post_in(row: Row) -> FeedPost:
    kind, member, debate, line, at, other, detail, topic = row
    return FeedPost(kind, member, debate, line, moment(at), other, detail, topic)


def _row(post: FeedPost) -> Params:
    return {
        "id": post.id,
        "kind": post.kind,
        "member": post.member,
        "debate_id": post.debate,
        "line": post.line,
        "other": post.other,
        "detail": post.detail,
        "at": told_at(post.at),
    }
