"""Webhooks, as rows."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from moot.commons.notification import HOUSE
from moot.commons.outbox import MOST_WEBHOOKS, TEST_PAUSE, Sent, Webhook
from moot.debate import LimitReached
from moot.notation import moment, told_at
from moot.store.commons.mutes import ALONE
from moot.store.commons.tables import deliveries, webhooks
from moot.store.database import Database, Params, Prepared, Row, Transaction, sayable
from moot.store.tables import house

_w = webhooks.c
COLUMNS = (
    _w.id,
    _w.member,
    _w.url,
    _w.secret,
    _w.kinds,
    _w.created_at,
    _w.failures,
    _w.disabled_at,
    _w.last_status,
    _w.last_error,
    _w.last_at,
)
_PUT = Prepared(insert(webhooks).values({column.name: bindparam(column.name) for column in _w}))
_OF_MEMBER = Prepared(
    select(*COLUMNS).where(_w.member == bindparam("member")).order_by(_w.created_at, _w.id).limit(MOST_WEBHOOKS)
)
_COUNT = Prepared(select(func.count()).select_from(webhooks).where(_w.member == bindparam("member")))
_DROP = Prepared(delete(webhooks).where(_w.id == bindparam("name")))
_DROP_OWN = Prepared(delete(webhooks).where(_w.id == bindparam("name"), _w.member == bindparam("by")))
_ALONE = Prepared(select(house.c.key).where(house.c.key == "secret").with_for_update())
_CLAIM = Prepared(
    update(webhooks)
    .where(_w.id == bindparam("name"), _w.member == bindparam("by"))
    .where(or_(_w.last_at.is_(None), _w.last_at <= bindparam("before")))
    .values(last_at=bindparam("now"))
)
_TESTED = Prepared(
    update(webhooks)
    .where(_w.id == bindparam("name"))
    .values(last_status=bindparam("status"), last_error=bindparam("error"), last_at=bindparam("now"))
)
_EMPTY = Prepared(delete(deliveries).where(deliveries.c.webhook_id == bindparam("name")))


async def of_member(database: Database, member: str) -> Sequence[Webhook]:
    """The webhooks of a member, or of the house, oldest first."""
    return [webhook_in(row) for row in await database.rows(_OF_MEMBER, {"member": member})]


async def add(tx: Transaction, webhook: Webhook) -> None:
    """Keeps a webhook, or refuses where there are as many as its owner may have."""
    if webhook.member == HOUSE:
        await tx.rows(_ALONE, {})
    else:
        await tx.rows(ALONE, {"member": webhook.member})
    if (await tx.rows(_COUNT, {"member": webhook.member}))[0][0] >= MOST_WEBHOOKS:
        who = "The house" if webhook.member == HOUSE else "An agent"
        raise LimitReached(f"{who} may have {MOST_WEBHOOKS} webhooks.", suggestion="Drop one of them first.")
    await tx.run(_PUT, _row(webhook))


async def claim_test(tx: Transaction, member: str, id: str, at: datetime) -> bool:
    """Notes that a webhook is tested now; False where something was sent to it just before."""
    times = {"now": told_at(at), "before": told_at(at - TEST_PAUSE)}
    return bool(await tx.run(_CLAIM, {"name": id, "by": member, **times}))


async def note_test(tx: Transaction, id: str, sent: Sent, at: datetime) -> None:
    """Notes how the test of a webhook went."""
    await tx.run(_TESTED, {"name": id, "status": sent.status, "error": sent.error, "now": told_at(at)})


async def drop(tx: Transaction, id: str, member: str | None = None) -> bool:
    """Forgets a webhook (of somebody) and what is on its way to it; False where there is no such one."""
    params: Params = {"name": id} if member is None else {"name": id, "by": member}
    if not sayable(params) or not await tx.run(_DROP if member is None else _DROP_OWN, params):
        return False
    await empty(tx, id)
    return True


async def empty(tx: Transaction, id: str) -> None:
    """Gives up what is on its way to a webhook."""
    await tx.run(_EMPTY, {"name": id})


def webhook_in(row: Row) -> Webhook:
    """The webhook that a row keeps."""
    id, member, url, secret, kinds, created, failures, disabled, status, error, last = row
    return Webhook(
        id=id,
        member=member,
        url=url,
        secret=secret,
        created_at=moment(created),
        kinds=tuple(kinds.split(",")) if kinds else (),
        failures=failures,
        disabled_at=None if disabled is None else moment(disabled),
        last_status=status,
        last_error=error,
        last_at=None if last is None else moment(last),
    )


def _row(webhook: Webhook) -> Params:
    return {
        "id": webhook.id,
        "member": webhook.member,
        "url": webhook.url,
        "secret": webhook.secret,
        "kinds": ",".join(webhook.kinds),
        "created_at": told_at(webhook.created_at),
        "failures": 0,
        "disabled_at": None,
        "last_status": None,
        "last_error": None,
        "last_at": None,
        "held_until": None,
        "due_at": None,
    }
