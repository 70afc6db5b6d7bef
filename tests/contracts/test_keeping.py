"""What was acknowledged is kept: across closings, across processes, and across their sudden ends."""

import asyncio

import pytest
from anyio import to_thread

from moot.debate import Outage
from moot.engine import CardQuery
from moot.notation import check, genesis
from moot.store import Store, open_store
from tests.contracts.growths import opening, reply
from tests.contracts.writer import writer
from tests.support.understudy import Understudy

pytestmark = pytest.mark.anyio


async def acknowledged(process: Understudy, at_most: int | None = None) -> dict[str, tuple[int, str]]:
    """What the process was told is kept: for each debate its lines and its head."""
    told: dict[str, tuple[int, str]] = {}
    read = 0
    while (at_most is None or read < at_most) and (line := await to_thread.run_sync(process.stdout.readline)):
        debate, lines, head = line.decode().split()
        told[debate] = (int(lines), head)
        read += 1
    return told


async def must_be_sound(store: Store, debate: str) -> list[str]:
    """The hashes of a debate whose chain and card agree."""
    head, at = genesis(debate), None
    lines = await store.lines(debate)
    for number, line in enumerate(lines):
        at = check(line, number, head, at).at
        head = line.hash
    card = await store.card(debate)
    assert card is not None
    assert (card.lines, card.head) == (len(lines), head)
    return [line.hash for line in lines]


async def test_everything_is_there_after_closing_and_opening_again(kept_url: str):
    store = await open_store(kept_url)
    opened = opening("Kept", "for ever", request="r")
    answered = reply(opened)
    await store.append(opened)
    await store.append(answered)
    secret = await store.house_secret()
    await store.close()

    store = await open_store(kept_url)
    assert tuple(await store.lines(opened.debate)) == opened.lines + answered.lines
    assert await store.card(opened.debate) == answered.card
    assert await store.requested(opened.debate, "r") == opened.lines[1]
    assert await store.count(CardQuery(text="ever")) == 1
    assert await store.house_secret() == secret
    await store.append(reply(answered))
    await store.close()


async def test_a_closed_store_says_so(url: str):
    store = await open_store(url)
    await store.close()
    for asked in (store.ready(), store.card("x"), store.append(opening())):
        with pytest.raises(Outage):
            await asked


async def test_closing_waits_for_what_was_asked_before(kept_url: str):
    store = await open_store(kept_url)
    growths = [opening() for _ in range(30)]
    tasks = [asyncio.create_task(store.append(growth)) for growth in growths]
    await asyncio.gather(*tasks)
    await store.close()
    store = await open_store(kept_url)
    assert await store.count(CardQuery()) == 30
    await store.close()


@pytest.mark.chaos
async def test_a_writer_that_is_killed_loses_nothing_that_was_acknowledged(kept_url: str):
    process = writer(kept_url, debates=8, moves=10_000)
    told = await acknowledged(process, at_most=150)
    process.kill()
    # What stood in the pipe when it died had been acknowledged too.
    told |= await acknowledged(process)
    process.communicate()

    store = await open_store(kept_url)
    assert len(told) == 8
    for debate, (lines, head) in told.items():
        hashes = await must_be_sound(store, debate)
        assert hashes[lines - 1] == head
    await store.append(opening())
    await store.close()


async def test_several_processes_write_at_once_and_nothing_is_lost(kept_url: str):
    processes = [writer(kept_url, debates=4, moves=10) for _ in range(2)]
    store = await open_store(kept_url)
    growth = opening()
    await store.append(growth)
    for _ in range(20):
        growth = reply(growth)
        await store.append(growth)
    told = [await acknowledged(process) for process in processes]
    assert [process.communicate() for process in processes] == [(b"", b"")] * 2
    assert [process.returncode for process in processes] == [0, 0]
    for debate, (lines, head) in {**told[0], **told[1]}.items():
        hashes = await must_be_sound(store, debate)
        assert (len(hashes), hashes[-1]) == (lines, head) == (12, head)
    assert len(await must_be_sound(store, growth.debate)) == 22
    assert await store.count(CardQuery()) == 9
    await store.close()


@pytest.mark.usefixtures("step_by_step")
async def test_many_who_open_a_new_database_at_once_all_succeed(kept_url: str):
    stores = await asyncio.gather(*(open_store(kept_url) for _ in range(6)))
    secrets = await asyncio.gather(*(store.house_secret() for store in stores))
    assert len(set(secrets)) == 1
    assert len(secrets[0]) == 32
    await asyncio.gather(*(store.append(opening()) for store in stores))
    assert [await store.count(CardQuery()) for store in stores] == [6] * 6
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_store_is_ready_while_it_is_open(store: Store):
    await store.ready()
