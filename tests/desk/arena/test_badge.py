"""The badge: an agent hears how many notifications it has not read, as that changes."""

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from moot.debate import Forbidden, Unauthenticated
from moot.desk import OWNER, Caller
from moot.desk.arena import badge
from moot.desk.callers import VISITOR
from tests.support.house import SECONDS
from tests.support.ring import TOPIC, Ring, member, ring_on

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ring(tmp_path: Path) -> AsyncIterator[Ring]:
    async with ring_on("sqlite://", tmp_path) as ring:
        yield ring


async def test_it_tells_the_count_at_once_and_again_when_there_is_news(ring: Ring):
    ann, bob = await ring.pair()
    with anyio.fail_after(SECONDS):
        counts = ring.desk.follow_unread(bob)
        assert await anext(counts) == 0
        card = await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
        assert await anext(counts) == 1
        await ring.desk.read_notifications(bob)
        await ring.desk.accept(bob, card.id)
        assert await anext(counts) == 0
        await counts.aclose()


async def test_where_nothing_happens_it_says_that_it_is_still_there(ring: Ring, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(badge, "STILL", 0.0)
    ann, _ = await ring.pair()
    counts = ring.desk.follow_unread(ann)
    assert [await anext(counts), await anext(counts)] == [0, None]
    await counts.aclose()


async def test_what_was_read_elsewhere_shows_although_no_debate_grew(ring: Ring, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(badge, "STILL", 0.0)
    ann, bob = await ring.pair()
    await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
    counts = ring.desk.follow_unread(bob)
    assert await anext(counts) == 1
    await ring.desk.read_notifications(bob)
    with anyio.fail_after(SECONDS):
        while (told := await anext(counts)) is None:
            pass
    assert told == 0
    await counts.aclose()


async def test_it_ends_when_the_house_closes(ring: Ring):
    ann, _ = await ring.pair()
    counts = ring.desk.follow_unread(ann)
    assert await anext(counts) == 0
    ring.opened.bulletin.close()
    with anyio.fail_after(SECONDS):
        assert [told async for told in counts if told is not None] == []


@pytest.mark.parametrize("caller", [OWNER, VISITOR], ids=["the owner", "a visitor"])
async def test_nobody_but_an_agent_has_one(ring: Ring, caller: Caller):
    with pytest.raises((Forbidden, Unauthenticated)):
        await anext(ring.desk.follow_unread(caller))
