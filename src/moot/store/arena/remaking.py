"""Making the book anew: every reading from the records, compared with what was kept, and replaced where it differs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Column, Table, bindparam, delete, exists, func, select

from moot.commons.book_rows import Remade
from moot.debate import Outage, Position, Rules
from moot.engine import Growth, card_of
from moot.notation import Line, read
from moot.store.arena.archiving import archived_now, put_away
from moot.store.arena.likes import count_anew
from moot.store.arena.part import Part
from moot.store.arena.reading import keep_rows
from moot.store.arena.rows import ROW, row_in
from moot.store.arena.summing import remade_standings
from moot.store.arena.tables import awards, debates, judgments, liked, sides, tags
from moot.store.database import Prepared, Row, Transaction
from moot.store.tables import debates as cards
from moot.store.tables import lines

_AT_ONCE = 50
"""How many debates are made anew in one transaction."""

Rows: TypeAlias = Mapping[tuple[str, tuple[Any, ...]], tuple[Any, ...]]
"""Rows by their table and key."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A table that is made anew, debate by debate."""

    table: Table
    debate: Column[str]

    @property
    def of(self) -> Prepared:
        return Prepared(select(self.table).where(self.debate == bindparam("debate")))

    @property
    def empty(self) -> Prepared:
        return Prepared(delete(self.table).where(self.debate == bindparam("debate")))

    @property
    def _astray(self) -> Any:
        return ~exists().where(cards.c.id == self.debate, cards.c.format == "arena")

    @property
    def astray(self) -> Prepared:
        return Prepared(select(func.count()).select_from(self.table).where(self._astray))

    @property
    def drop_astray(self) -> Prepared:
        return Prepared(delete(self.table).where(self._astray))


_TABLES = (
    _Reading(debates, debates.c.id),
    *(_Reading(table, table.c.debate_id) for table in (sides, tags, judgments, awards, liked)),
)
_OF = [(each.table, each.of, each.empty) for each in _TABLES]
_ASTRAY = [(each.astray, each.drop_astray) for each in _TABLES]
_NEXT = Prepared(
    select(cards.c.id)
    .where(cards.c.format == "arena", cards.c.id > bindparam("after"))
    .order_by(cards.c.id)
    .limit(bindparam("limit"))
    # A debate must not grow between reading its record and comparing what was made of it.
    .with_for_update()
)
_l = lines.c
_LINES = Prepared(
    select(_l.line, _l.head, _l.body, _l.hash, _l.request).where(_l.debate_id == bindparam("debate")).order_by(_l.line)
)


class _Compared(Exception):
    """Ends a transaction of which nothing is to be kept, with what was found in it."""

    def __init__(self, debates: Sequence[str], changed: int) -> None:
        super().__init__(changed)
        self.debates = debates
        self.changed = changed


class Remaking(Part):
    """Making every reading anew from the records."""

    async def remake(self, rules: Rules[Any], told: Callable[[int], None], *, keep: bool) -> Remade:
        """Makes every reading anew; `told` hears how many debates are done. Kept, or only compared."""
        done, changed, after = 0, 0, ""
        while True:
            batch = await self._batch(rules, after, keep=False)
            if batch.changed and keep:
                batch = await self._batch(rules, after, keep=True)
            if not batch.debates:
                break
            done, changed, after = done + len(batch.debates), changed + batch.changed, batch.debates[-1]
            told(done)
        changed += await self._astray(keep=keep)
        changed += await remade_standings(self._database, keep=keep)
        return Remade(done, changed)

    async def _batch(self, rules: Rules[Any], after: str, *, keep: bool) -> _Compared:
        async def work(tx: Transaction) -> _Compared:
            found = [debate for (debate,) in await tx.rows(_NEXT, {"after": after, "limit": _AT_ONCE})]
            compared = _Compared(found, sum([await _made_anew(tx, debate, rules) for debate in found]))
            if not keep:
                raise compared
            return compared

        try:
            return await self._database.write(work)
        except _Compared as compared:
            return compared

    async def _astray(self, *, keep: bool) -> int:
        """Rows about debates that there are no records of."""

        async def work(tx: Transaction) -> int:
            found = 0
            for astray, drop in _ASTRAY:
                ((number,),) = await tx.rows(astray, {})
                if number and keep:
                    await tx.run(drop, {})
                found += number
            return found

        return await self._database.write(work)


async def _made_anew(tx: Transaction, debate: str, rules: Rules[Any]) -> int:
    """Makes the rows of a debate anew; how many were otherwise."""
    before = await _rows(tx, debate)
    for _, _, empty in _OF:
        await tx.run(empty, {"debate": debate})
    await keep_rows(tx, await _whole(tx, debate, rules))
    await count_anew(tx, debate)
    if await archived_now(tx, debate):
        await put_away(tx, row_in((await tx.rows(ROW, {"debate": debate}))[0]))
    now = await _rows(tx, debate)
    return sum(before.get(key) != now.get(key) for key in before.keys() | now.keys())


async def _rows(tx: Transaction, debate: str) -> Rows:
    found: dict[tuple[str, tuple[Any, ...]], tuple[Any, ...]] = {}
    for table, of, _ in _OF:
        for row in await tx.rows(of, {"debate": debate}):
            found[table.name, _key(table, row)] = tuple(row)
    return found


def _key(table: Table, row: Row) -> tuple[Any, ...]:
    return tuple(value for column, value in zip(table.c, row, strict=True) if column.primary_key)


async def _whole(tx: Transaction, debate: str, rules: Rules[Any]) -> Growth:
    """A record as one growth."""
    kept = tuple(Line(*row) for row in await tx.rows(_LINES, {"debate": debate}))
    try:
        entries = tuple(map(read, kept))
        position = Position.begun(rules, entries[0])
        for entry in entries[1:]:
            position = position.fold(entry)
    except (ValueError, KeyError, TypeError, IndexError, AssertionError) as broken:
        told = f"The record of debate {debate} cannot be read ({broken!r}). Find out more with: moot verify {debate}"
        raise Outage(told) from broken
    card = card_of(debate, entries[0], position, kept[-1].hash)
    return Growth(debate, -1, kept, entries, None, position, card)
