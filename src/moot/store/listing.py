"""Listing debates: newest growth first, page by page, at a cost that does not grow with the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    FromClause,
    ScalarSelect,
    Select,
    TextClause,
    bindparam,
    func,
    select,
    tuple_,
    union_all,
)

from moot.engine import CardQuery
from moot.store.cards import COLUMNS
from moot.store.cursor import place
from moot.store.database import Dialect, Params, Prepared, sayable
from moot.store.search import Index, index
from moot.store.tables import debates, floors

_d, _f = debates.c, floors.c
Condition: TypeAlias = ColumnElement[bool] | TextClause

_NAMES = ("format", "variety", "status", "floor")


@dataclass(frozen=True, slots=True)
class Listing:
    """A query made ready: the statements for its shape, and what to bind to them."""

    page: Prepared
    count: Prepared
    params: Params


def listing(query: CardQuery, dialect: Dialect) -> Listing | None:
    """The query made ready; None where nothing can match."""
    params: dict[str, str] = {name: value for name in _NAMES if (value := getattr(query, name)) is not None}
    if not params.get("floor", "any") or "," in params.get("floor", ""):
        return None
    if query.text is not None and query.text.strip():
        asked = _words(dialect).asked(query.text)
        if asked is None:
            return None
        params["match"] = asked
    if query.after is not None:
        params.update(place(query.after))
    if not sayable(params):
        return None
    page, count = _statements(frozenset(params), query.ended, dialect)
    return Listing(page, count, params)


@dataclass(frozen=True, slots=True)
class Source:
    """Rows that an index holds in the order of the list."""

    rows: FromClause
    updated_at: ColumnElement[str]
    id: ColumnElement[str]
    condition: tuple[ColumnElement[bool], ...] = ()

    def page(self, conditions: Sequence[Condition], after: bool) -> Select[*tuple[object, ...]]:
        """The next rows after the cursor."""
        place = tuple_(self.updated_at, self.id)
        beyond = [place < tuple_(bindparam("at_updated"), bindparam("at_id"))] if after else []
        found = select(*COLUMNS).select_from(self.rows).where(*self.condition, *conditions, *beyond)
        return found.order_by(self.updated_at.desc(), self.id.desc()).limit(bindparam("limit"))

    def count(self, conditions: Sequence[Condition]) -> ScalarSelect[int]:
        """How many rows there are on all pages."""
        counted = select(func.count()).select_from(self.rows).where(*self.condition, *conditions)
        return counted.scalar_subquery()


_ALL = Source(debates, _d.updated_at, _d.id)
_ALONE = Source(debates, _d.updated_at, _d.id, (_d.floor == bindparam("floor"),))
_AMONG_OTHERS = Source(debates.join(floors), _f.updated_at, _f.debate_id, (_f.seat == bindparam("floor"),))


@lru_cache(maxsize=512)
def _statements(shape: frozenset[str], ended: bool | None, dialect: Dialect) -> tuple[Prepared, Prepared]:
    # No index holds both kinds of floor in one order; two lists that are each in order are merged instead.
    sources = (_ALONE, _AMONG_OTHERS) if "floor" in shape else (_ALL,)
    conditions = _conditions(shape, ended, dialect)
    pages = [source.page(conditions, "at_id" in shape) for source in sources]
    counts = [source.count(conditions) for source in sources]
    return Prepared(_merged(pages)), Prepared(select(sum(counts[1:], start=counts[0])))


def _conditions(shape: frozenset[str], ended: bool | None, dialect: Dialect) -> list[Condition]:
    same = (_d.format, _d.variety, _d.status)
    conditions: list[Condition] = [c == bindparam(c.name) for c in same if c.name in shape]
    if ended is not None:
        conditions.append(_d.ended_at.is_not(None) if ended else _d.ended_at.is_(None))
    if "match" in shape:
        conditions.append(_words(dialect).found)
    return conditions


def _merged(pages: Sequence[Select[*tuple[object, ...]]]) -> Select[*tuple[object, ...]]:
    if len(pages) == 1:
        return pages[0]
    all_of_them = union_all(*(select(page.subquery()) for page in pages)).subquery()
    newest = (all_of_them.c.updated_at.desc(), all_of_them.c.id.desc())
    return select(all_of_them).order_by(*newest).limit(bindparam("limit"))


@lru_cache
def _words(dialect: Dialect) -> Index:
    return index("debates", dialect)
