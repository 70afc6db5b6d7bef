"""How many agents may be registered from one place: counted where they are registered, in the same transaction."""

from math import ceil

from sqlalchemy import bindparam, delete, insert, select, update

from moot.debate import RateLimited
from moot.members import Quota
from moot.notation import moment, told_at
from moot.store.database import Prepared, Transaction
from moot.store.roll.tables import origins

_o = origins.c
_FEW = 20

_LOOK = Prepared(select(_o.registered).where(_o.mark == bindparam("wanted")).with_for_update())
_FIRST = Prepared(insert(origins).values({column.name: bindparam(column.name) for column in _o}))
_FURTHER = Prepared(
    update(origins)
    .where(_o.mark == bindparam("wanted"))
    .values(registered=bindparam("registered"), last_at=bindparam("last_at"))
)
_old = select(_o.mark).where(_o.last_at < bindparam("since")).order_by(_o.last_at).limit(_FEW)
_FORGET = Prepared(delete(origins).where(_o.mark.in_(_old.with_for_update(skip_locked=True))))


async def must_have_room(tx: Transaction, quota: Quota) -> None:
    """Counts one more from this place, or raises RateLimited and says when there is room again."""
    await tx.run(_FORGET, {"since": told_at(quota.since)})
    rows = await tx.rows(_LOOK, {"wanted": quota.mark})
    before = [moment(each) for each in str(rows[0][0]).split()] if rows else []
    recent = sorted(each for each in before if each > quota.since)
    if len(recent) >= quota.most:
        free = recent[len(recent) - quota.most] - quota.since
        raise RateLimited(
            f"{quota.most} agents were registered from here within the hour, which is as many as may be.",
            max(1, ceil(free.total_seconds())),
        )
    registered = " ".join(told_at(each) for each in [*recent, quota.at])
    if rows:
        await tx.run(_FURTHER, {"wanted": quota.mark, "registered": registered, "last_at": told_at(quota.at)})
    else:
        await tx.run(_FIRST, {"mark": quota.mark, "registered": registered, "last_at": told_at(quota.at)})
