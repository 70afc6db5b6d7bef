"""Judgments: who found whom better, with the reasoning from the record."""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Integer, Select, Text, bindparam, select, tuple_

from moot.commons.book_rows import JudgmentRow
from moot.engine import Page
from moot.notation import moment
from moot.store.arena.among import Among
from moot.store.arena.cursors import marked, place
from moot.store.arena.part import Part
from moot.store.arena.tables import debates, judgments
from moot.store.database import Prepared, Row, sayable
from moot.store.tables import lines

_j, _d = judgments.c, debates.c
_TOLD = (
    _j.debate_id,
    _j.line,
    _j.judge_id,
    _j.side,
    _j.at,
    _j.own,
    _j.counted,
    _j.outlier,
    _j.agreed,
    _j.weight,
    _d.challenger,
    _d.opponent,
    lines.c.body,
)


def _told() -> Select[*tuple[Any, ...]]:
    said = (lines.c.debate_id == _j.debate_id) & (lines.c.line == _j.line)
    return select(*_TOLD).select_from(judgments.join(debates, _d.id == _j.debate_id).join(lines, said))


_of = _told().where(_j.debate_id == bindparam("debate")).order_by(_j.line.desc()).limit(bindparam("limit"))
OF = Prepared(_of)
OF_AFTER = Prepared(_of.where(_j.line < bindparam("at_line", type_=Integer)))

_by = (
    _told()
    .where(_j.judge_id == bindparam("judge"), _j.counts == 1)
    .order_by(_j.at.desc(), _j.debate_id.desc())
    .limit(bindparam("limit"))
)
_place = tuple_(bindparam("at_time", type_=Text), bindparam("at_debate", type_=Text))
BY = Prepared(_by)
BY_AFTER = Prepared(_by.where(tuple_(_j.at, _j.debate_id) < _place))

JUDGED = Among(lambda names: select(_j.debate_id).where(_j.judge_id == bindparam("judge"), _j.debate_id.in_(names)))


class Judgments(Part):
    """Judgments, by debate and by judge."""

    async def judgments(self, debate: str, *, after: str | None = None, limit: int = 50) -> Page[JudgmentRow]:
        """The judgments of a debate, newest first."""
        limit = max(1, limit)
        params, wanted = {"debate": debate, "limit": limit + 1}, OF
        if after is not None:
            params["at_line"], wanted = place(after, f"judgments {debate}", int)[0], OF_AFTER
        found = await self._rows(wanted, params)
        told = tuple(map(_judgment_in, found[:limit]))
        return Page(told, marked(f"judgments {debate}", told[-1].line) if len(found) > limit else None)

    async def judgments_by(self, judge: str, *, after: str | None = None, limit: int = 50) -> Page[JudgmentRow]:
        """The judgments that a member gave, newest first, without those in archived debates."""
        limit = max(1, limit)
        params, wanted = {"judge": judge, "limit": limit + 1}, BY
        if after is not None:
            params["at_time"], params["at_debate"] = place(after, f"judge {judge}", str, str)
            wanted = BY_AFTER
        found = await self._rows(wanted, params)
        told = tuple(map(_judgment_in, found[:limit]))
        if len(found) <= limit:
            return Page(told)
        return Page(told, marked(f"judge {judge}", found[limit - 1][4], told[-1].debate))

    async def judged(self, member: str, debates: Collection[str]) -> frozenset[str]:
        """Those of these debates that a member has judged."""
        return frozenset(row[0] for row in await JUDGED.rows(self._database, debates, judge=member))

    async def _rows(self, wanted: Prepared, params: dict[str, Any]) -> list[Row]:
        return list(await self._database.rows(wanted, params)) if sayable(params) else []


def _judgment_in(row: Row) -> JudgmentRow:
    debate, line, judge, side, at, own, counted, outlier, agreed, weight, challenger, opponent, body = row
    move = json.loads(body)["move"]
    return JudgmentRow(
        debate=debate,
        line=line,
        judge=judge,
        side=side,
        winner_id=challenger if side == "challenger" else opponent,
        reasoning=move["reasoning"],
        rubric=move.get("rubric"),
        at=moment(at),
        own=bool(own),
        counted=bool(counted),
        outlier=_flag(outlier),
        agreed=_flag(agreed),
        weight=weight,
    )


def _flag(told: int | None) -> bool | None:
    return None if told is None else bool(told)
