"""What members do not want to be told. Nothing is forgotten: a reading made anew must know what was muted when."""

from datetime import datetime

from sqlalchemy import bindparam, insert, null, select, update

from moot.commons.notification import MOST_MUTED
from moot.debate import LimitReached
from moot.notation import told_at
from moot.store.commons.tables import mutes
from moot.store.database import Database, Prepared, Transaction
from moot.store.roll.tables import members

_m = mutes.c
_NOW = Prepared(
    select(_m.what).where(_m.member == bindparam("member"), _m.until.is_(None)).order_by(_m.what).limit(MOST_MUTED)
)
_PUT = Prepared(insert(mutes).values({column.name: bindparam(column.name) for column in _m}))
_AGAIN = Prepared(
    update(mutes)
    .where(_m.member == bindparam("by"), _m.what == bindparam("about"), _m.since == bindparam("now"))
    .values(until=null())
)
_END = Prepared(
    update(mutes)
    .where(_m.member == bindparam("by"), _m.what == bindparam("about"), _m.until.is_(None))
    .values(until=bindparam("now"))
)
ALONE = Prepared(select(members.c.id).where(members.c.id == bindparam("member")).with_for_update())
"""Lets acts of one member that are limited in number come one by one."""


async def muted(database: Database, member: str) -> tuple[str, ...]:
    """What a member does not want to be told now."""
    return tuple(str(row[0]) for row in await database.rows(_NOW, {"member": member}))


async def mute(tx: Transaction, member: str, what: str, at: datetime) -> None:
    """Tells a member nothing more of a kind, or about a debate."""
    await tx.rows(ALONE, {"member": member})
    there = {str(row[0]) for row in await tx.rows(_NOW, {"member": member})}
    if what in there:
        return
    if len(there) >= MOST_MUTED:
        raise LimitReached(f"{MOST_MUTED} kinds and debates are muted already.", suggestion="Unmute some first.")
    # Unmuted at this very moment: then it never was.
    if not await tx.run(_AGAIN, {"by": member, "about": what, "now": told_at(at)}):
        await tx.run(_PUT, {"member": member, "what": what, "since": told_at(at), "until": None})


async def unmute(tx: Transaction, member: str, what: str, at: datetime) -> None:
    """Tells it again."""
    await tx.run(_END, {"by": member, "about": what, "now": told_at(at)})
