"""What the house knows about itself."""

from contextlib import suppress
from secrets import token_hex

from sqlalchemy import bindparam, insert, select

from moot.store.database import Clash, Database, Prepared, Transaction
from moot.store.tables import house

_GET = Prepared(select(house.c.value).where(house.c.key == bindparam("key")))
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
