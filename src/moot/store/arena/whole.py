"""All rows of a debate, from its whole record, the likes on it, and whether it was archived."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import Table, bindparam, insert

from moot.commons.book_lists import hot
from moot.engine import Growth
from moot.formats.arena.setup import SIDES, SideName
from moot.formats.arena.state import State
from moot.store.arena import beside, rows
from moot.store.arena.tables import awards, debates, judgments, liked, sides, tags
from moot.store.database import Prepared

TABLES = (debates, sides, tags, judgments, awards, liked)

Rows: TypeAlias = Mapping[Table, list[dict[str, Any]]]

INSERT: Mapping[Table, Prepared] = {
    table: Prepared(insert(table).values({column.name: bindparam(column.name) for column in table.c}))
    for table in TABLES
}


def rows_of(growth: Growth, likes: Mapping[int, int] | None = None, *, archived: bool = False) -> Rows:
    """The rows of a debate that one growth has brought as far as it is; `archived` after its decision."""
    state: State = growth.position.state
    row = _row(growth, likes or {}, archived)
    place = {name: row[name] for name in ("opened_at", "until", "hot", "shelf")}
    counts = int(not row["archived"])
    named = [{"debate_id": growth.debate, "tag": tag, **place} for tag in row["tags"].split(",") if tag]
    return {
        debates: [row],
        sides: [{**each, **_result(growth, each["seat"], counts)} for each in _sides(growth, state, row)],
        tags: named,
        judgments: [{**each, "counts": counts} for each in _judgments(growth, state)],
        awards: [{**each, "counts": counts} for each in _awards(growth)],
        liked: [{"debate_id": growth.debate, "line": line, "likes": each} for line, each in (likes or {}).items()],
    }


def _row(growth: Growth, likes: Mapping[int, int], archived: bool) -> dict[str, Any]:
    row = rows.opening(growth.debate, growth.entries[0], growth.position)
    on_topic = likes.get(row["topic_line"], 0)
    told = {**row, "likes": on_topic, "hot": hot(on_topic, growth.entries[0].at)}
    return {**told, "archived": 1, "shelf": "archived"} if archived else told


def _sides(growth: Growth, state: State, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    seated: list[SideName] = [seat for seat in SIDES if state.side(seat).member is not None]
    told = [beside.side(growth.debate, seat, growth.position, row["opened_at"], row["hot"]) for seat in seated]
    return [{**each, "shelf": row["shelf"]} for each in told]


def _result(growth: Growth, seat: SideName, counts: int) -> dict[str, str | None]:
    decided = counts and beside.closing(growth) is not None
    return {"result": beside.results_of(growth.position.state)[seat] if decided else None}


def _judgments(growth: Growth, state: State) -> list[dict[str, Any]]:
    given = [beside.judgment(growth.debate, entry, state) for entry in beside.judgments_in(growth.entries)]
    closed = beside.closing(growth)
    if closed is None:
        return given
    settled = {judged["line"]: beside.settled(judged) for judged in beside.judged_in(closed)}
    return [{**each, **settled[each["line"]]} for each in given]


def _awards(growth: Growth) -> list[dict[str, Any]]:
    closed = beside.closing(growth)
    return [] if closed is None else beside.awarded(growth.debate, closed)
