"""Webhooks: what is due is taken by one, kept until it has arrived, tried again, and given up in the end."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from moot.commons.notices import Notices
from moot.commons.outbox import (
    AT_ONCE,
    LEASE,
    MOST_FAILURES,
    MOST_WEBHOOKS,
    RETRIES,
    Attempt,
    Batch,
    Delivery,
    Webhook,
)
from moot.debate import LimitReached
from moot.engine import Growth
from moot.formats.arena import Post
from moot.members import ApiKey, Joining, Member
from moot.store import Store, Transaction, open_store
from moot.testing import FixedClock
from tests.contracts.conftest import POSTGRES
from tests.contracts.matches import Match, shared_house, webhook

pytestmark = pytest.mark.anyio

POST = Post(content="Because.")
SECONDS = 20


@pytest.fixture(scope="module", params=["memory", POSTGRES])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    async with shared_house(request) as house:
        yield house


@pytest.fixture
def notices(house: Store) -> Notices:
    return house.notices


@pytest.fixture
def match(house: Store) -> Match:
    return Match(house, FixedClock())


@pytest.fixture
async def hook(match: Match) -> Webhook:
    """Where Ada is told."""
    made = webhook(match.ada, match.clock())
    await match.store.notices.add_webhook(made)
    return made


async def taken(match: Match, hook: Webhook) -> tuple[Delivery, ...]:
    """What somebody who sends now gets for this webhook."""
    batches: list[Batch] = [*await match.store.notices.outbox.take(match.clock(), limit=10_000)]
    return next((batch.deliveries for batch in batches if batch.webhook.id == hook.id), ())


async def settle(match: Match, hook: Webhook, *deliveries: Delivery, error: str | None = None) -> None:
    status = 200 if error is None else 500
    attempts = [Attempt(delivery, status, error) for delivery in deliveries]
    await match.store.notices.outbox.settle(hook.id, attempts, match.clock())


async def kept(match: Match, hook: Webhook) -> Webhook:
    """The webhook as it is kept."""
    return next(each for each in await match.store.notices.webhooks(hook.member) if each.id == hook.id)


async def test_a_webhook_comes_back_as_it_was_added(match: Match, notices: Notices):
    plain, choosy = (
        webhook(match.ada, match.clock()),
        webhook(match.ada, match.clock.advance(seconds=1), "debate_won", "debate_turn"),
    )
    for each in (plain, choosy):
        await notices.add_webhook(each)
    assert list(await notices.webhooks(match.ada)) == [plain, choosy]
    assert await notices.webhooks(match.bob) == []


async def test_each_notification_of_a_member_is_on_its_way_to_its_webhooks(match: Match, hook: Webhook):
    await match.active()
    told = (await match.store.notices.notifications(match.ada)).items
    deliveries = await taken(match, hook)
    assert {delivery.notification for delivery in deliveries} == set(told)
    assert len({delivery.id for delivery in deliveries}) == 2


async def test_a_webhook_gets_only_the_kinds_that_it_wants(match: Match, notices: Notices):
    choosy = webhook(match.ada, match.clock(), "debate_turn")
    await notices.add_webhook(choosy)
    await match.active()
    assert [delivery.notification.kind for delivery in await taken(match, choosy)] == ["debate_turn"]


async def test_what_is_muted_is_not_sent(match: Match, hook: Webhook, notices: Notices):
    await notices.mute(match.ada, "debate_turn", match.clock())
    await match.active()
    assert [delivery.notification.kind for delivery in await taken(match, hook)] == ["debate_accepted"]


async def test_what_one_took_another_gets_only_after_the_lease(match: Match, hook: Webhook):
    await match.active()
    first = await taken(match, hook)
    assert await taken(match, hook) == ()
    match.clock.now += LEASE - timedelta(seconds=1)
    assert await taken(match, hook) == ()
    match.clock.advance(seconds=1)
    assert await taken(match, hook) == first


async def test_of_many_who_take_at_once_one_gets_it(match: Match, hook: Webhook):
    await match.active()
    found = await asyncio.gather(*(taken(match, hook) for _ in range(8)))
    assert sorted(map(len, found)) == [0] * 7 + [2]


async def test_what_arrived_is_not_sent_again(match: Match, hook: Webhook):
    await match.active()
    await settle(match, hook, *await taken(match, hook))
    match.clock.advance(days=3)
    assert await taken(match, hook) == ()
    now = await kept(match, hook)
    assert (now.failures, now.last_status, now.last_error) == (0, 200, None)
    assert now.last_at == match.clock() - timedelta(days=3)


async def test_what_comes_while_a_sender_is_under_way_is_due_once_it_is_back(match: Match, hook: Webhook):
    await match.active(max_posts=2)
    first = await taken(match, hook)
    await match.together(("challenger", POST), ("opponent", POST))
    assert await taken(match, hook) == ()
    await settle(match, hook, *first)
    assert [delivery.notification.kind for delivery in await taken(match, hook)] == ["debate_turn"]


async def test_only_a_few_deliveries_are_taken_at_a_time_oldest_first(match: Match, hook: Webhook):
    await match.active(max_posts=10)
    for _ in range(6):
        match.clock.advance(seconds=1)
        await match.together(("challenger", POST), ("opponent", POST))
    first = await taken(match, hook)
    assert len(first) == AT_ONCE
    await settle(match, hook, *first)
    second = await taken(match, hook)
    assert len(second) == 3
    times = [delivery.notification.at for delivery in (*first, *second)]
    assert times == sorted(times)


async def test_a_delivery_is_tried_again_at_growing_distances_and_then_given_up(match: Match, hook: Webhook):
    await match.store.notices.mute(match.ada, "debate_turn", match.clock())
    await match.active()
    for attempts, wait in enumerate(RETRIES):
        (delivery,) = await taken(match, hook)
        assert delivery.attempts == attempts
        await settle(match, hook, delivery, error="The receiver answered 500.")
        match.clock.now += wait - timedelta(seconds=1)
        assert await taken(match, hook) == ()
        match.clock.advance(seconds=1)
    (last,) = await taken(match, hook)
    await settle(match, hook, last, error="The receiver answered 500.")
    match.clock.advance(days=30)
    assert await taken(match, hook) == ()
    now = await kept(match, hook)
    assert (now.failures, now.last_status, now.last_error) == (7, 500, "The receiver answered 500.")
    assert now.disabled_at is None


async def test_a_webhook_that_failed_is_left_alone_for_a_while_whatever_else_comes(match: Match, hook: Webhook):
    await match.active(max_posts=5)
    first, second = await taken(match, hook)
    await settle(match, hook, first, error="The receiver broke off.")
    await match.together(("challenger", POST), ("opponent", POST))
    assert await taken(match, hook) == ()
    match.clock.advance(minutes=1)
    again = await taken(match, hook)
    assert {second.id, first.id} < {delivery.id for delivery in again}
    assert len(again) == 3
    await settle(match, hook, *again)
    await match.together(("challenger", POST), ("opponent", POST))
    assert len(await taken(match, hook)) == 1


async def test_a_webhook_that_keeps_failing_is_still_tried_twice_an_hour_while_more_comes(match: Match, hook: Webhook):
    await match.active(max_posts=20)
    for _ in range(5):
        deliveries = await taken(match, hook)
        await settle(match, hook, deliveries[0], error="The receiver broke off.")
        match.clock.advance(minutes=30)
        await match.together(("challenger", POST), ("opponent", POST))
    assert len(await taken(match, hook)) == AT_ONCE


async def test_what_is_new_does_not_wait_for_the_retry_of_what_failed_often(match: Match, hook: Webhook):
    await match.store.notices.mute(match.ada, "debate_turn", match.clock())
    await match.active(max_posts=5)
    for wait in RETRIES[:4]:
        await settle(match, hook, *await taken(match, hook), error="The receiver broke off.")
        match.clock.now += wait
    await settle(match, hook, *await taken(match, hook), error="The receiver broke off.")
    # Tried again in six hours, but left alone for half an hour only.
    match.clock.advance(minutes=30)
    assert await taken(match, hook) == ()
    await match.forfeit("opponent")
    (new,) = await taken(match, hook)
    assert new.notification.kind == "debate_completed"


async def test_twenty_failures_in_a_row_disable_a_webhook_and_drop_what_waits(match: Match, hook: Webhook):
    await match.active(max_posts=50)
    await match.together(*[("challenger", POST), ("opponent", POST)] * 25)
    for failures in range(1, MOST_FAILURES + 1):
        first, *_ = await taken(match, hook)
        await settle(match, hook, first, error="The receiver answered 500.")
        assert (await kept(match, hook)).failures == failures
        assert ((await kept(match, hook)).disabled_at is not None) == (failures == MOST_FAILURES)
        match.clock.advance(hours=1)
    match.clock.advance(days=2)
    await match.together(("challenger", POST), ("opponent", POST))
    assert await taken(match, hook) == ()


async def test_a_delivery_that_arrives_ends_the_row_of_failures(match: Match, hook: Webhook):
    await match.active()
    first, second = await taken(match, hook)
    await settle(match, hook, first, error="The receiver answered 500.")
    match.clock.advance(minutes=1)
    await settle(match, hook, *await taken(match, hook))
    now = await kept(match, hook)
    assert (now.failures, now.last_error) == (0, None)
    assert second.webhook == hook.id


async def test_a_dropped_webhook_gets_nothing_more(match: Match, hook: Webhook, notices: Notices):
    await match.active()
    assert not await notices.drop_webhook(match.bob, hook.id)
    assert not await notices.drop_webhook(match.ada, "unknown")
    assert not await notices.drop_webhook(match.ada, "\x00")
    deliveries = await taken(match, hook)
    assert await notices.drop_webhook(match.ada, hook.id)
    await settle(match, hook, *deliveries)
    await notices.outbox.drop(hook.id)
    match.clock.now += LEASE
    assert await taken(match, hook) == ()
    assert await notices.webhooks(match.ada) == []


async def test_a_member_has_only_so_many_webhooks_even_if_it_adds_them_at_once(house: Store, notices: Notices):
    clock = FixedClock()
    match = Match(house, clock)
    member = Member(match.ada, match.people[:20], "Ada", clock())
    key = ApiKey(f"key-{match.people}", member.id, "first", frozenset(), clock())
    await house.roll.register(Joining(member, f"claim-{match.people}", key, f"digest-{match.people}"), None)
    adding = (notices.add_webhook(webhook(match.ada, clock())) for _ in range(MOST_WEBHOOKS + 4))
    refused = [each for each in await asyncio.gather(*adding, return_exceptions=True) if each is not None]
    assert len(refused) == 4
    assert all(isinstance(each, LimitReached) for each in refused)
    assert len(await notices.webhooks(match.ada)) == MOST_WEBHOOKS


async def test_a_settled_attempt_of_a_webhook_that_is_gone_changes_nothing(match: Match, hook: Webhook):
    await match.active()
    (first, *_) = await taken(match, hook)
    await match.store.notices.outbox.settle("unknown", [Attempt(replace(first, webhook="unknown"), 200)], match.clock())
    match.clock.now += LEASE
    assert first in await taken(match, hook)


@pytest.mark.postgres
async def test_what_is_enqueued_while_a_sender_settles_is_not_forgotten(postgres_url: str):
    under_way, go_on = asyncio.Event(), asyncio.Event()

    async def pause(tx: Transaction, growth: Growth) -> None:
        """Holds the append back after all is written."""
        if growth.position.line > 2:
            under_way.set()
            await go_on.wait()

    slow, other = await open_store(postgres_url, readings=(pause,)), await open_store(postgres_url)
    match = Match(slow, FixedClock())
    hook = webhook(match.ada, match.clock())
    await slow.notices.add_webhook(hook)
    await match.active(max_posts=2)
    deliveries = await taken(match, hook)
    posting = asyncio.create_task(match.together(("challenger", POST), ("opponent", POST)))
    async with asyncio.timeout(SECONDS):
        await under_way.wait()
        attempts = [Attempt(delivery, 200) for delivery in deliveries]
        settling = asyncio.create_task(other.notices.outbox.settle(hook.id, attempts, match.clock()))
        # It waits for the append, or it was not held back.
        while not settling.done() and not await _somebody_waits(postgres_url):
            pass
        go_on.set()
        await asyncio.gather(posting, settling)
    assert [delivery.notification.kind for delivery in await taken(match, hook)] == ["debate_turn"]
    await slow.close()
    await other.close()


async def _somebody_waits(url: str) -> bool:
    """Whether a transaction of this database waits for a lock."""
    connection = await asyncpg.connect(url)
    try:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        return bool(await connection.fetchval(asked))
    finally:
        await connection.close()
