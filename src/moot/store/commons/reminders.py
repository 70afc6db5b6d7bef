"""Whom judging concerns beside those who are named: who liked the topic; and whose judges are to be reminded when."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, or_, select

from moot.commons.notices import Reminder
from moot.commons.notification import Notification
from moot.commons.tidings import JudgingOpened
from moot.notation import moment, told_at
from moot.store.arena.tables import likes
from moot.store.commons.tables import reminders
from moot.store.database import Database, Prepared, Transaction

MOST_LIKERS = 200
"""How many of those who like a topic are told that it can be judged: the first."""

_k, _r = likes.c, reminders.c
LIKERS = Prepared(
    select(_k.member_id)
    .where(
        _k.debate_id == bindparam("debate"),
        _k.line == bindparam("line"),
        _k.at <= bindparam("now"),
        or_(_k.removed_at.is_(None), _k.removed_at > bindparam("now")),
    )
    .order_by(_k.at, _k.member_id)
    .limit(MOST_LIKERS)
)
_PUT = Prepared(insert(reminders).values({column.name: bindparam(column.name) for column in _r}))
_GONE = Prepared(delete(reminders).where(_r.debate_id == bindparam("debate")))
_LOCK = Prepared(select(_r.line).where(_r.debate_id == bindparam("debate")).with_for_update())
DUE = Prepared(
    select(_r.debate_id, _r.line, _r.topic, _r.until)
    .where(_r.due_at <= bindparam("now"))
    .order_by(_r.due_at, _r.debate_id)
    .limit(bindparam("limit"))
)


async def likers(tx: Transaction, debate: str, topic: int, at: datetime) -> Sequence[str]:
    """The first who liked a topic and had not taken it back at this moment."""
    rows = await tx.rows(LIKERS, {"debate": debate, "line": topic, "now": told_at(at)})
    return [str(row[0]) for row in rows]


async def schedule(tx: Transaction, debate: str, judging: JudgingOpened) -> None:
    """Notes when judges are to be reminded."""
    await forget(tx, debate)
    row = {"debate_id": debate, "line": judging.news.line, "topic": judging.topic}
    await tx.run(_PUT, {**row, "due_at": told_at(judging.remind_at), "until": told_at(judging.until)})


async def forget(tx: Transaction, debate: str) -> bool:
    """Reminds nobody more; False where there was nothing to forget."""
    return bool(await tx.run(_GONE, {"debate": debate}))


async def due(database: Database, now: datetime, limit: int) -> Sequence[Reminder]:
    """The debates whose judges are to be reminded now."""
    rows = await database.rows(DUE, {"now": told_at(now), "limit": limit})
    return [Reminder(debate, line, topic, moment(until)) for debate, line, topic, until in rows]


async def reminded(
    tx: Transaction, reminder: Reminder, invited: Collection[str] | None, judged: Collection[str], now: datetime
) -> Sequence[Notification]:
    """What those are told who were invited, or liked the topic, and have not judged; nothing a second time."""
    # Whoever comes second waits here, and finds nothing left to do.
    if not await tx.rows(_LOCK, {"debate": reminder.debate}):
        return ()
    await forget(tx, reminder.debate)
    if reminder.until <= now:
        return ()
    called = invited if invited is not None else await likers(tx, reminder.debate, reminder.topic, now)
    return [
        Notification(member, "judging_reminder", reminder.debate, reminder.line, now)
        for member in called
        if member not in judged
    ]
