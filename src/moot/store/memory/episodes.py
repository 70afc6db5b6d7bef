"""Episodes as rows."""

import json
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, insert, select, tuple_

from moot.engine import Page
from moot.memory import Episode, Failure, lesson_id, lesson_text
from moot.notation import canonical, moment, told_at
from moot.store.cursor import cursor, place
from moot.store.database import Database, Params, Prepared, Row, Transaction, lists_of, sayable
from moot.store.memory.tables import episodes

_e = episodes.c
_COLUMNS = tuple(column for column in _e if column.name not in ("id", "lesson_id", "shown", "wise"))
_PUT = Prepared(insert(episodes).values({column.name: bindparam(column.name) for column in _e}))


async def put(tx: Transaction, episode: Episode, *, shown: bool) -> None:
    """Keeps an episode."""
    await tx.run(_PUT, _row(episode, shown))


async def page(
    database: Database, agent: str | None, debate: str | None, after: str | None, limit: int
) -> Page[Episode]:
    """Episodes, newest first."""
    limit = max(1, limit)
    given = {"agent": agent, "debate": debate}
    params: dict[str, str | int] = {name: value for name, value in given.items() if value is not None}
    shape = frozenset(params)
    params |= {"limit": limit + 1, **({} if after is None else place(after))}
    source = database if shape else lists_of(database)
    rows = await source.rows(listed(shape, after is not None), params) if sayable(params) else ()
    found = tuple(_episode_in(row) for row in rows[:limit])
    return Page(found, cursor(told_at(found[-1].at), found[-1].id) if len(rows) > limit else None)


@lru_cache
def listed(shape: frozenset[str], after: bool) -> Prepared:
    """The statement for a page; what is sealed is left out."""
    found = select(*_COLUMNS).where(_e.shown == 1)
    if "agent" in shape:
        found = found.where(_e.agent == bindparam("agent"))
    if "debate" in shape:
        found = found.where(_e.debate_id == bindparam("debate"))
    if after:
        found = found.where(tuple_(_e.at, _e.id) < tuple_(bindparam("at_updated"), bindparam("at_id")))
    return Prepared(found.order_by(_e.at.desc(), _e.id.desc()).limit(bindparam("limit")))


def _row(episode: Episode, shown: bool) -> Params:
    told = lesson_text(episode.lesson)
    return {
        "id": episode.id,
        "debate_id": episode.debate,
        "line": episode.line,
        "seat": episode.seat,
        "thread": episode.thread,
        "agent": episode.agent,
        "task": episode.task,
        "attempt": episode.attempt,
        "attempt_line": episode.attempt_line,
        "report_line": episode.report_line,
        "failures": canonical([[failure.id, failure.outcome, failure.detail] for failure in episode.failures]),
        "passed": episode.passed,
        "total": episode.total,
        "root_cause": episode.root_cause,
        "went_wrong": episode.went_wrong,
        "to_change": episode.to_change,
        "confidence": episode.confidence,
        "lesson": told,
        "lesson_id": None if told is None else lesson_id(told),
        "at": told_at(episode.at),
        "shown": int(shown),
        "passed_later": 0,
        "wise": 0,
    }


def _episode_in(row: Row) -> Episode:
    told: dict[str, Any] = dict(zip((column.name for column in _COLUMNS), row, strict=True))
    told |= {
        "debate": told.pop("debate_id"),
        "failures": tuple(Failure(*failure) for failure in json.loads(told["failures"])),
        "lesson": told["lesson"] or "",
        "at": moment(told["at"]),
        "passed_later": bool(told["passed_later"]),
    }
    return Episode(**told)
