"""Notifications as rows, and what members do not want to be told."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby

from sqlalchemy import bindparam, delete, func, insert, literal_column, or_, select, tuple_, update

from moot.commons.notification import MOST_COUNTED, Notification
from moot.engine import Page
from moot.notation import moment, told_at
from moot.store.arena.among import Among
from moot.store.commons.tables import mutes, notifications
from moot.store.cursor import cursor, place
from moot.store.database import Database, Params, Prepared, Row, Transaction, sayable
from moot.store.tables import debates

_n, _m = notifications.c, mutes.c
COLUMNS = (_n.member, _n.kind, _n.debate_id, _n.line, _n.at, _n.sender, _n.detail, debates.c.title, _n.read_at)
WITH_TOPIC = notifications.outerjoin(debates, debates.c.id == _n.debate_id)

_PUT = Prepared(insert(notifications).values({column.name: bindparam(column.name) for column in _n}))
_THERE = Among(lambda names: select(_n.id).where(_n.id.in_(names)))
_MUTED = Among(
    lambda names: select(_m.member).where(
        _m.member.in_(names),
        _m.what.in_([bindparam("kind"), bindparam("debate")]),
        _m.since <= bindparam("at"),
        or_(_m.until.is_(None), _m.until > bindparam("at")),
    )
)
UNREAD = Prepared(
    select(func.count()).select_from(
        select(_n.id).where(_n.member == bindparam("member"), _n.read_at.is_(None)).limit(MOST_COUNTED).subquery()
    )
)
_READ = update(notifications).where(_n.member == bindparam("by"), _n.read_at.is_(None)).values(read_at=bindparam("now"))
_READ_ALL, _READ_ONE = Prepared(_READ), Prepared(_READ.where(_n.id == bindparam("name")))
_OF_DEBATE = Prepared(select(_n.id, _n.read_at).where(_n.debate_id == bindparam("debate"), _n.read_at.is_not(None)))
_CLEAR = Prepared(
    delete(notifications).where(_n.debate_id == bindparam("debate"), _n.kind != literal_column("'judging_reminder'"))
)
_MARK = Prepared(update(notifications).where(_n.id == bindparam("name")).values(read_at=bindparam("read")))


async def put(tx: Transaction, told: Iterable[Notification]) -> Sequence[Notification]:
    """Keeps those that their members want and that are not there yet, and gives these."""
    wanted = await _wanted(tx, {each.id: each for each in told}.values())
    there = {str(row[0]) for row in await _THERE.rows(tx, [each.id for each in wanted])}
    fresh = [each for each in wanted if each.id not in there]
    if fresh:
        await tx.run_each(_PUT, [_row(each) for each in fresh])
    return fresh


async def cleared(tx: Transaction, debate: str) -> Sequence[Params]:
    """Takes away what follows from a debate's record, and gives what was read of it, for `mark`."""
    marks = [{"name": id, "read": read} for id, read in await tx.rows(_OF_DEBATE, {"debate": debate})]
    await tx.run(_CLEAR, {"debate": debate})
    return marks


async def mark(tx: Transaction, marks: Sequence[Params]) -> None:
    """Notes again what was read."""
    if marks:
        await tx.run_each(_MARK, marks)


async def page(database: Database, member: str, unread: bool, after: str | None, limit: int) -> Page[Notification]:
    """What a member was told, newest first."""
    limit = max(1, limit)
    params: Params = {"member": member, "limit": limit + 1, **({} if after is None else place(after))}
    rows = await database.rows(listed(unread, after is not None), params) if sayable(params) else ()
    found = tuple(notification_in(row) for row in rows[:limit])
    return Page(found, cursor(told_at(found[-1].at), found[-1].id) if len(rows) > limit else None)


async def count_unread(database: Database, member: str) -> int:
    """How many a member has not read, up to a hundred."""
    return int((await database.rows(UNREAD, {"member": member}))[0][0])


async def mark_read(tx: Transaction, member: str, ids: Collection[str] | None, at: datetime) -> None:
    """Notes that a member has read these; None: all."""
    told = {"by": member, "now": told_at(at)}
    if ids is None:
        await tx.run(_READ_ALL, told)
        return
    named = [{**told, "name": id} for id in sorted(set(ids)) if sayable({"name": id})]
    if named:
        await tx.run_each(_READ_ONE, named)


@lru_cache
def listed(unread: bool, after: bool) -> Prepared:
    """The statement for a page."""
    found = select(*COLUMNS).select_from(WITH_TOPIC).where(_n.member == bindparam("member"))
    if unread:
        found = found.where(_n.read_at.is_(None))
    if after:
        found = found.where(tuple_(_n.at, _n.id) < tuple_(bindparam("at_updated"), bindparam("at_id")))
    return Prepared(found.order_by(_n.at.desc(), _n.id.desc()).limit(bindparam("limit")))


def notification_in(row: Row) -> Notification:
    """The notification that a row keeps."""
    member, kind, debate, line, at, sender, detail, title, read = row
    read_at = None if read is None else moment(read)
    return Notification(member, kind, debate, line, moment(at), sender, detail, title or "", read_at)


async def _wanted(tx: Transaction, told: Collection[Notification]) -> list[Notification]:
    wanted: list[Notification] = []
    by_matter = sorted(told, key=_matter)
    for (kind, debate, at), group in groupby(by_matter, _matter):
        some = list(group)
        params = {"kind": kind, "debate": debate, "at": at}
        deaf = {str(row[0]) for row in await _MUTED.rows(tx, [each.member for each in some], **params)}
        wanted += [each for each in some if each.member not in deaf]
    return wanted


def _matter(told: Notification) -> tuple[str, str, str]:
    return told.kind, told.debate, told_at(told.at)


def _row(told: Notification) -> Params:
    return {
        "id": told.id,
        "member": told.member,
        "kind": told.kind,
        "debate_id": told.debate,
        "line": told.line,
        "sender": told.sender,
        "detail": told.detail,
        "at": told_at(told.at),
        "read_at": None,
    }
