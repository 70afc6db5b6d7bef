"""Records: the engine's store, on whichever database. One append is one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import bindparam, insert, select, text

from moot.debate import Entry, Outage
from moot.engine import Card, CardQuery, Growth, LineTaken, Page, RequestTaken
from moot.notation import Line, told_at
from moot.store.cards import CALLED, CALLED_AFTER, CARD, DUE, OPEN, SWAP, card_in, changing, opening, share_floor
from moot.store.cursor import cursor, place
from moot.store.database import Clash, Database, Params, Prepared, Row, Transaction, lists_of, sayable
from moot.store.listing import listing
from moot.store.search import index
from moot.store.tables import LINE_REQUESTS, lines

Reading: TypeAlias = Callable[[Transaction, Growth], Awaitable[None]]
"""As the engine's, but told what the transaction can do."""

_l = lines.c
_LINE = (_l.line, _l.head, _l.body, _l.hash, _l.request)
_ALL = 2**31 - 1

_WRITE = Prepared(insert(lines).values({column.name: bindparam(column.name) for column in _l}))
_LINES = Prepared(
    select(*_LINE)
    .where(_l.debate_id == bindparam("debate"), _l.line > bindparam("after"))
    .order_by(_l.line)
    .limit(bindparam("limit"))
)
_REQUESTED = Prepared(select(*_LINE).where(_l.debate_id == bindparam("debate"), _l.request == bindparam("request")))
_NOTHING = Prepared(text("SELECT 1"))


class Records:
    """Where records are kept."""

    def __init__(self, database: Database, readings: Sequence[Reading] = ()) -> None:
        self._database = database
        self._readings = tuple(readings)
        self._words = index("debates", database.dialect)

    async def append(self, growth: Growth) -> None:
        """Keeps it durably, or raises LineTaken, RequestTaken, StoreBusy or what a guard refused with."""

        async def work(tx: Transaction) -> None:
            await self._keep(tx, growth)

        await self._database.write(work)

    async def lines(self, debate: str, after: int = -1, limit: int | None = None) -> Sequence[Line]:
        """The lines after `after`, in order; empty where there are none."""
        params = {"debate": debate, "after": min(after, _ALL), "limit": _ALL if limit is None else limit}
        return [Line(*row) for row in await self._rows(_LINES, params)]

    async def requested(self, debate: str, request: str) -> Line | None:
        """The line that carries this request id."""
        rows = await self._rows(_REQUESTED, {"debate": debate, "request": request})
        return Line(*rows[0]) if rows else None

    async def card(self, debate: str) -> Card | None:
        """The debate at a glance."""
        rows = await self._rows(CARD, {"id": debate})
        return card_in(rows[0]) if rows else None

    async def cards(self, query: CardQuery) -> Page[Card]:
        """The debates that match, newest growth first."""
        ready = listing(query, self._database.dialect)
        if ready is None:
            return Page(())
        limit = max(1, query.limit)
        rows = await lists_of(self._database).rows(ready.page, {**ready.params, "limit": limit + 1})
        return _page(rows, limit)

    async def count(self, query: CardQuery) -> int:
        """How many debates match, whatever the page."""
        ready = listing(query, self._database.dialect)
        if ready is None:
            return 0
        rows = await lists_of(self._database).rows(ready.count, ready.params)
        return int(rows[0][0])

    async def due(
        self, until: datetime, limit: int = 100, beyond: tuple[datetime, str] | None = None
    ) -> Sequence[Card]:
        """Unfinished debates whose next deadline is at or before `until`, earliest first."""
        at, debate = ("", "") if beyond is None else (told_at(beyond[0]), beyond[1])
        params = {"until": told_at(until), "limit": limit, "at_deadline": at, "at_id": debate}
        rows = await self._database.rows(DUE, params)
        return [card_in(row) for row in rows]

    async def called(self, after: str | None = None, limit: int = 100) -> Page[Card]:
        """The debates in which a player is due, oldest growth first."""
        limit = max(1, limit)
        wanted, at = (CALLED, {}) if after is None else (CALLED_AFTER, place(after))
        return _page(await self._database.rows(wanted, {**at, "limit": limit + 1}), limit)

    async def ready(self) -> None:
        """Raises an Outage where the database does not answer."""
        await self._database.rows(_NOTHING, {})

    async def _rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        return await self._database.rows(prepared, params) if sayable(params) else ()

    async def _keep(self, tx: Transaction, growth: Growth) -> None:
        for guard in growth.guards:
            await guard(tx)
        if growth.after < 0:
            await self._open(tx, growth)
        else:
            await _swap(tx, growth)
        await _write(tx, growth)
        for reading in self._readings:
            await reading(tx, growth)

    async def _open(self, tx: Transaction, growth: Growth) -> None:
        try:
            rows = await tx.rows(OPEN, opening(growth.card))
        except Clash:
            raise LineTaken from None
        if len(growth.card.floor) > 1:
            await share_floor(tx, growth.card)
        await self._words.file(tx, rows[0][0], growth.card.title, first_argument(growth.entries))


async def _swap(tx: Transaction, growth: Growth) -> None:
    params = {"debate": growth.debate, "before": growth.after + 1, **changing(growth.card)}
    rows = await tx.rows(SWAP, params)
    if not rows:
        raise LineTaken
    if rows[0][0]:
        await share_floor(tx, growth.card)


async def _write(tx: Transaction, growth: Growth) -> None:
    try:
        await tx.run_each(_WRITE, [_line_row(growth.debate, line) for line in growth.lines])
    except Clash as clash:
        # Where the table is in parts, each has an index of its own, whose name begins so.
        if clash.constraint.startswith(LINE_REQUESTS):
            raise RequestTaken from None
        # Retrying could not help: the card says that the line is free.
        raise Outage(f"The record of debate {growth.debate!r} is damaged: line {growth.after + 1} exists.") from clash


def _line_row(debate: str, line: Line) -> dict[str, str | int | None]:
    return {
        "debate_id": debate,
        "line": line.line,
        "head": line.head,
        "body": line.body,
        "hash": line.hash,
        "request": line.request,
    }


def first_argument(entries: Sequence[Entry]) -> str:
    """What the first seat said; a sealed move must not be found by its words."""
    first = next((entry for entry in entries if entry.seat is not None), None)
    if first is None or first.sealed:
        return ""
    return " ".join(value for value in first.move.values() if isinstance(value, str))


def _page(rows: Sequence[Row], limit: int) -> Page[Card]:
    """The cards of a page, from rows of which one more was asked for than fit on it."""
    cards = tuple(card_in(row) for row in rows[:limit])
    return Page(cards, cursor(told_at(cards[-1].updated_at), cards[-1].debate) if len(rows) > limit else None)
