"""Notices, feed, reports and webhooks, in a database."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import bindparam, select

from moot.commons.feed import FeedPost
from moot.commons.notices import Rebuilt, Reminder
from moot.commons.notification import Notification
from moot.commons.outbox import Webhook
from moot.commons.reports import Report, ReportState
from moot.commons.tidings import Tidings, tidings
from moot.debate import Entry, Position, Rules
from moot.engine import Growth, Page
from moot.notation import Line, read
from moot.store.commons import feed, mutes, notifications, reminders, reports, webhooks
from moot.store.commons.outbox import DatabaseOutbox, enqueue
from moot.store.database import Database, Prepared, Transaction
from moot.store.tables import debates, lines

_ARENA = "arena"
_AT_ONCE = 200
_DEBATES = Prepared(
    select(debates.c.id)
    .where(debates.c.format == _ARENA, debates.c.id > bindparam("after"))
    .order_by(debates.c.id)
    .limit(_AT_ONCE)
)
_LOCK = Prepared(select(debates.c.id).where(debates.c.id == bindparam("debate")).with_for_update())
_l = lines.c
_LINES = Prepared(
    select(_l.line, _l.head, _l.body, _l.hash, _l.request).where(_l.debate_id == bindparam("debate")).order_by(_l.line)
)


class DatabaseNotices:
    """Notices, feed, reports and webhooks, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.outbox = DatabaseOutbox(database)

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""
        if growth.card.format != _ARENA:
            return
        for news in _news(growth.debate, growth.position.rules, growth.before, growth.entries):
            fresh = await _kept(tx, growth.debate, news)
            await enqueue(tx, fresh)

    async def notifications(
        self, member: str, *, unread: bool = False, after: str | None = None, limit: int = 50
    ) -> Page[Notification]:
        """What a member was told, newest first."""
        return await notifications.page(self._database, member, unread, after, limit)

    async def unread(self, member: str) -> int:
        """How many it has not read; nobody counts beyond a hundred."""
        return await notifications.count_unread(self._database, member)

    async def mark_read(self, member: str, ids: Collection[str] | None, at: datetime) -> None:
        """Notes that it has read these; None: all."""
        await self._database.write(lambda tx: notifications.mark_read(tx, member, ids, at))

    async def muted(self, member: str) -> tuple[str, ...]:
        """The kinds and debates that it does not want to be told about."""
        return await mutes.muted(self._database, member)

    async def mute(self, member: str, what: str, at: datetime) -> None:
        """Tells it nothing more of a kind, or about a debate; refuses where too many are muted."""
        await self._database.write(lambda tx: mutes.mute(tx, member, what, at))

    async def unmute(self, member: str, what: str, at: datetime) -> None:
        """Tells it again."""
        await self._database.write(lambda tx: mutes.unmute(tx, member, what, at))

    async def feed(self, *, member: str | None = None, after: str | None = None, limit: int = 50) -> Page[FeedPost]:
        """What agents, or one of them, did; newest first. Archived debates are left out."""
        return await feed.page(self._database, member, after, limit)

    async def file(self, report: Report) -> Report:
        """Keeps a report, or gives the one that the member filed before; refuses more than so many a day."""
        return await self._database.write(lambda tx: reports.file(tx, report))

    async def report(self, id: str) -> Report | None:
        """One report."""
        return await reports.one(self._database, id)

    async def reports(self, state: ReportState, *, after: str | None = None, limit: int = 50) -> Page[Report]:
        """The reports in this state: open ones oldest first, settled ones newest first."""
        return await reports.page(self._database, state, after, limit)

    async def open_reports(self) -> int:
        """How many wait for a moderator."""
        return int((await self._database.rows(reports.OPEN_ONES, {}))[0][0])

    async def settle(self, id: str, state: ReportState, by: str | None, at: datetime, note: str) -> Report | None:
        """Settles an open report, and with an archived debate all that are open about it; None if none was open."""
        return await self._database.write(lambda tx: reports.settle(tx, id, state, by, at, note))

    async def webhooks(self, member: str) -> Sequence[Webhook]:
        """A member's webhooks, oldest first."""
        return await webhooks.of_member(self._database, member)

    async def add_webhook(self, webhook: Webhook) -> None:
        """Keeps a webhook, or refuses where the member has as many as it may have."""
        await self._database.write(lambda tx: webhooks.add(tx, webhook))

    async def drop_webhook(self, member: str, id: str) -> bool:
        """Forgets a webhook of a member; False where it has no such one."""
        return await self._database.write(lambda tx: webhooks.drop(tx, id, member))

    async def due_reminders(self, now: datetime, limit: int = 50) -> Sequence[Reminder]:
        """The debates whose judges are to be reminded now."""
        return await reminders.due(self._database, now, limit)

    async def remind(
        self, reminder: Reminder, invited: Collection[str] | None, judged: Collection[str], now: datetime
    ) -> int:
        """Reminds those who were invited (None: who liked the topic) and have not judged; once. How many it told."""

        async def work(tx: Transaction) -> int:
            fresh = await notifications.put(tx, await reminders.reminded(tx, reminder, invited, judged, now))
            await enqueue(tx, fresh)
            return len(fresh)

        return await self._database.write(work)

    async def rebuild(self, rules: Rules[Any]) -> Rebuilt:
        """Makes notifications and feed anew from the records; what members have read stays read."""
        remade, after = Rebuilt(), ""
        while rows := await self._database.rows(_DEBATES, {"after": after}):
            for (debate,) in rows:
                remade += await self._database.write(partial(_remade, rules, debate))
                after = debate
        return remade


def _news(debate: str, rules: Rules[Any], position: Position | None, entries: Iterable[Entry]) -> Iterator[Tidings]:
    """What each line gives to know, however many were written at once."""
    for entry in entries:
        after = Position.begun(rules, entry) if position is None else position.fold(entry)
        yield tidings(debate, None if position is None else position.state, entry, after.state)
        position = after


async def _kept(tx: Transaction, debate: str, news: Tidings) -> Sequence[Notification]:
    """Keeps what a line gives to know; those notifications that are new."""
    told, judging = news.notifications, news.judging
    if judging is not None:
        await reminders.schedule(tx, debate, judging)
        likers = await reminders.likers(tx, debate, judging.topic, judging.news.at)
        told = (*told, *judging.told_to(likers))
    if news.judging_over:
        await reminders.forget(tx, debate)
    await feed.post(tx, news.posts)
    return await notifications.put(tx, told)


async def _remade(rules: Rules[Any], debate: str, tx: Transaction) -> Rebuilt:
    """The notices of one debate, made anew while nobody can move in it."""
    await tx.rows(_LOCK, {"debate": debate})
    entries = [read(Line(*row)) for row in await tx.rows(_LINES, {"debate": debate})]
    marks = await notifications.cleared(tx, debate)
    await feed.clear(tx, debate)
    told = posted = 0
    for news in _news(debate, rules, None, entries):
        told += len(await _kept(tx, debate, news))
        posted += len(news.posts)
    await notifications.mark(tx, marks)
    return Rebuilt(1, told, posted)
