"""Keeping the book with the records: each growth of a debate of the arena, in the transaction of its append."""

from collections.abc import Iterable, Iterator
from typing import cast

from sqlalchemy import Integer, bindparam, case, select, update

from moot.debate import Entry, Json
from moot.engine import Growth
from moot.formats.arena.state import State
from moot.store.arena import beside, rows
from moot.store.arena.shares import Share, add, of_awards, of_judging, of_results, take_away, together
from moot.store.arena.tables import awards, debates, judgments, sides, tags
from moot.store.arena.whole import INSERT, rows_of
from moot.store.database import Prepared, Transaction

_s, _t, _j = sides.c, tags.c, judgments.c

_LIVE = bindparam("live", type_=Integer)
_HOT = Prepared(select(debates.c.hot, debates.c.opened_at).where(debates.c.id == bindparam("debate")))
_SIDES = Prepared(
    update(sides)
    .where(_s.debate_id == bindparam("debate"))
    .values(
        until=bindparam("until"),
        shelf=bindparam("shelf"),
        live=_LIVE,
        counts=case((_s.seat == "challenger", _LIVE), else_=bindparam("active", type_=Integer)),
    )
)
_TAGS = Prepared(
    update(tags).where(_t.debate_id == bindparam("debate")).values(until=bindparam("until"), shelf=bindparam("shelf"))
)
_UNTIL = tuple(
    Prepared(update(table).where(id == bindparam("debate")).values(until=bindparam("until")))
    for table, id in ((sides, _s.debate_id), (tags, _t.debate_id))
)
RESULT = Prepared(
    update(sides)
    .where(_s.debate_id == bindparam("debate"), _s.seat == bindparam("side"))
    .values(result=bindparam("result"))
)
_SETTLE = Prepared(
    update(judgments)
    .where(_j.debate_id == bindparam("debate"), _j.line == bindparam("at_line"))
    .values({name: bindparam(name) for name in beside.SETTLED})
)
COUNT = Prepared(update(judgments).where(_j.debate_id == bindparam("debate")).values(counts=bindparam("in_sums")))


async def read_growth(tx: Transaction, growth: Growth) -> None:
    """Keeps up with a record that grew: rows and standings."""
    if growth.before is None:
        await _open(tx, growth)
    else:
        await _change(tx, growth)
        await _judge(tx, growth)
    if shares := together(_shares(growth)):
        # A debate that was archived takes back what its judges had been given for it.
        await (take_away if _archived(growth) else add)(tx, shares)


async def _open(tx: Transaction, growth: Growth) -> None:
    for table, told in rows_of(growth).items():
        if told:
            await tx.run_each(INSERT[table], told)


async def _change(tx: Transaction, growth: Growth) -> None:
    assert growth.before is not None
    before, now = rows.changing(growth.before), rows.changing(growth.position)
    changed = {name: value for name, value in now.items() if value != before[name]}
    if changed:
        await tx.run(rows.changing_only(frozenset(changed)), {"debate": growth.debate, **changed})
    if "opponent" in changed:
        ((hot, opened_at),) = await tx.rows(_HOT, {"debate": growth.debate})
        await tx.run(INSERT[sides], beside.side(growth.debate, "opponent", growth.position, opened_at, hot))
    place = {"debate": growth.debate, "until": now["until"]}
    if "shelf" in changed:
        await tx.run(_SIDES, {**place, "shelf": now["shelf"], **beside.liveness(growth.position.state)})
        await tx.run(_TAGS, {**place, "shelf": now["shelf"]})
    elif "until" in changed:
        for prepared in _UNTIL:
            await tx.run(prepared, place)


async def _judge(tx: Transaction, growth: Growth) -> None:
    state: State = growth.position.state
    if given := beside.judgments_in(growth.entries):
        await tx.run_each(INSERT[judgments], [beside.judgment(growth.debate, entry, state) for entry in given])
    if (closed := beside.closing(growth)) is not None:
        await _settle(tx, growth.debate, state, closed)
    elif _archived(growth):
        await tx.run(COUNT, {"debate": growth.debate, "in_sums": 0})


async def _settle(tx: Transaction, debate: str, state: State, closed: Entry) -> None:
    """What the closing line of a decided debate tells."""
    results = beside.results_of(state).items()
    await tx.run_each(RESULT, [{"debate": debate, "side": side, "result": result} for side, result in results])
    told = [{"debate": debate, "at_line": each["line"], **beside.settled(each)} for each in beside.judged_in(closed)]
    if told:
        await tx.run_each(_SETTLE, told)
    if awarded := beside.awarded(debate, closed):
        await tx.run_each(INSERT[awards], awarded)


def _shares(growth: Growth) -> Iterator[tuple[str, Share]]:
    state: State = growth.position.state
    if _archived(growth):
        yield from ((vote.judge, Share(judged=1)) for vote in state.votes if vote.line <= growth.after)
        return
    yield from ((str(entry.by), Share(judged=1)) for entry in beside.judgments_in(growth.entries))
    if (closed := beside.closing(growth)) is not None:
        yield from _decided(state, closed)


def _decided(state: State, closed: Entry) -> Iterable[tuple[str, Share]]:
    results = beside.results_of(state).items()
    yield from of_results((str(state.side(side).member), result) for side, result in results)
    told = ((str(each["judge"]), _flag(each["agreed"]), _flag(each["outlier"])) for each in beside.judged_in(closed))
    yield from of_judging(told)
    yield from of_awards((str(award["member"]), cast(int, award["points"])) for award in beside.awards_in(closed))


def _flag(told: Json) -> bool | None:
    return None if told is None else bool(told)


def _archived(growth: Growth) -> bool:
    return growth.position.state.status == "archived"
