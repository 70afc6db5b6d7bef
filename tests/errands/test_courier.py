import asyncio
import json
import logging
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from moot.commons.notification import Notification
from moot.commons.outbox import LEASE, MOST_FAILURES, RETRIES, Webhook
from moot.commons.signing import verify
from moot.debate import Outage
from moot.desk.arena.replies import NotificationTold
from moot.errands import Courier, Reach
from moot.formats.arena import Post
from moot.store import Store, open_store
from moot.testing import FixedClock
from tests.contracts.matches import TOPIC, Match, webhook
from tests.errands.conftest import tell
from tests.errands.receiver import Receiver, receiving

pytestmark = pytest.mark.anyio

POST = Post(content="Because.")
SECONDS = 20
NEAR = Reach(private=True)


@pytest.fixture
def match(store: Store) -> Match:
    return Match(store, FixedClock())


@pytest.fixture
def courier(match: Match) -> Courier:
    return Courier(match.store.notices.outbox, tell, NEAR, match.clock)


async def hooked(match: Match, receiver: Receiver, member: str | None = None) -> Webhook:
    """A webhook of Ada's, or of somebody else, at a receiver."""
    made = webhook(member or match.ada, match.clock(), url=receiver.url)
    await match.store.notices.add_webhook(made)
    return made


async def kept(match: Match) -> Webhook:
    (webhook,) = await match.store.notices.webhooks(match.ada)
    return webhook


async def test_a_notification_arrives_signed_as_the_api_tells_it(match: Match, courier: Courier):
    async with receiving() as receiver:
        hook = await hooked(match, receiver)
        await match.active()
        assert await courier.round() == 1
    assert len(receiver.got) == 2
    told = {item.kind: item for item in (await match.store.notices.notifications(match.ada)).items}
    for got in receiver.got:
        body = json.loads(got.body)
        item = told[body["kind"]]
        assert (body["event_id"], body["id"], body["debate_id"]) == (item.id, item.id, match.debate)
        assert (body["topic"], body["from_agent"]["id"], body["read"]) == (TOPIC, match.bob, False)
        assert got.headers["moot-event"] == item.kind
        assert got.headers["content-type"] == "application/json"
        assert got.path == "/hooks?for=moot"
        assert verify(hook.secret, got.headers["moot-signature"], got.body, match.clock())
        assert not verify(hook.secret, got.headers["moot-signature"], got.body + b" ", match.clock())
    assert len({got.headers["moot-delivery"] for got in receiver.got}) == 2
    now = await kept(match)
    assert (now.failures, now.last_status, now.last_error, now.last_at) == (0, 200, None, match.clock())
    assert await courier.round() == 0


@pytest.mark.parametrize(
    ("answer", "status", "error"),
    [(500, 500, "answered 500"), (404, 404, "answered 404"), (302, 302, "answered 302"), ("close", None, "broke off")],
    ids=["500", "404", "302", "close"],
)
async def test_a_delivery_that_fails_is_sent_again_under_the_same_id_until_it_arrives(
    match: Match, courier: Courier, answer: int, status: int | None, error: str
):
    await match.store.notices.mute(match.ada, "debate_turn", match.clock())
    async with receiving(answer, answer, 200) as receiver:
        await hooked(match, receiver)
        await match.active()
        await courier.round()
        failed = await kept(match)
        assert (failed.failures, failed.last_status) == (1, status)
        assert error in str(failed.last_error)
        for wait in RETRIES[:2]:
            assert await courier.round() == 0
            match.clock.now += wait
            await courier.round()
        assert (await kept(match)).failures == 0
    assert len(receiver.got) == 3
    assert len({got.headers["moot-delivery"] for got in receiver.got}) == 1
    # Signed anew each time, or a receiver would think it stale.
    assert len({got.headers["moot-signature"] for got in receiver.got}) == 3


async def test_a_delivery_is_given_up_after_its_last_retry(match: Match, courier: Courier):
    await match.store.notices.mute(match.ada, "debate_turn", match.clock())
    async with receiving(503) as receiver:
        await hooked(match, receiver)
        await match.active()
        for wait in (*RETRIES, timedelta(days=30), timedelta(days=30)):
            await courier.round()
            match.clock.now += wait
    assert len(receiver.got) == 1 + len(RETRIES)


async def test_who_cannot_be_reached_is_not_asked_for_each_of_many_deliveries(match: Match, courier: Courier):
    async with receiving(500) as receiver:
        await hooked(match, receiver)
        await match.active(max_posts=5)
        await match.together(*[("challenger", POST), ("opponent", POST)] * 4)
        await courier.round()
        assert len(receiver.got) == 1
        receiver.answers[:] = [200]
        match.clock.advance(minutes=1)
        while await courier.round():
            pass
    assert len({got.headers["moot-delivery"] for got in receiver.got}) == 6


async def test_a_receiver_that_is_down_for_long_is_disabled_and_left_in_peace(match: Match, courier: Courier):
    async with receiving(500) as receiver:
        await hooked(match, receiver)
        await match.active(max_posts=50)
        await match.together(*[("challenger", POST), ("opponent", POST)] * 30)
        for _ in range(MOST_FAILURES + 5):
            await courier.round()
            match.clock.advance(hours=1)
        assert (await kept(match)).disabled_at is not None
    assert len(receiver.got) == MOST_FAILURES


async def test_a_receiver_that_hangs_does_not_keep_others_waiting(match: Match, courier: Courier):
    async with receiving("silence") as slow, receiving() as quick:
        await hooked(match, slow)
        await hooked(match, quick, match.bob)
        await match.active()
        sending = asyncio.create_task(courier.round())
        async with asyncio.timeout(SECONDS):
            await slow.busy.wait()
            await quick.busy.wait()
            slow.release.set()
            assert await sending == 2
        assert len(quick.got) == 1
        assert "broke off" in str((await kept(match)).last_error)


async def test_the_webhooks_of_a_member_that_is_gone_are_dropped(match: Match, courier: Courier):
    async with receiving() as receiver:
        await hooked(match, receiver, "gus")
        await match.opened(opponent="gus")
        await courier.round()
        assert receiver.got == []
    assert await match.store.notices.webhooks("gus") == []


async def test_what_is_wrong_with_one_webhook_does_not_keep_others_waiting(
    match: Match, caplog: pytest.LogCaptureFixture
):
    async def stumbling(member: str, told: Sequence[Notification]) -> Sequence[NotificationTold] | None:
        if member == match.ada:
            raise Outage("The database is away.")
        if member == match.cat:
            raise RuntimeError("Nobody thought of this.")
        return await tell(member, told)

    courier = Courier(match.store.notices.outbox, stumbling, NEAR, match.clock)
    async with receiving() as receiver:
        for member in (match.ada, match.bob, match.cat):
            await hooked(match, receiver, member)
        await match.judging(judges=(match.cat,))
        with caplog.at_level(logging.WARNING):
            assert await courier.round() == 1
        assert {json.loads(got.body)["kind"] for got in receiver.got} == {
            "debate_challenge",
            "debate_turn",
            "debate_completed",
        }
    assert {record.levelname for record in caplog.records} == {"WARNING", "ERROR"}
    match.clock.now += LEASE
    assert {batch.webhook.member for batch in await match.store.notices.outbox.take(match.clock())} == {
        match.ada,
        match.cat,
    }


@pytest.mark.parametrize("kind", ["file", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_two_houses_that_send_at_once_send_each_notification_once(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
):
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else str(tmp_path / "moot.db")
    clock = FixedClock()
    here, there = await open_store(url), await open_store(url)
    async with receiving() as receiver:
        matches = [Match(here, clock) for _ in range(4)]
        for match in matches:
            await hooked(match, receiver)
            await match.active()
        couriers = [Courier(store.notices.outbox, tell, NEAR, clock) for store in (here, there, here, there)]
        await asyncio.gather(*(courier.round() for courier in couriers))
    assert len(receiver.got) == 8
    assert len({got.headers["moot-delivery"] for got in receiver.got}) == 8
    await here.close()
    await there.close()


async def test_a_sender_that_dies_under_way_leaves_its_deliveries_to_the_next(match: Match, courier: Courier):
    async with receiving("silence", 200) as receiver:
        await hooked(match, receiver)
        await match.active()
        dying = asyncio.create_task(courier.round())
        async with asyncio.timeout(SECONDS):
            await receiver.busy.wait()
        dying.cancel()
        await asyncio.wait([dying])
        assert await courier.round() == 0
        match.clock.now += LEASE
        assert await courier.round() == 1
    first, *again = [got.headers["moot-delivery"] for got in receiver.got]
    assert first in again
    assert len(again) == 2
