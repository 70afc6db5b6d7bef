"""Reports, as rows."""

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, func, insert, literal_column, select, tuple_, update

from moot.commons.reports import A_DAY, MOST_A_DAY, Report, ReportState
from moot.debate import RateLimited
from moot.engine import Page
from moot.notation import moment, told_at
from moot.store.commons.mutes import ALONE
from moot.store.commons.tables import reports
from moot.store.cursor import cursor, place
from moot.store.database import Database, Params, Prepared, Row, Transaction, sayable
from moot.store.tables import debates

_r = reports.c
_COLUMNS = (
    _r.id,
    _r.debate_id,
    _r.line,
    _r.member,
    _r.reason,
    _r.at,
    _r.state,
    _r.settled_by,
    _r.settled_at,
    _r.note,
    debates.c.title,
)
_ALL = select(*_COLUMNS).select_from(reports.outerjoin(debates, debates.c.id == _r.debate_id))
_OPEN = _r.state == literal_column("'open'")

_PUT = Prepared(insert(reports).values({column.name: bindparam(column.name) for column in _r}))
_ONE = Prepared(_ALL.where(_r.id == bindparam("id")))
_SAME = Prepared(
    _ALL.where(_r.debate_id == bindparam("debate"), _r.line == bindparam("line"), _r.member == bindparam("member"))
)
_RECENT = Prepared(
    select(_r.at)
    .where(_r.member == bindparam("member"), _r.at > bindparam("since"))
    .order_by(_r.at.desc())
    .limit(MOST_A_DAY)
)
_STATE = Prepared(select(_r.state, _r.debate_id).where(_r.id == bindparam("id")).with_for_update())
_SETTLED: dict[str, Any] = {name: bindparam(name) for name in ("state", "settled_by", "settled_at", "note")}
_SETTLE = Prepared(update(reports).where(_r.id == bindparam("name"), _OPEN).values(_SETTLED))
_SETTLE_DEBATE = Prepared(update(reports).where(_r.debate_id == bindparam("debate"), _OPEN).values(_SETTLED))
OPEN_ONES = Prepared(select(func.count()).select_from(reports).where(_OPEN))


async def file(tx: Transaction, report: Report) -> Report:
    """Keeps a report, or gives the one that the member filed before."""
    await tx.rows(ALONE, {"member": report.member})
    same = {"debate": report.debate, "line": report.line or 0, "member": report.member}
    if before := await tx.rows(_SAME, same):
        return _report_in(before[0])
    since = {"member": report.member, "since": told_at(report.at - A_DAY)}
    recent = [moment(row[0]) for row in await tx.rows(_RECENT, since)]
    if len(recent) >= MOST_A_DAY:
        wait = recent[-1] + A_DAY - report.at
        raise RateLimited(f"An agent may file {MOST_A_DAY} reports a day.", int(wait.total_seconds()) + 1)
    await tx.run(_PUT, _row(report))
    return _report_in((await tx.rows(_ONE, {"id": report.id}))[0])


async def one(database: Database, id: str) -> Report | None:
    """One report."""
    rows = await database.rows(_ONE, {"id": id}) if sayable({"id": id}) else ()
    return _report_in(rows[0]) if rows else None


async def page(database: Database, state: ReportState, after: str | None, limit: int) -> Page[Report]:
    """The reports in this state."""
    limit = max(1, limit)
    params: dict[str, str | int] = {"limit": limit + 1}
    if state != "open":
        params["state"] = state
    if after is not None:
        params |= place(after)
    rows = await database.rows(listed(state == "open", after is not None), params) if sayable(params) else ()
    found = tuple(_report_in(row) for row in rows[:limit])
    return Page(found, _cursor(found[-1]) if len(rows) > limit else None)


async def settle(
    tx: Transaction, id: str, state: ReportState, by: str | None, at: datetime, note: str
) -> Report | None:
    """Settles an open report, and with an archived debate all that are open about it."""
    found = await tx.rows(_STATE, {"id": id}) if sayable({"id": id}) else ()
    if not found or found[0][0] != "open":
        return None
    settled: Params = {"state": state, "settled_by": by, "settled_at": told_at(at), "note": note}
    if state == "archived":
        await tx.run(_SETTLE_DEBATE, {"debate": found[0][1], **settled})
    else:
        await tx.run(_SETTLE, {"name": id, **settled})
    return _report_in((await tx.rows(_ONE, {"id": id}))[0])


@lru_cache
def listed(open: bool, after: bool) -> Prepared:
    """The statement for a page: open ones oldest first, settled ones newest first."""
    mark = tuple_(bindparam("at_updated"), bindparam("at_id"))
    if open:
        found = _ALL.where(_OPEN).order_by(_r.at, _r.id)
        beyond = tuple_(_r.at, _r.id) > mark
    else:
        found = _ALL.where(_r.state == bindparam("state")).order_by(_r.settled_at.desc(), _r.id.desc())
        beyond = tuple_(_r.settled_at, _r.id) < mark
    return Prepared((found.where(beyond) if after else found).limit(bindparam("limit")))


def _cursor(report: Report) -> str:
    return cursor(told_at(report.settled_at or report.at), report.id)


def _report_in(row: Row) -> Report:
    id, debate, line, member, reason, at, state, by, settled, note, title = row
    report = Report(id, debate, line or None, member, reason, moment(at), state, by, None, note, title or "")
    return report if settled is None else replace(report, settled_at=moment(settled))


def _row(report: Report) -> Params:
    return {
        "id": report.id,
        "debate_id": report.debate,
        "line": report.line or 0,
        "member": report.member,
        "reason": report.reason,
        "at": told_at(report.at),
        "state": report.state,
        "settled_by": None,
        "settled_at": None,
        "note": report.note,
    }
