"""Webhooks, as rows."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, select

from moot.commons.outbox import MOST_WEBHOOKS, Webhook
from moot.debate import LimitReached
from moot.notation import moment, told_at
from moot.store.commons.mutes import ALONE
from moot.store.commons.tables import deliveries, webhooks
from moot.store.database import Database, Params, Prepared, Row, Transaction, sayable

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
_EMPTY = Prepared(delete(deliveries).where(deliveries.c.webhook_id == bindparam("name")))


async def of_member(database: Database, member: str) -> Sequence[Webhook]:
    """A member's webhooks, oldest first."""
    return [webhook_in(row) for row in await database.rows(_OF_MEMBER, {"member": member})]


async def add(tx: Transaction, webhook: Webhook) -> None:
    """Keeps a webhook, or refuses where the member has as many as it may have."""
    await tx.rows(ALONE, {"member": webhook.member})
    if (await tx.rows(_COUNT, {"member": webhook.member}))[0][0] >= MOST_WEBHOOKS:
        raise LimitReached(f"An agent may have {MOST_WEBHOOKS} webhooks.", suggestion="Drop one of them first.")
    await tx.run(_PUT, _row(webhook))


async def drop(tx: Transaction, id: str, member: str | None = None) -> bool:
    """Forgets a webhook (of a member) and what is on its way to it; False where there is no such one."""
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
