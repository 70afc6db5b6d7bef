"""Keeping the book with the records: each growth of a debate of the arena, in the transaction of its append."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Integer, bindparam, case, insert, select, update

from moot.debate import Entry, Json, JsonObject
from moot.engine import Growth
from moot.formats.arena.setup import SIDES
from moot.formats.arena.state import State
from moot.notation import told_at
from moot.store.arena import rows
from moot.store.arena.shares import Share, add, of_awards, of_judging, of_results, take_away, together
from moot.store.arena.tables import awards, debates, judgments, sides, tags
from moot.store.database import Prepared, Transaction

_s, _t, _j = sides.c, tags.c, judgments.c

_LIVE = bindparam("live", type_=Integer)

_SIT = Prepared(insert(sides).values({column.name: bindparam(column.name) for column in _s}))
_TAG = Prepared(insert(tags).values({column.name: bindparam(column.name) for column in _t}))
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
_SIDES_UNTIL = Prepared(update(sides).where(_s.debate_id == bindparam("debate")).values(until=bindparam("until")))
_TAGS = Prepared(
    update(tags).where(_t.debate_id == bindparam("debate")).values(until=bindparam("until"), shelf=bindparam("shelf"))
)
_TAGS_UNTIL = Prepared(update(tags).where(_t.debate_id == bindparam("debate")).values(until=bindparam("until")))
RESULT = Prepared(
    update(sides)
    .where(_s.debate_id == bindparam("debate"), _s.seat == bindparam("side"))
    .values(result=bindparam("result"))
)
_JUDGE = Prepared(insert(judgments).values({column.name: bindparam(column.name) for column in _j}))
_SETTLED = ("outlier", "agreed", "weight", "points")
_SETTLE = Prepared(
    update(judgments)
    .where(_j.debate_id == bindparam("debate"), _j.line == bindparam("at_line"))
    .values({name: bindparam(name) for name in _SETTLED})
)
UNCOUNT = Prepared(update(judgments).where(_j.debate_id == bindparam("debate")).values(counts=bindparam("in_sums")))
_AWARD = Prepared(insert(awards).values({column.name: bindparam(column.name) for column in awards.c}))


async def read_growth(tx: Transaction, growth: Growth) -> None:
    """Keeps up with a record that grew: rows and standings."""
    await keep_rows(tx, growth)
    if shares := together(_shares(growth)):
        # A debate that was archived takes back what its judges had been given for it.
        await (take_away if _archived(growth) else add)(tx, shares)


async def keep_rows(tx: Transaction, growth: Growth) -> None:
    """Keeps up with a record that grew: everything but the standings. A whole record may come as one growth."""
    if growth.before is None:
        await _open(tx, growth)
    else:
        await _change(tx, growth)
    if judged := [_judgment(growth, entry) for entry in growth.entries if entry.kind == "JUDGMENT"]:
        await tx.run_each(_JUDGE, judged)
    closed = _closed(growth)
    if closed is not None and closed.move["ending"] == "decided":
        await _settle(tx, growth, closed)
    elif _archived(growth):
        await tx.run(UNCOUNT, {"debate": growth.debate, "in_sums": 0})


async def _open(tx: Transaction, growth: Growth) -> None:
    row = rows.opening(growth.debate, growth.entries[0], growth.position)
    await tx.run(rows.OPEN, row)
    seated = [name for name in SIDES if growth.position.state.side(name).member is not None]
    await tx.run_each(_SIT, [_side(growth, name, row["opened_at"], row["hot"]) for name in seated])
    if row["tags"]:
        place = {name: row[name] for name in ("opened_at", "until", "hot", "shelf")}
        told = [{"debate_id": growth.debate, "tag": tag, **place} for tag in row["tags"].split(",")]
        await tx.run_each(_TAG, told)


async def _change(tx: Transaction, growth: Growth) -> None:
    assert growth.before is not None
    before, now = rows.changing(growth.before), rows.changing(growth.position)
    changed = {name: value for name, value in now.items() if value != before[name]}
    if changed:
        await tx.run(rows.changing_only(frozenset(changed)), {"debate": growth.debate, **changed})
    if "opponent" in changed:
        ((hot, opened_at),) = await tx.rows(_HOT, {"debate": growth.debate})
        await tx.run(_SIT, _side(growth, "opponent", opened_at, hot))
    place = {"debate": growth.debate, "until": now["until"], "shelf": now["shelf"]}
    if "shelf" in changed:
        await tx.run(_SIDES, {**place, **_liveness(growth.position.state)})
        await tx.run(_TAGS, place)
    elif "until" in changed:
        del place["shelf"]
        await tx.run(_SIDES_UNTIL, place)
        await tx.run(_TAGS_UNTIL, place)


async def _settle(tx: Transaction, growth: Growth, closed: Entry) -> None:
    """What the closing line of a decided debate tells."""
    state: State = growth.position.state
    told = rows.results(None if state.decision is None else state.decision.winner, state.forfeits)
    results = [{"debate": growth.debate, "side": side, "result": result} for side, result in told.items()]
    await tx.run_each(RESULT, results)
    if settled := [_settled(growth.debate, each) for each in _judged(closed)]:
        await tx.run_each(_SETTLE, settled)
    if awarded := _awarded(growth.debate, closed):
        await tx.run_each(_AWARD, awarded)


def _side(growth: Growth, seat: str, opened_at: str, hot: int) -> dict[str, Any]:
    state: State = growth.position.state
    now, lively = rows.changing(growth.position), _liveness(state)
    return {
        "debate_id": growth.debate,
        "seat": seat,
        "member_id": (state.challenger if seat == "challenger" else state.opponent).member,
        "opened_at": opened_at,
        "proposed": int(seat == "challenger" and state.terms.mode != "agreed"),
        "until": now["until"],
        "live": lively["live"],
        # Who was called out has not agreed to anything yet.
        "counts": lively["live"] if seat == "challenger" else lively["active"],
        "result": None,
        "hot": hot,
        "shelf": now["shelf"],
    }


def _liveness(state: State) -> dict[str, int]:
    return {"live": int(state.status in ("proposed", "active")), "active": int(state.status == "active")}


def _judgment(growth: Growth, entry: Entry) -> dict[str, Any]:
    state: State = growth.position.state
    judge = str(entry.by)
    own = state.seat_of(judge) is not None
    return {
        **dict.fromkeys(_SETTLED),
        "debate_id": growth.debate,
        "line": entry.line,
        "judge_id": judge,
        "side": entry.move["winner"],
        "at": told_at(entry.at),
        "own": int(own),
        "counts": 1,
        "counted": int(state.terms.count_self or not own),
    }


def _settled(debate: str, judged: JsonObject) -> dict[str, Any]:
    agreed, weight = judged["agreed"], cast(float, judged["weight"])
    return {
        "debate": debate,
        "at_line": judged["line"],
        "outlier": int(bool(judged["outlier"])),
        "agreed": None if agreed is None else int(bool(agreed)),
        "weight": round(weight * 1_000_000),
        "points": judged["points"],
    }


def _awarded(debate: str, closed: Entry) -> list[dict[str, Any]]:
    at = told_at(closed.noted)
    return [
        {
            "debate_id": debate,
            "number": number,
            "member_id": award["member"],
            "at": at,
            "points": award["points"],
            "reason": award["reason"],
            "counts": 1,
        }
        for number, award in enumerate(_awards(closed))
    ]


def _shares(growth: Growth) -> Iterator[tuple[str, Share]]:
    state: State = growth.position.state
    if _archived(growth):
        yield from ((vote.judge, Share(judged=1)) for vote in state.votes if vote.line <= growth.after)
        return
    yield from ((str(entry.by), Share(judged=1)) for entry in growth.entries if entry.kind == "JUDGMENT")
    closed = _closed(growth)
    if closed is not None and closed.move["ending"] == "decided":
        yield from _decided(state, closed)


def _decided(state: State, closed: Entry) -> Iterable[tuple[str, Share]]:
    told = rows.results(None if state.decision is None else state.decision.winner, state.forfeits)
    yield from of_results((str(state.side(side).member), result) for side, result in told.items())
    yield from of_judging(
        (str(each["judge"]), _flag(each["agreed"]), _flag(each["outlier"])) for each in _judged(closed)
    )
    yield from of_awards((str(award["member"]), cast(int, award["points"])) for award in _awards(closed))


def _flag(told: Json) -> bool | None:
    return None if told is None else bool(told)


def _closed(growth: Growth) -> Entry | None:
    last = growth.entries[-1]
    return last if last.kind == "closed" else None


def _archived(growth: Growth) -> bool:
    return growth.position.state.status == "archived"


def _judged(closed: Entry) -> Sequence[JsonObject]:
    result = cast(Mapping[str, Json], closed.move["result"])
    return cast(Sequence[JsonObject], result["judgments"])


def _awards(closed: Entry) -> Sequence[JsonObject]:
    return cast(Sequence[JsonObject], closed.move["awards"])
