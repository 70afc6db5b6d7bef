"""The statements by which a house is overseen; each looks at what an index holds, or at a bounded part."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Integer, Text, and_, bindparam, case, cast, func, or_, select, text

from moot.store.commons.tables import deliveries
from moot.store.database import Dialect, Prepared
from moot.store.tables import calls, debates, lines

TO_THE_HOUR = len("2026-11-16T09")
"""So much of a time as it is kept names its hour."""
_MEASURED = 300
"""How many calls are unpacked to see whose they were."""
_NEWEST = 10_000
"""How many calls are looked at one by one: a busy house has millions in an hour."""
_LISTED = 20
_DEBATES, _LINES = 200, 2000

_d, _c, _l = debates.c, calls.c, lines.c
_now, _soon, _since = bindparam("now", type_=Text), bindparam("soon", type_=Text), bindparam("since", type_=Text)
_called = _d.called == 1


# By their order in the index; what else is asked of them is asked of these rows alone.
_told = [column for column in _c if column is not _c.body]
_newest = select(*_told).where(_c.asked_at >= _since).order_by(_c.asked_at.desc()).limit(_NEWEST).subquery()
_n = _newest.c
_waits = and_(_n.answered_at.is_(None), _n.attempt >= 0)


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
        select(func.count()).select_from(_newest).where(_waits).scalar_subquery(),
        select(func.count()).select_from(deliveries).scalar_subquery(),
    )
)
SIZE: Mapping[Dialect, Prepared] = {
    "sqlite": Prepared(text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")),
    "postgresql": Prepared(text("SELECT pg_database_size(current_database())")),
}
QUEUE = Prepared(
    text(
        """
        SELECT count(*) FILTER (WHERE status = 'queued' AND execute_after <= now()),
            count(*) FILTER (WHERE status = 'queued' AND execute_after < now() - interval '5 seconds'),
            count(*) FILTER (WHERE status = 'picked')
        FROM wakes
        """
    )
)
# As in presence: after a restart of the database nobody could be heard of for a while. Who left is put an hour back.
PRESENT = Prepared(
    text(
        """
        SELECT name, heard_at,
            greatest(heard_at, pg_postmaster_start_time()) >= clock_timestamp() - interval '5 seconds' AS here
        FROM wakes_holders WHERE heard_at > clock_timestamp() - interval '59 minutes'
        ORDER BY name LIMIT 1000
        """
    )
)
DUE = Prepared(
    select(_d.id, _d.title, _d.format, _d.floor, _d.deadline)
    .where(_d.deadline.is_not(None), _d.deadline > bindparam("after"), _d.deadline <= bindparam("until"))
    .order_by(_d.deadline, _d.id)
    .limit(_LISTED)
)
_hour = func.substr(_c.asked_at, 1, TO_THE_HOUR)
_heard, _lost = _c.answered_at.is_not(None), _c.attempt < 0
HOURS = Prepared(
    select(
        _hour,
        func.count().filter(_heard),
        func.sum(_c.tokens_in + _c.tokens_out).filter(_heard),
        func.sum(_c.nanos).filter(_heard),
        func.count(_c.nanos).filter(_heard),
        func.count().filter(_lost),
        func.sum(_c.nanos).filter(_lost),
    )
    # What is not answered yet is noted with what it may cost at most; so is what is lost, for good.
    .where(_c.asked_at >= _since, or_(_heard, _lost))
    .group_by(text("1"))
)
_answered = (_c.asked_at >= _since, _c.answered_at.is_not(None), _c.milliseconds.is_not(None))
NEWEST = Prepared(select(_c.milliseconds, _c.body).where(*_answered).order_by(_c.asked_at.desc()).limit(_MEASURED))
_slowest = (
    select(_n.debate_id, _n.turn, _n.ask, _n.attempt)
    .where(_n.answered_at.is_not(None), _n.milliseconds.is_not(None))
    .order_by(_n.milliseconds.desc(), _n.asked_at.desc())
    .limit(_LISTED)
    .subquery()
)
_s = _slowest.c
_is_slow = and_(_c.debate_id == _s.debate_id, _c.turn == _s.turn, _c.ask == _s.ask, _c.attempt == _s.attempt)
# Answers are long: only those that are told are read.
SLOWEST = Prepared(
    select(_c.debate_id, _d.title, _c.turn, _c.asked_at, _c.milliseconds, _c.body)
    .select_from(_slowest)
    .join(calls, _is_slow)
    .join(debates, _d.id == _c.debate_id)
    .order_by(_c.milliseconds.desc(), _c.asked_at.desc())
)
_moved = select(_d.id).where(_d.updated_at >= _since).order_by(_d.updated_at.desc()).limit(_DEBATES)
LAPSED = Prepared(
    select(_l.debate_id, _l.line, _l.head, _l.body, _l.hash)
    .where(_l.debate_id.in_(_moved), _l.head.like('%"kind":"lapsed"%'))
    .limit(_LINES)
)
HOLDERS = Prepared(
    select(_n.holder, func.count(), func.sum(cast(case((_waits, 1), else_=0), Integer)), func.max(_n.asked_at))
    .where(_n.holder != "")
    .group_by(_n.holder)
    .order_by(_n.holder)
    .limit(100)
)
