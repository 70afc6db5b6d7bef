"""Lessons, drawn from the episodes in which they helped: each once, as it was first put."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, select, tuple_

from moot.engine import Page
from moot.memory import Lesson
from moot.notation import moment, told_at
from moot.store.arena.among import Among
from moot.store.cursor import cursor, place
from moot.store.database import Database, Prepared, Row, lists_of
from moot.store.memory.tables import episodes

_e, _o = episodes.c, episodes.alias("others").c
_AGAIN = (_o.lesson_id == _e.lesson_id, _o.wise == 1)
_HELPED = select(func.count()).where(*_AGAIN).correlate(episodes).scalar_subquery()


def first_put(*conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The wise episodes in which a lesson was first put; a lesson is remembered for as long as one of them is."""
    earlier = exists().where(*_AGAIN, tuple_(_o.at, _o.id) < tuple_(_e.at, _e.id)).correlate(episodes)
    columns = (_e.lesson_id, _e.lesson, _e.debate_id, _e.line, _e.agent, _e.at, _HELPED, _e.id)
    return select(*columns).where(_e.wise == 1, ~earlier, *conditions)


_PAGE = first_put().order_by(_e.at.desc(), _e.id.desc()).limit(bindparam("limit"))
NEWEST = Prepared(_PAGE)
OLDER = Prepared(_PAGE.where(tuple_(_e.at, _e.id) < tuple_(bindparam("at_updated"), bindparam("at_id"))))
NAMED = Among(lambda names: first_put(_e.lesson_id.in_(names)))


async def page(database: Database, after: str | None, limit: int) -> Page[Lesson]:
    """Lessons, the one that was first put latest first."""
    limit = max(1, limit)
    wanted, at = (NEWEST, {}) if after is None else (OLDER, place(after))
    rows = await lists_of(database).rows(wanted, {**at, "limit": limit + 1})
    found = tuple(map(_lesson_in, rows[:limit]))
    return Page(found, cursor(told_at(found[-1].at), rows[limit - 1][7]) if len(rows) > limit else None)


async def named(database: Database, ids: Collection[str]) -> dict[str, Lesson]:
    """Those of these lessons that are remembered, by their ids."""
    return {row[0]: _lesson_in(row) for row in await NAMED.rows(database, ids)}


def _lesson_in(row: Row) -> Lesson:
    id, text, debate, line, agent, at, helped, _ = row
    return Lesson(id, text, debate, line, agent, moment(at), helped)
