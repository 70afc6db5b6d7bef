"""The outbox, in a database: who takes deliveries to send has them to themselves for a while."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update

from moot.commons.notification import Notification
from moot.commons.outbox import (
    AT_ONCE,
    LEASE,
    MOST_FAILURES,
    Attempt,
    Batch,
    Delivery,
    Webhook,
    delivery_id,
    pause,
    retry_at,
)
from moot.notation import told_at
from moot.store.arena.among import Among
from moot.store.commons.notifications import COLUMNS as NOTIFICATION
from moot.store.commons.notifications import WITH_TOPIC, notification_in
from moot.store.commons.tables import deliveries, notifications, webhooks
from moot.store.commons.webhooks import COLUMNS, drop, empty, webhook_in
from moot.store.database import Database, Params, Prepared, Row, Transaction

_w, _d = webhooks.c, deliveries.c
# Always in the same order, so that no two who lock several wait for each other.
_WANTING = Among(
    lambda names: (
        select(*COLUMNS, _w.held_until, _w.due_at)
        .where(_w.member.in_(names), _w.disabled_at.is_(None))
        .order_by(_w.member, _w.id)
        .with_for_update()
    )
)
_PUT = Prepared(insert(deliveries).values({column.name: bindparam(column.name) for column in _d}))
_WAKE = Prepared(update(webhooks).where(_w.id == bindparam("name")).values(due_at=bindparam("due")))
_HOLD = Prepared(
    update(webhooks).where(_w.id == bindparam("name")).values(due_at=bindparam("until"), held_until=bindparam("until"))
)
DUE = Prepared(
    select(*COLUMNS)
    .where(_w.due_at <= bindparam("now"))
    .order_by(_w.due_at, _w.id)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
ANY_DUE = Prepared(select(_w.id).where(_w.due_at <= bindparam("now")).limit(1))
WAITING = Prepared(
    select(_d.id, _d.attempts, *NOTIFICATION)
    .select_from(deliveries.outerjoin(WITH_TOPIC, notifications.c.id == _d.notification_id))
    .where(_d.webhook_id == bindparam("webhook"), _d.due_at <= bindparam("now"))
    .order_by(_d.due_at, _d.id)
    .limit(AT_ONCE)
)
NEXT = Prepared(select(func.min(_d.due_at)).where(_d.webhook_id == bindparam("webhook")))
_LOCK = Prepared(select(*COLUMNS).where(_w.id == bindparam("name")).with_for_update())
_GONE = Prepared(delete(deliveries).where(_d.id == bindparam("name")))
_LATER = Prepared(
    update(deliveries).where(_d.id == bindparam("name")).values(due_at=bindparam("due"), attempts=bindparam("tried"))
)
_NOTED = ("failures", "disabled_at", "last_status", "last_error", "last_at", "held_until", "due_at")
_NOTE = Prepared(update(webhooks).where(_w.id == bindparam("name")).values({name: bindparam(name) for name in _NOTED}))


async def enqueue(tx: Transaction, told: Sequence[Notification]) -> None:
    """Puts notifications on their way to those webhooks of their members that want them."""
    if not told:
        return
    rows = await _WANTING.rows(tx, [each.member for each in told])
    for hook, held, due in ((webhook_in(row[:-2]), *row[-2:]) for row in rows):
        letters = [each for each in told if each.member == hook.member and hook.wants(each.kind)]
        if letters:
            await tx.run_each(_PUT, [_delivery_row(hook, each) for each in letters])
            soonest = max(told_at(min(each.at for each in letters)), held or "")
            await tx.run(_WAKE, {"name": hook.id, "due": min(soonest, due or soonest)})


class DatabaseOutbox:
    """What is on its way to webhooks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, now: datetime, limit: int = 20) -> Sequence[Batch]:
        """What is due, for at most so many webhooks; nobody else gets it before the lease is over."""
        # Most rounds find nothing, and to take nothing need not be written.
        if not await self._database.rows(ANY_DUE, {"now": told_at(now)}):
            return ()

        async def work(tx: Transaction) -> Sequence[Batch]:
            rows = await tx.rows(DUE, {"now": told_at(now), "limit": limit})
            batches = [await _taken(tx, webhook_in(row), now) for row in rows]
            return [batch for batch in batches if batch.deliveries]

        return await self._database.write(work)

    async def settle(self, webhook: str, attempts: Sequence[Attempt], now: datetime) -> None:
        """Notes how sending went: what arrived is gone, what did not is due again later or given up."""

        async def work(tx: Transaction) -> None:
            if found := await tx.rows(_LOCK, {"name": webhook}):
                await _settled(tx, webhook_in(found[0]), attempts, now)

        await self._database.write(work)

    async def drop(self, webhook: str) -> None:
        """Forgets a webhook and all that is on its way to it."""

        async def work(tx: Transaction) -> None:
            await drop(tx, webhook)

        await self._database.write(work)


async def _taken(tx: Transaction, hook: Webhook, now: datetime) -> Batch:
    rows = await tx.rows(WAITING, {"webhook": hook.id, "now": told_at(now)})
    # What it was about may be gone since the notifications were made anew.
    for row in rows:
        if row[2] is None:
            await tx.run(_GONE, {"name": row[0]})
    waiting = [Delivery(hook.id, notification_in(row[2:]), row[1]) for row in rows if row[2] is not None]
    # As things happened: what was written at one time is told line by line.
    found = tuple(sorted(waiting, key=lambda delivery: (delivery.notification.at, delivery.notification.id)))
    if found:
        await tx.run(_HOLD, {"name": hook.id, "until": told_at(now + LEASE)})
    else:
        await tx.run(_WAKE, {"name": hook.id, "due": await _next(tx, hook.id)})
    return Batch(hook, found)


async def _settled(tx: Transaction, hook: Webhook, attempts: Sequence[Attempt], now: datetime) -> None:
    failures = hook.failures
    for attempt in attempts:
        failures = 0 if attempt.error is None else failures + 1
        await _noted(tx, attempt, now)
    disabled = failures >= MOST_FAILURES
    if disabled:
        await empty(tx, hook.id)
    held = told_at(now + pause(failures)) if failures and not disabled else None
    due = await _next(tx, hook.id)
    last = attempts[-1]
    await tx.run(
        _NOTE,
        {
            "name": hook.id,
            "failures": failures,
            "disabled_at": told_at(now) if disabled else None,
            "last_status": last.status,
            "last_error": last.error,
            "last_at": told_at(now),
            "held_until": held,
            "due_at": due if due is None else max(due, held or due),
        },
    )


async def _noted(tx: Transaction, attempt: Attempt, now: datetime) -> None:
    """What arrived, or failed too often, is no longer kept."""
    tried = attempt.delivery.attempts + 1
    again = None if attempt.error is None else retry_at(tried, now)
    if again is None:
        await tx.run(_GONE, {"name": attempt.delivery.id})
    else:
        await tx.run(_LATER, {"name": attempt.delivery.id, "due": told_at(again), "tried": tried})


async def _next(tx: Transaction, webhook: str) -> str | None:
    found: Row = (await tx.rows(NEXT, {"webhook": webhook}))[0]
    return found[0]


def _delivery_row(hook: Webhook, told: Notification) -> Params:
    return {
        "id": delivery_id(hook.id, told.id),
        "webhook_id": hook.id,
        "notification_id": told.id,
        "attempts": 0,
        "due_at": told_at(told.at),
    }
