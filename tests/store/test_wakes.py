"""Wakes on PostgreSQL: each debate is given to one process, and to another when that is gone."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest
from opentelemetry.sdk.trace import TracerProvider
from pgqueuer.qm import QueueManager

from moot.desk.operations_replies import QueueTold
from moot.engine import Growth, Holder, Transaction
from moot.notation import told_at
from moot.store.postgres import PostgresDatabase
from moot.store.records import Records
from moot.store.wakes import lay_out, stand_in_line
from moot.store.wakes.keeper import Keeper, owner_of
from moot.tellers import TRACES
from tests.contracts.growths import opening, reply
from tests.engine.called import JURORS, Speaker
from tests.store.workers import IN_LINE, told, worker
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


def called(growth: Growth, seconds: float | None = None) -> Growth:
    """The same, but a player is due then, and perhaps for so long."""
    noted = growth.entries[-1].noted
    deadline = None if seconds is None else noted + timedelta(seconds=seconds)
    return replace(growth, card=replace(growth.card, called=True, deadline=deadline))


async def test_a_debate_is_put_in_line_in_the_transaction_of_the_move_and_stands_there_once(postgres_url: str):
    fails = False

    async def refuse(_: Transaction, __: Growth) -> None:
        if fails:
            raise RuntimeError("the transaction fails at its end")

    database = await PostgresDatabase.opened(postgres_url, 10)
    records = Records(database, (stand_in_line, refuse))
    first = called(opening(), seconds=30)
    name, deadline = first.debate, first.card.deadline
    assert deadline is not None
    await records.append(first)
    stands = [(f"timer {told_at(deadline)} {name}", 2**30, "queued"), (f"wake {name}", 1, "queued")]
    assert await told(postgres_url, IN_LINE) == stands
    fails = True
    with pytest.raises(RuntimeError):
        await records.append(called(opening()))
    with pytest.raises(RuntimeError):
        await records.append(called(reply(first)))
    assert await told(postgres_url, IN_LINE) == stands
    fails = False
    await records.append(called(reply(first)))
    # The same row, with the line up to which somebody must look; and a deadline that is far away waits elsewhere.
    assert await told(postgres_url, IN_LINE) == [stands[0], (f"wake {name}", 2, "queued")]
    # Who takes it goes on with the trace in which it was put there.
    TRACES.begin(TracerProvider())
    with TRACES.span("request"):
        trace = TRACES.trace_id()
        await records.append(called(opening(), seconds=3600))
    TRACES.begin(None)
    traced = await told(postgres_url, "SELECT split_part(headers->>'traceparent', '-', 2) FROM wakes ORDER BY id DESC")
    assert traced[0] == (trace,)
    await records.append(opening())
    assert len(await told(postgres_url, IN_LINE)) == 3
    # Nothing is noted of it for ever.
    assert await told(postgres_url, "SELECT count(*) FROM wakes_log") == [(0,)]
    await database.close()


async def test_two_workers_share_the_debates_and_each_call_is_made_once(postgres_url: str):
    debates = [f"debate-{number}" for number in range(12)]
    async with worker(postgres_url) as one, worker(postgres_url) as other:
        async with one.at_work(), other.at_work():
            await asyncio.gather(*map(one.ask, debates))
            await one.ended(*debates)
        assert one.heard + other.heard == Counter(dict.fromkeys(debates, 6))
        # Whoever was given a debate looks at it, and nobody else does.
        assert set(one.runner.looks) == set(one.heard)
        assert set(other.runner.looks) == set(other.heard)
        assert not set(one.heard) & set(other.heard)
        assert await told(postgres_url, IN_LINE) == []


async def test_whoever_leaves_gives_its_debates_to_others_at_once(postgres_url: str):
    stuck = {juror: Speaker(juror, gate=asyncio.Event()) for juror in JURORS}
    async with worker(postgres_url, stuck, "elsewhere:1:a") as one, worker(postgres_url, name="here:1:b") as other:
        async with one.at_work():
            await one.ask("debate")
            await asyncio.gather(*(player.started.wait() for player in stuck.values()))
        assert [(key, status) for key, _, status in await told(postgres_url, IN_LINE)] == [("wake debate", "queued")]
        async with other.at_work():
            await other.ended("debate")
        assert one.heard == Counter({"debate": 3})
        assert other.heard == Counter({"debate": 6})


async def test_what_was_in_line_is_found_again_in_the_records(postgres_url: str):
    gate = asyncio.Event()
    players = {juror: Speaker(juror, gate=gate) for juror in JURORS}
    async with worker(postgres_url, players) as one:
        await one.ask("before")
        await told(postgres_url, "DROP TABLE wakes, wakes_holders")
        async with one.at_work():
            await asyncio.gather(*(player.started.wait() for player in players.values()))
            await one.ask("within")
            await one.asked(2 * len(JURORS))
            await told(postgres_url, "TRUNCATE wakes")
            # Nor does it matter that every connection is cut at the same time.
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            await told(postgres_url, f"{cut} AND pid <> pg_backend_pid()")
            gate.set()
            await one.ended("before", "within")
        assert one.heard == Counter({"before": 6, "within": 6})


async def test_a_deadline_is_kept_by_whoever_hears_of_it_first(postgres_url: str):
    async with worker(postgres_url) as one, worker(postgres_url) as other:
        # It was opened an hour ago, but for a second; nobody is called on, so nobody would look at it otherwise.
        one.late = timedelta(hours=1, seconds=-1)
        await one.ask("debate", players=None)
        one.late = timedelta()
        assert await told(postgres_url, IN_LINE) == []
        async with one.at_work(), other.at_work():
            await one.until("debate", lambda standing: standing.line > 2)
        kinds = [(entry.kind, entry.seat) for entry in await one.steward.entries("debate")]
        assert [kind for kind in kinds if kind[0] == "lapsed"] == [("lapsed", juror) for juror in JURORS]


async def test_whoever_was_frozen_leaves_alone_what_was_given_to_another_meanwhile(postgres_url: str):
    gate = asyncio.Event()
    players = {juror: Speaker(juror, gate=gate) for juror in JURORS}
    async with worker(postgres_url, players) as one:
        async with one.at_work():
            await one.ask("debate")
            await asyncio.gather(*(player.started.wait() for player in players.values()))
            assert (await one.store.overseer.vitals(one.clock())).queue == QueueTold(waiting=0, late=0, held=1)
            given = "queue_manager_id = gen_random_uuid(), heartbeat = 'infinity'"
            await told(postgres_url, f"UPDATE wakes SET {given}")
            gate.set()
            await one.ended("debate")
        assert [(key, status) for key, _, status in await told(postgres_url, IN_LINE)] == [("wake debate", "picked")]


async def test_what_a_process_of_this_machine_held_when_it_was_killed_is_taken_at_once(postgres_url: str):
    killed = await asyncio.create_subprocess_exec("true")
    await killed.wait()
    place = Holder().name.rsplit(":", 2)[0]
    name = f"{place}:{killed.pid}:a"
    async with worker(postgres_url) as one:
        await one.ask("debate")
        assert one.store.presence is not None
        await one.store.presence.tell(name)
        # As it leaves it; but its last word would count for ever, and a line is wanted that no record has.
        held = f"status = 'picked', queue_manager_id = '{owner_of(name)}', heartbeat = 'infinity', priority = 99"
        await told(postgres_url, f"UPDATE wakes SET {held}")
        async with one.at_work():
            await one.ended("debate")
            async with asyncio.timeout(60):
                while await told(postgres_url, IN_LINE):
                    await one.bulletin.grown("nothing", 0, 0.02)


async def test_a_queue_that_does_not_notice_that_it_was_cut_off_holds_nobody_up(
    postgres: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    begun = asyncio.Event()

    async def deaf(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def nothing(debate: str) -> int:
        return 0

    monkeypatch.setattr(QueueManager, "run", deaf)
    connection = await asyncpg.connect(postgres_url)
    await lay_out(connection)
    keeping = asyncio.create_task(Keeper(connection, nothing, Holder()).keep())
    await begun.wait()
    postgres.cut_connections(f"datname = '{postgres_url.rpartition('/')[2]}'")
    with pytest.raises(ConnectionError):
        async with asyncio.timeout(20):
            await keeping
