"""Making the book anew: every reading from the records, compared with what was kept, and replaced where it differs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Table, bindparam, delete, exists, func, select

from moot.commons.book_rows import Remade
from moot.debate import Outage, Position, Rules
from moot.engine import Growth, card_of
from moot.notation import Line, read
from moot.store.arena.among import Among
from moot.store.arena.archiving import ARCHIVED
from moot.store.arena.likes import STILL
from moot.store.arena.part import Part
from moot.store.arena.summing import remade_standings
from moot.store.arena.tables import debates
from moot.store.arena.whole import INSERT, TABLES, rows_of
from moot.store.database import Prepared, Transaction
from moot.store.tables import debates as cards
from moot.store.tables import lines

_AT_ONCE = 64
"""How many debates are made anew in one transaction."""

Found: TypeAlias = Mapping[tuple[str, str], Mapping[tuple[Any, ...], tuple[Any, ...]]]
"""By table and debate: the rows by their keys."""


def _debate(table: Table) -> ColumnElement[str]:
    return table.c.id if table is debates else table.c.debate_id


def _astray(table: Table) -> ColumnElement[bool]:
    return ~exists().where(cards.c.id == _debate(table), cards.c.format == "arena")


def _among(table: Table) -> Among:
    return Among(lambda names: select(table).where(_debate(table).in_(names)))


_KEPT = {table: _among(table) for table in TABLES}
_EMPTY = {table: Prepared(delete(table).where(_debate(table) == bindparam("debate"))) for table in TABLES}
_STRAYS = {table: Prepared(select(func.count()).select_from(table).where(_astray(table))) for table in TABLES}
_DROP_STRAYS = {table: Prepared(delete(table).where(_astray(table))) for table in TABLES}
_NEXT = Prepared(
    select(cards.c.id)
    .where(cards.c.format == "arena", cards.c.id > bindparam("after"))
    .order_by(cards.c.id)
    .limit(_AT_ONCE)
    # A debate must not grow between reading its record and comparing what was made of it.
    .with_for_update()
)
_l = lines.c
_LINES = Among(
    lambda names: (
        select(_l.debate_id, _l.line, _l.head, _l.body, _l.hash, _l.request)
        .where(_l.debate_id.in_(names))
        .order_by(_l.debate_id, _l.line)
    )
)


class Remaking(Part):
    """Making every reading anew from the records."""

    async def remake(self, rules: Rules[Any], told: Callable[[int], None], *, keep: bool) -> Remade:
        """Makes every reading anew; `told` hears how many debates are done. Kept, or only compared."""
        done, changed, after = 0, 0, ""
        while True:
            batch, wrong = await self._batch(rules, after, keep)
            if not batch:
                break
            done, changed, after = done + len(batch), changed + wrong, batch[-1]
            told(done)
        changed += await self._astray(keep)
        changed += await remade_standings(self._database, keep=keep)
        return Remade(done, changed)

    async def _batch(self, rules: Rules[Any], after: str, keep: bool) -> tuple[Sequence[str], int]:
        async def work(tx: Transaction) -> tuple[Sequence[str], int]:
            batch = [debate for (debate,) in await tx.rows(_NEXT, {"after": after})]
            return batch, await _made_anew(tx, batch, rules, keep)

        return await self._database.write(work)

    async def _astray(self, keep: bool) -> int:
        """Rows about debates that there are no records of."""

        async def work(tx: Transaction) -> int:
            found = 0
            for table in TABLES:
                ((number,),) = await tx.rows(_STRAYS[table], {})
                if number and keep:
                    await tx.run(_DROP_STRAYS[table], {})
                found += number
            return found

        return await self._database.write(work)


async def _made_anew(tx: Transaction, batch: Sequence[str], rules: Rules[Any], keep: bool) -> int:
    """Makes the rows of these debates anew; how many were otherwise."""
    archived = {debate for (debate,) in await ARCHIVED.rows(tx, batch)}
    likes: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for debate, line, number in await STILL.rows(tx, batch):
        likes[debate][line] = number
    kept, changed = await _found(tx, batch), 0
    for growth in await _records(tx, batch, rules):
        debate = growth.debate
        for table, told in rows_of(growth, likes[debate], archived=debate in archived).items():
            laid_out = [[row[column.name] for column in table.c] for row in told]
            before, now = kept.get((table.name, debate), {}), _keyed(table, laid_out)
            wrong = sum(before.get(key) != now.get(key) for key in before.keys() | now.keys())
            if wrong and keep:
                await _replace(tx, table, debate, told)
            changed += wrong
    return changed


async def _replace(tx: Transaction, table: Table, debate: str, told: Sequence[Mapping[str, Any]]) -> None:
    await tx.run(_EMPTY[table], {"debate": debate})
    if told:
        await tx.run_each(INSERT[table], told)


async def _found(tx: Transaction, batch: Sequence[str]) -> Found:
    found: dict[tuple[str, str], dict[tuple[Any, ...], tuple[Any, ...]]] = {}
    for table, among in _KEPT.items():
        place = [column.name for column in table.c].index("id" if table is debates else "debate_id")
        for row in await among.rows(tx, batch):
            found.setdefault((table.name, row[place]), {}).update(_keyed(table, [row]))
    return found


def _keyed(table: Table, rows: Iterable[Sequence[Any]]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    keys = [place for place, column in enumerate(table.c) if column.primary_key]
    return {tuple(row[place] for place in keys): tuple(row) for row in rows}


async def _records(tx: Transaction, batch: Sequence[str], rules: Rules[Any]) -> list[Growth]:
    found = await _LINES.rows(tx, batch)
    return [
        _whole(debate, [Line(*row[1:]) for row in rows], rules)
        for debate, rows in groupby(found, key=lambda row: str(row[0]))
    ]


def _whole(debate: str, kept: Sequence[Line], rules: Rules[Any]) -> Growth:
    """A record as one growth."""
    try:
        entries = tuple(map(read, kept))
        position = Position.begun(rules, entries[0])
        for entry in entries[1:]:
            position = position.fold(entry)
    except (ValueError, KeyError, TypeError, AssertionError) as broken:
        told = f"The record of debate {debate} cannot be read ({broken!r}). Find out more with: moot verify {debate}"
        raise Outage(told) from broken
    card = card_of(debate, entries[0], position, kept[-1].hash)
    return Growth(debate, -1, tuple(kept), entries, None, position, card)
