"""What the house knows about itself."""

from contextlib import suppress
from datetime import datetime
from secrets import token_hex

from sqlalchemy import bindparam, insert, select, update

from moot.notation import moment, told_at
from moot.store.database import Clash, Database, Prepared, Transaction
from moot.store.tables import house

_GET = Prepared(select(house.c.value).where(house.c.key == bindparam("key")))
_CHANGE = Prepared(update(house).where(house.c.key == bindparam("name")).values(value=bindparam("now")))
_SET = Prepared(insert(house).values(key=bindparam("key"), value=bindparam("value")))


async def house_secret(database: Database) -> bytes:
    """32 bytes that only this house knows: made at its first opening, the same ever after."""
    wanted = {"key": "secret"}

    async def make(tx: Transaction) -> None:
        if not await tx.rows(_GET, wanted):
            await tx.run(_SET, {**wanted, "value": token_hex(32)})

    rows = await database.rows(_GET, wanted)
    if not rows:
        # Another process may be quicker: then it is theirs.
        with suppress(Clash):
            await database.write(make)
        rows = await database.rows(_GET, wanted)
    return bytes.fromhex(rows[0][0])


async def attended(database: Database) -> tuple[datetime | None, tuple[datetime, datetime] | None]:
    """When somebody last attended to this house, and from when to when it was last down."""
    seen = await database.rows(_GET, {"key": "seen_at"})
    down = await database.rows(_GET, {"key": "down"})
    since, until = (str(down[0][0]).split(" ")) if down else ("", "")
    return (moment(seen[0][0]) if seen else None), ((moment(since), moment(until)) if down else None)


async def attend(database: Database, at: datetime, down: tuple[datetime, datetime] | None = None) -> None:
    """Notes that the house is attended to now, and perhaps that it was down before."""

    async def note(tx: Transaction) -> None:
        await _put(tx, "seen_at", told_at(at))
        if down is not None:
            await _put(tx, "down", f"{told_at(down[0])} {told_at(down[1])}")

    await database.write(note)


async def _put(tx: Transaction, key: str, value: str) -> None:
    if not await tx.run(_CHANGE, {"name": key, "now": value}):
        await tx.run(_SET, {"key": key, "value": value})
