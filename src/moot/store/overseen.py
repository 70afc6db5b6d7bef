"""The statements by which a house is overseen; each looks at what an index holds, or at a bounded part."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Integer, Text, bindparam, case, cast, func, select, text

from moot.store.commons.tables import deliveries
from moot.store.database import Dialect, Prepared
from moot.store.tables import calls, debates, lines

TO_THE_HOUR = len("2026-11-16T09")
"""So much of a time as it is kept names its hour."""
_MEASURED = 300
"""How many calls are unpacked to see whose they were."""
_LISTED = 20
_DEBATES, _LINES = 200, 2000

_d, _c, _l = debates.c, calls.c, lines.c
_now, _soon, _since = bindparam("now", type_=Text), bindparam("soon", type_=Text), bindparam("since", type_=Text)
_called = _d.called == 1
_unasked = _c.answered_at.is_(None)


def _count(*where: ColumnElement[bool]) -> ColumnElement[int]:
    return select(func.count()).select_from(debates).where(*where).scalar_subquery()


COUNTED = ("open", "ended", "called", "due", "late", "asked", "outbox")
VITALS = Prepared(
    select(
        _count(_d.ended_at.is_(None)),
        _count(_d.ended_at.is_not(None)),
        _count(_called),
        _count(_d.deadline.is_not(None), _d.deadline > _now, _d.deadline <= _soon),
        _count(_d.deadline.is_not(None), _d.deadline <= _now),
        select(func.count()).select_from(calls).where(_c.asked_at >= bindparam("hour"), _unasked).scalar_subquery(),
        select(func.count()).select_from(deliveries).scalar_subquery(),
    )
)
SIZE: Mapping[Dialect, Prepared] = {
    "sqlite": Prepared(text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")),
    "postgresql": Prepared(text("SELECT pg_database_size(current_database())")),
}
DUE = Prepared(
    select(_d.id, _d.title, _d.format, _d.floor, _d.deadline)
    .where(_d.deadline.is_not(None), _d.deadline > bindparam("after"), _d.deadline <= bindparam("until"))
    .order_by(_d.deadline, _d.id)
    .limit(_LISTED)
)
_hour = func.substr(_c.asked_at, 1, TO_THE_HOUR)
HOURS = Prepared(
    select(_hour, func.count(), func.sum(_c.tokens_in + _c.tokens_out), func.sum(_c.nanos), func.count(_c.nanos))
    # What is not answered yet is noted with what it may cost at most.
    .where(_c.asked_at >= _since, _c.answered_at.is_not(None))
    .group_by(text("1"))
)
_answered = (_c.asked_at >= _since, _c.answered_at.is_not(None), _c.milliseconds.is_not(None))
NEWEST = Prepared(select(_c.milliseconds, _c.body).where(*_answered).order_by(_c.asked_at.desc()).limit(_MEASURED))
SLOWEST = Prepared(
    select(_c.debate_id, _d.title, _c.turn, _c.asked_at, _c.milliseconds, _c.body)
    .select_from(calls.join(debates, _d.id == _c.debate_id))
    .where(*_answered)
    .order_by(_c.milliseconds.desc(), _c.asked_at.desc())
    .limit(_LISTED)
)
_moved = select(_d.id).where(_d.updated_at >= _since).order_by(_d.updated_at.desc()).limit(_DEBATES)
LAPSED = Prepared(
    select(_l.debate_id, _l.line, _l.head, _l.body, _l.hash)
    .where(_l.debate_id.in_(_moved), _l.head.like('%"kind":"lapsed"%'))
    .limit(_LINES)
)
HOLDERS = Prepared(
    select(_c.holder, func.count(), func.sum(cast(case((_unasked, 1), else_=0), Integer)), func.max(_c.asked_at))
    .where(_c.asked_at >= _since, _c.holder != "")
    .group_by(_c.holder)
    .order_by(_c.holder)
    .limit(100)
)
