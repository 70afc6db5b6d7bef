"""Making a reading anew: the debates of a format one by one, and the record of one while nobody can move in it."""

from collections.abc import AsyncIterator

from sqlalchemy import bindparam, select

from moot.debate import Entry
from moot.notation import Line, read
from moot.store.database import Database, Prepared, Transaction
from moot.store.tables import debates, lines

_AT_ONCE = 200
_DEBATES = Prepared(
    select(debates.c.id)
    .where(debates.c.format == bindparam("format"), debates.c.id > bindparam("after"))
    .order_by(debates.c.id)
    .limit(_AT_ONCE)
)
_LOCK = Prepared(select(debates.c.id).where(debates.c.id == bindparam("debate")).with_for_update())
_l = lines.c
_LINES = Prepared(
    select(_l.line, _l.head, _l.body, _l.hash, _l.request).where(_l.debate_id == bindparam("debate")).order_by(_l.line)
)


async def debates_of(database: Database, format: str) -> AsyncIterator[str]:
    """The ids of all debates of a format, in their order."""
    after = ""
    while rows := await database.rows(_DEBATES, {"format": format, "after": after}):
        for (debate,) in rows:
            yield debate
            after = debate


async def still_record(tx: Transaction, debate: str) -> list[Entry]:
    """The record of a debate, in which nobody can move before the transaction is over."""
    await tx.rows(_LOCK, {"debate": debate})
    return [read(Line(*row)) for row in await tx.rows(_LINES, {"debate": debate})]
