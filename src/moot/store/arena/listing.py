"""Listing debates of the arena: one walk along an index for each shelf, merged, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Executable,
    FromClause,
    GenerativeSelect,
    Integer,
    Select,
    Text,
    bindparam,
    exists,
    func,
    literal_column,
    select,
    tuple_,
    union_all,
)

from moot.commons.book_lists import CLOCKED, ArenaQuery, Shelf, Sort
from moot.store.arena.cursors import place
from moot.store.arena.tables import debates, sides, tags
from moot.store.database import Dialect, Params, Prepared, sayable
from moot.store.search import Index, index
from moot.store.tables import debates as cards

_d, _s, _t = debates.c, sides.c, tags.c

G = TypeVar("G", bound=GenerativeSelect)

_COLUMNS = {"hot": "hot", "new": "opened_at", "judging": "until"}
_NARROWED = ("member", "tag", "category")


@dataclass(frozen=True, slots=True)
class Walk:
    """A query made ready: the statement for its shape (what orders a debate, and its id), and what to bind to it."""

    ids: Prepared
    params: Params


@dataclass(frozen=True, slots=True)
class Source:
    """Rows that an index holds in the order of a list, for each shelf."""

    rows: FromClause
    id: ColumnElement[str]
    condition: tuple[ColumnElement[bool], ...] = ()

    def column(self, name: str) -> ColumnElement[Any]:
        """One of its columns."""
        return self.rows.c[name]


_ALL = Source(debates, _d.id)
_SOURCES = {
    "member": Source(sides, _s.debate_id, (_s.member_id == bindparam("member"),)),
    "tag": Source(tags, _t.debate_id, (_t.tag == bindparam("tag"),)),
    "category": Source(debates, _d.id, (_d.category == bindparam("category"),)),
}
"""What a list can be narrowed by, the narrowest first: its rows are walked, the others are looked at on the way."""


def walk(query: ArenaQuery, dialect: Dialect) -> Walk | None:
    """The query made ready; None where nothing can match."""
    shelves = tuple(shelf for shelf in query.shelves if query.sort != "judging" or shelf in CLOCKED)
    params: dict[str, Any] = {name: value for name in _NARROWED if (value := getattr(query, name)) is not None}
    if query.text is not None and query.text.strip():
        params["match"] = _words(dialect).asked(query.text)
    if not shelves or None in params.values() or not sayable(params):
        return None
    if query.after is not None:
        kind = int if query.sort == "hot" else str
        params["at_key"], params["at_id"] = place(query.after, query.sort, kind, str)
    return Walk(_statement(shelves, query.sort, frozenset(params), dialect), params)


@lru_cache(maxsize=512)
def _statement(shelves: tuple[Shelf, ...], sort: Sort, shape: frozenset[str], dialect: Dialect) -> Prepared:
    if "match" in shape:
        return Prepared(_first(_searched(shelves, sort, shape, dialect), sort))
    narrowed = next((name for name in _NARROWED if name in shape), None)
    source = _ALL if narrowed is None else _SOURCES[narrowed]
    walked, shelf = _walked(source, sort, shape - {narrowed}), source.column("shelf")
    return Prepared(_merged([walked.where(shelf == each) for each in shelves], sort, dialect))


def _merged(arms: Sequence[Select[*tuple[Any, ...]]], sort: Sort, dialect: Dialect) -> Executable:
    """The shelves are walked each in its order and merged, for no index holds several of them in one."""
    if len(arms) == 1:
        return _first(arms[0], sort)
    if dialect == "sqlite":
        return _first(union_all(*arms), sort)
    # PostgreSQL merges only what it need not sort, and does not see that each arm is in order: it gets their ends.
    return _first(union_all(*(select(_first(arm, sort).subquery()) for arm in arms)), sort)


def _first(found: G, sort: Sort) -> G:
    columns = found.selected_columns
    order = (column if sort == "judging" else column.desc() for column in columns)
    return found.order_by(*order).limit(bindparam("limit"))


def _searched(
    shelves: tuple[Shelf, ...], sort: Sort, shape: frozenset[str], dialect: Dialect
) -> Select[*tuple[Any, ...]]:
    """What has the words, to be put in order; by the index of a list a whole shelf would be walked for them."""
    source = _SOURCES["member"] if "member" in shape else _ALL
    found = _walked(source, sort, shape - {"member"}).join(cards, cards.c.id == source.id)
    return found.where(_words(dialect).found, _unindexed(source.column("shelf")).in_(_names(shelves)))


def _walked(source: Source, sort: Sort, shape: frozenset[str | None]) -> Select[*tuple[Any, ...]]:
    key = source.column(_COLUMNS[sort])
    found = select(key.label("key"), source.id.label("id")).where(*source.condition, *_conditions(source, shape))
    if "at_id" in shape:
        at = tuple_(bindparam("at_key", type_=Integer if sort == "hot" else Text), bindparam("at_id", type_=Text))
        here = tuple_(key, source.id)
        found = found.where(here > at if sort == "judging" else here < at)
    return found


def _conditions(source: Source, shape: frozenset[str | None]) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if "tag" in shape:
        conditions.append(exists().where(_t.debate_id == source.id, _t.tag == bindparam("tag")))
    if "category" in shape and source.rows is debates:
        conditions.append(_unindexed(_d.category) == bindparam("category"))
    elif "category" in shape:
        conditions.append(exists().where(_d.id == source.id, _d.category == bindparam("category")))
    return conditions


def _unindexed(column: ColumnElement[str]) -> ColumnElement[str]:
    return func.coalesce(column, literal_column("''"))


def _names(shelves: tuple[Shelf, ...]) -> list[ColumnElement[str]]:
    # Written out, because a list of values is bound only when a statement is run.
    return [literal_column(f"'{shelf}'") for shelf in shelves]


@lru_cache
def _words(dialect: Dialect) -> Index:
    return index("debates", dialect)
