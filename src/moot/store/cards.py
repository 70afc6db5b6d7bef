"""Cards: debates at a glance, as rows."""

from sqlalchemy import bindparam, case, delete, insert, literal_column, select, tuple_, update

from moot.engine import Card
from moot.notation import moment, told_at
from moot.store.database import Params, Prepared, Row, Transaction
from moot.store.tables import debates, floors

_d = debates.c
COLUMNS = (
    _d.id,
    _d.format,
    _d.variety,
    _d.title,
    _d.status,
    _d.floor,
    _d.deadline,
    _d.lines,
    _d.head,
    _d.opened_at,
    _d.updated_at,
    _d.ended_at,
    _d.called,
)
_CHANGING = ("status", "floor", "deadline", "lines", "head", "updated_at", "ended_at", "called")

CARD = Prepared(select(*COLUMNS).where(_d.id == bindparam("id")))
OPEN = Prepared(
    insert(debates).values({c.name: bindparam(c.name) for c in _d if c.name != "number"}).returning(_d.number)
)
SWAP = Prepared(
    update(debates)
    .where(_d.id == bindparam("debate"), _d.lines == bindparam("before"))
    .values({name: bindparam(name) for name in _CHANGING})
    .values(shared=case((bindparam("shared") > 0, 1), else_=_d.shared))
    .returning(_d.shared)
)
_LEAVE = Prepared(delete(floors).where(floors.c.debate_id == bindparam("debate")))
_JOIN = Prepared(insert(floors).values({column.name: bindparam(column.name) for column in floors.c}))
DUE = Prepared(
    select(*COLUMNS)
    .where(_d.deadline <= bindparam("until"), _d.ended_at.is_(None))
    .where(tuple_(_d.deadline, _d.id) > tuple_(bindparam("at_deadline"), bindparam("at_id")))
    .order_by(_d.deadline, _d.id)
    .limit(bindparam("limit"))
)
_CALLED = (
    select(*COLUMNS)
    # Written out, because a partial index does not serve a value that is bound later.
    .where(_d.called == literal_column("1"))
    .order_by(_d.updated_at, _d.id)
    .limit(bindparam("limit"))
)
CALLED = Prepared(_CALLED)
CALLED_AFTER = Prepared(
    _CALLED.where(tuple_(_d.updated_at, _d.id) > tuple_(bindparam("at_updated"), bindparam("at_id")))
)


def opening(card: Card) -> Params:
    """The values of a new card."""
    return {
        "id": card.debate,
        "format": card.format,
        "variety": card.variety,
        "title": card.title,
        "opened_at": told_at(card.opened_at),
        **changing(card),
    }


def changing(card: Card) -> dict[str, str | int | None]:
    """The values that a move may change."""
    return {
        "status": card.status,
        "floor": ",".join(card.floor),
        "shared": int(len(card.floor) > 1),
        "deadline": None if card.deadline is None else told_at(card.deadline),
        "lines": card.lines,
        "head": card.head,
        "updated_at": told_at(card.updated_at),
        "ended_at": None if card.ended_at is None else told_at(card.ended_at),
        "called": int(card.called),
    }


def card_in(row: Row) -> Card:
    """The card that a row keeps."""
    debate, format, variety, title, status, floor, deadline, lines, head, opened, updated, ended, called = row
    return Card(
        debate=debate,
        format=format,
        variety=variety,
        title=title,
        status=status,
        floor=tuple(floor.split(",")) if floor else (),
        deadline=None if deadline is None else moment(deadline),
        lines=lines,
        head=head,
        opened_at=moment(opened),
        updated_at=moment(updated),
        ended_at=None if ended is None else moment(ended),
        called=bool(called),
    )


async def share_floor(tx: Transaction, card: Card) -> None:
    """Lists each seat of a floor that several share, and no longer those of the floor before."""
    await tx.run(_LEAVE, {"debate": card.debate})
    if len(card.floor) > 1:
        at = told_at(card.updated_at)
        rows = [{"debate_id": card.debate, "seat": seat, "updated_at": at} for seat in card.floor]
        await tx.run_each(_JOIN, rows)
