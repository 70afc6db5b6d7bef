"""Which links for readers were handed out: noted among what the house knows about itself."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from moot.members import Link
from moot.notation import moment, told_at
from moot.store.database import Database, Prepared, Transaction
from moot.store.tables import house

_h = house.c
_ONE = Prepared(select(_h.key, _h.value).where(_h.key == bindparam("wanted")))
_OF = Prepared(select(_h.key, _h.value).where(_h.key.like(bindparam("beginning"))))
_SET = Prepared(insert(house).values(key=bindparam("key"), value=bindparam("value")))
_CHANGE = Prepared(update(house).where(_h.key == bindparam("wanted")).values(value=bindparam("now")))


class DatabaseLinks:
    """The links for readers. What opens a debate is made from the house's secret, and is not in here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, link: Link) -> None:
        """Notes a new one."""

        async def keeping(tx: Transaction) -> None:
            await tx.run(_SET, {"key": _key(link.debate, link.id), "value": _value(link)})

        await self._database.write(keeping)

    async def of(self, debate: str) -> tuple[Link, ...]:
        """All that were made for a debate, the latest first: ids grow with time."""
        rows = await self._database.rows(_OF, {"beginning": _key(debate, "%")})
        # An id may have a character that stands for any other here.
        found = [link for link in map(_link, rows) if link.debate == debate]
        return tuple(sorted(found, key=lambda link: link.id, reverse=True))

    async def one(self, debate: str, id: str) -> Link | None:
        """One of them."""
        rows = await self._database.rows(_ONE, {"wanted": _key(debate, id)})
        return _link(rows[0]) if rows else None

    async def end(self, debate: str, id: str, at: datetime) -> Link | None:
        """Takes one back; one that was taken back before stays so since then."""
        link = await self.one(debate, id)
        if link is None or link.ended is not None:
            return link
        ended = Link(link.id, link.debate, link.made, link.until, at)

        async def ending(tx: Transaction) -> None:
            await tx.run(_CHANGE, {"wanted": _key(debate, id), "now": _value(ended)})

        await self._database.write(ending)
        return ended


def _key(debate: str, id: str) -> str:
    return f"link {debate} {id}"


def _value(link: Link) -> str:
    return " ".join(told_at(at) for at in (link.made, link.until, link.ended) if at is not None)


def _link(row: Sequence[Any]) -> Link:
    _, debate, id = str(row[0]).split(" ")
    made, until, *ended = map(moment, str(row[1]).split(" "))
    return Link(id, debate, made, until, ended[0] if ended else None)
