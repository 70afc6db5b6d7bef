"""Notices, feed, reports and webhooks, in a database."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from moot.commons.feed import FeedPost
from moot.commons.notices import Rebuilt, Reminder
from moot.commons.notification import Notification
from moot.commons.outbox import Sent, Webhook
from moot.commons.reports import Report, ReportState
from moot.debate import Rules
from moot.engine import Growth, Page
from moot.store.commons import feed, mutes, notifications, reminders, reports, webhooks
from moot.store.commons.keeping import kept, replayed, steps_of
from moot.store.commons.outbox import DatabaseOutbox, enqueue
from moot.store.database import Database, Transaction
from moot.store.remaking import debates_of, still_record


class DatabaseNotices:
    """Notices, feed, reports and webhooks, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.outbox = DatabaseOutbox(database)

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""
        for step in steps_of(growth):
            fresh, _ = await kept(tx, growth.debate, step)
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
        """The webhooks of a member, or of the house, oldest first."""
        return await webhooks.of_member(self._database, member)

    async def add_webhook(self, webhook: Webhook) -> None:
        """Keeps a webhook, or refuses where there are as many as its owner may have."""
        await self._database.write(lambda tx: webhooks.add(tx, webhook))

    async def drop_webhook(self, member: str, id: str) -> bool:
        """Forgets a webhook of a member, or of the house; False where it has no such one."""
        return await self._database.write(lambda tx: webhooks.drop(tx, id, member))

    async def claim_test(self, member: str, id: str, at: datetime) -> bool:
        """Notes that a webhook is tested now; False where something was sent to it just before."""
        return await self._database.write(lambda tx: webhooks.claim_test(tx, member, id, at))

    async def note_test(self, id: str, sent: Sent, at: datetime) -> None:
        """Notes how the test of a webhook went; what is on its way to it is not touched."""
        await self._database.write(lambda tx: webhooks.note_test(tx, id, sent, at))

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

    async def rebuild(self, *rules: Rules[Any]) -> Rebuilt:
        """Makes notifications and feed of debates under these rules anew; what members have read stays read."""
        remade = Rebuilt()
        for each in rules:
            async for debate in debates_of(self._database, each.name):
                remade += await self._database.write(partial(_remade, each, debate))
        return remade


async def _remade(rules: Rules[Any], debate: str, tx: Transaction) -> Rebuilt:
    """The notices of one debate, made anew while nobody can move in it."""
    entries = await still_record(tx, debate)
    marks = await notifications.cleared(tx, debate)
    await feed.clear(tx, debate)
    told = posted = 0
    for step in replayed(rules, None, entries):
        fresh, posts = await kept(tx, debate, step)
        told, posted = told + len(fresh), posted + posts
    await notifications.mark(tx, marks)
    return Rebuilt(1, told, posted)
