"""What an overseer tells of the calls of a day, on each database, and what it looks at to tell it."""

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest
from sqlalchemy import text

from moot.desk.operations_replies import PresenceTold
from moot.notation import told_at
from moot.store import Store, open_store, overseen
from moot.store.database import Params, Prepared
from tests.contracts.claims import COST, KEY, all_are_there, claim, later, said
from tests.contracts.growths import START, opening
from tests.support.house import SECONDS

HOUR = timedelta(hours=1)
NOON = START.replace(hour=12, minute=0, second=0, microsecond=0)


async def answered(store: Store, number: int, *, hours: float, milliseconds: int = 1500, holder: str = "me") -> None:
    """A question of so many hours after noon, and its answer."""
    at = NOON + HOUR * hours
    assert await store.ledger.claim(claim(number, holder=holder, at=at), all_are_there) is None
    spent = replace(COST, milliseconds=milliseconds)
    await store.ledger.keep(replace(KEY, ask=number), said(spent=spent), at + timedelta(seconds=2))


async def test_each_hour_tells_what_it_cost_and_one_that_is_over_is_added_up_once(store: Store):
    await answered(store, 0, hours=-3)
    await answered(store, 1, hours=-3.5)
    await answered(store, 2, hours=-0.1)
    # What is not answered yet costs nothing yet.
    await store.ledger.claim(claim(3, at=NOON - HOUR * 2), all_are_there)
    first = await store.overseer.oversight(NOON)
    assert [hour.calls for hour in first.hours[-5:]] == [1, 1, 0, 1, 0]
    assert first.hours[-4].money == pytest.approx(0.25)
    assert (len(first.hours), first.hours[-1].hour) == (24, NOON)
    await answered(store, 4, hours=0.2)
    await answered(store, 5, hours=-2.9)
    then = await store.overseer.oversight(NOON + HOUR)
    # The last is of an hour that was over: it is not looked at again, and what came since is.
    assert [hour.calls for hour in then.hours[-6:]] == [1, 1, 0, 1, 1, 0]
    assert (len(then.hours), then.hours[-1].hour) == (24, NOON + HOUR)


async def test_calls_that_were_lost_are_told_apart_and_nobody_waits_for_them(store: Store):
    await answered(store, 0, hours=-0.5)
    for number in (1, 2):
        await store.ledger.claim(claim(number, at=NOON - HOUR / 2), all_are_there)
    await store.ledger.lose(replace(KEY, ask=1), "me")
    told = await store.overseer.oversight(NOON)
    last = told.hours[-2]
    assert (last.calls, last.money, last.lost, last.lost_money) == (1, 0.25, 1, 0.25)
    assert sum(hour.lost for hour in told.hours) == 1
    assert told.vitals.asked == 1


async def test_the_slowest_calls_and_those_who_made_them_are_told(store: Store):
    await store.append(growth := opening("A slow one"))
    key = replace(KEY, debate=growth.debate)
    for number, took in enumerate((300, 900, 600)):
        at = later(number)
        assert (
            await store.ledger.claim(claim(number, key=key, holder=f"host:{number % 2}:x", at=at), all_are_there)
            is None
        )
        await store.ledger.keep(replace(key, ask=number), said(spent=replace(COST, milliseconds=took)), at)
    await store.ledger.claim(claim(9, key=key, holder="host:0:x", at=later(9)), all_are_there)
    told = await store.overseer.oversight(later(60))
    assert [(each.milliseconds, each.title, each.model) for each in told.slowest] == [
        (took, "A slow one", "a-model-2026") for took in (900, 600, 300)
    ]
    assert [(each.name, each.calls, each.asked, each.last_at) for each in told.processes] == [
        ("host:0:x", 3, 1, later(9)),
        ("host:1:x", 1, 0, later(1)),
    ]
    assert told.vitals.asked == 1
    assert told.replica is None


@pytest.mark.postgres
async def test_who_is_there_who_fell_silent_and_who_left_are_told_apart(postgres_url: str):
    store = await open_store(postgres_url)
    presence = store.presence
    assert presence is not None
    for name in ("here", "left", "silent"):
        await presence.tell(name)
    await presence.leave("left")
    aged = "UPDATE wakes_holders SET heard_at = heard_at - interval '10 minutes' WHERE name = 'silent' RETURNING 1"
    await store._database.rows(Prepared(text(aged)), {})  # pyright: ignore[reportPrivateUsage]
    with anyio.fail_after(SECONDS):
        # A database that has just started has heard of nobody yet, and calls nobody silent for some seconds.
        while (await store.overseer.vitals(START)).processes != PresenceTold(here=1, silent=1):
            await presence.tell("here")
    told = await store.overseer.oversight(START)
    await store.close()
    assert {each.name: each.state for each in told.processes} == {"here": "here", "silent": "silent"}
    assert all(each.heard_at is not None and each.last_at is None for each in told.processes)


async def test_nothing_of_a_large_house_is_looked_through_row_by_row():
    store = await open_store("sqlite://")
    moment = told_at(START)
    params: Params = dict.fromkeys(("now", "soon", "since", "after", "until"), moment)
    plans: dict[str, str] = {}
    for name in ("VITALS", "DUE", "HOURS", "NEWEST", "SLOWEST", "LAPSED", "HOLDERS"):
        statement, bound = getattr(overseen, name).sqlite(params)
        rows = await store._database.rows(Prepared(text(f"EXPLAIN QUERY PLAN {statement}")), bound)  # pyright: ignore[reportPrivateUsage]
        plans[name] = "\n".join(str(row[-1]) for row in rows)
    await store.close()
    for name, plan in plans.items():
        for line in plan.splitlines():
            # Of debates that are open, ended or called there is an index that holds no others; letters are few.
            assert not line.startswith(("SCAN lines", "SCAN calls")), (name, plan)
            assert line != "SCAN debates", (name, plan)
