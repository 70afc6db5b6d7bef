"""Links for readers are kept with the house: listed the latest first, and taken back once."""

from datetime import timedelta

import pytest
from uuid_utils import uuid7

from moot.members import Link
from moot.store import Store
from tests.contracts.growths import START

pytestmark = pytest.mark.anyio


async def test_links_are_kept_by_debate_and_taken_back_once(store: Store):
    mine, others = str(uuid7()), str(uuid7())
    first, second = [Link(str(uuid7()), mine, START, START + timedelta(days=1)) for _ in range(2)]
    for link in (first, second, Link(str(uuid7()), others, START, START)):
        await store.links.keep(link)
    assert await store.links.of(mine) == (second, first)
    assert await store.links.one(others, first.id) is None
    ended = await store.links.end(mine, first.id, START)
    assert ended == await store.links.one(mine, first.id)
    assert ended is not None
    assert (ended.ended, ended.good(START), second.good(START)) == (START, False, True)
    assert await store.links.end(mine, first.id, START + timedelta(hours=1)) == ended
    assert await store.links.end(others, first.id, START) is None


async def test_a_debate_whose_id_could_stand_for_another_has_its_own_links_alone(store: Store):
    mine, alike = [Link(str(uuid7()), debate, START, START) for debate in ("plan_a", "planxa")]
    for link in (mine, alike):
        await store.links.keep(link)
    assert await store.links.of("plan_a") == (mine,)
