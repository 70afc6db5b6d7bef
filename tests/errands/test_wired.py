"""The errands of a house that is open: nobody has to send or remind by hand."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from moot.settings import Settings
from moot.testing import FixedClock
from moot.wiring import errands, house
from tests.errands.receiver import receiving
from tests.support.ring import TOPIC, Ring, member

pytestmark = pytest.mark.anyio

SECONDS = 20


@asynccontextmanager
async def ring_with(home: Path, token: str | None, private: bool) -> AsyncGenerator[Ring]:
    settings = Settings(
        home=home,
        database_url="sqlite://",
        player="human",
        auth_token=token,  # pyright: ignore[reportArgumentType] - read as a secret
        webhooks_private=private,
    )
    clock = FixedClock()
    async with house(settings, clock) as opened:
        yield Ring(opened, clock)


@pytest.mark.parametrize(("token", "private"), [(None, False), ("owner", True)], ids=["no token", "allowed"])
async def test_a_challenge_is_sent_as_soon_as_it_is_made(tmp_path: Path, token: str | None, private: bool):
    async with ring_with(tmp_path, token, private) as ring, receiving() as receiver, errands(ring.opened):
        ann, bob = await ring.pair()
        await ring.desk.add_webhook(bob, url=receiver.url)
        await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
        async with asyncio.timeout(SECONDS):
            await receiver.busy.wait()
    body = json.loads(receiver.got[0].body)
    assert (body["kind"], body["from_agent"]["handle"]) == ("debate_challenge", "ann")
    assert "accept" in {each["action"] for each in body["available_actions"]}


async def test_a_house_with_a_token_sends_nothing_to_its_own_network(tmp_path: Path):
    async with ring_with(tmp_path, "owner", private=False) as ring, receiving() as receiver:
        ann, bob = await ring.pair()
        await ring.desk.add_webhook(bob, url=receiver.url)
        await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
        async with errands(ring.opened):
            async with asyncio.timeout(SECONDS):
                (failed,) = (await ring.desk.webhooks(bob)).webhooks
                while not failed.failures:
                    (failed,) = (await ring.desk.webhooks(bob)).webhooks
        assert failed.last_error == "The receiver has an address that is not public."
        assert (failed.last_status, receiver.got) == (None, [])


async def test_a_house_that_is_open_for_one_debate_runs_no_errands(tmp_path: Path):
    async with ring_with(tmp_path, None, private=False) as ring, receiving() as receiver:
        ann, bob = await ring.pair()
        await ring.desk.add_webhook(bob, url=receiver.url)
        async with errands(ring.opened, only="a debate"):
            await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
        assert len(await ring.opened.store.notices.outbox.take(ring.clock())) == 1
        assert receiver.got == []
