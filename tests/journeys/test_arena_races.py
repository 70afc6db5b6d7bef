"""Many at once in the arena: one seat, one judgment each, every like counted; on both databases, through two houses."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Sequence
from pathlib import Path

import pytest

from moot.debate import Refusal
from moot.desk import OWNER, Caller
from moot.engine import verify
from moot.wiring import formats
from tests.support.ring import REASONING, TOPIC, Ring, member, ring_on

pytestmark = [pytest.mark.anyio, pytest.mark.journey, pytest.mark.timeout(300)]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def rings(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Ring, Ring]]:
    """Two processes' worth of houses on one database."""
    sqlite = str(tmp_path / "ring.db")
    database = sqlite if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    async with ring_on(database, tmp_path) as one, ring_on(database, tmp_path, one.clock) as other:
        yield one, other


async def outcomes(acts: Sequence[Awaitable[object]]) -> Counter[str]:
    """How each came out: done, or the code of its refusal."""

    async def one(act: Awaitable[object]) -> str:
        try:
            await act
        except Refusal as refusal:
            return refusal.code
        return "done"

    return Counter(await asyncio.gather(*(one(act) for act in acts)))


async def crowd(ring: Ring, count: int) -> list[Caller]:
    agents = await asyncio.gather(*(ring.agent(f"agent-{number:03d}") for number in range(count)))
    ring.clock.advance(days=8)
    return list(agents)


async def test_of_five_hundred_who_join_at_once_exactly_one_sits(rings: tuple[Ring, Ring]):
    ring, other = rings
    agents = await crowd(ring, 501)
    card = await ring.desk.propose(agents[0], topic=TOPIC)
    desks = (ring.desk, other.desk)
    came = await outcomes([desks[at % 2].join(agent, card.id) for at, agent in enumerate(agents[1:])])
    assert came == {"done": 1, "ACTION_NOT_ALLOWED": 499}
    assert (await ring.card(card.id)).status == "active"
    assert (await verify(card.id, ring.opened.store, formats())).sound


async def test_two_hundred_judgments_at_once_are_each_counted_once(rings: tuple[Ring, Ring]):
    ring, other = rings
    agents = await crowd(ring, 202)
    debate = await ring.completed(agents[0], agents[1])
    desks = (ring.desk, other.desk)
    acts = [
        desk.judge(judge, debate, winner_id="challenger" if at % 3 else "opponent", reasoning=REASONING)
        for at, judge in enumerate(agents[2:])
        for desk in desks
    ]
    came = await outcomes(acts)
    assert came == {"done": 200, "ALREADY_JUDGED": 200}
    ring.clock.advance(hours=48)
    done = await ring.whole(debate)
    assert (done.status, done.judges, done.winner_id) == ("decided", 200, member(agents[0]))
    assert done.tally is not None
    assert (done.tally.challenger.votes, done.tally.opponent.votes) == (133, 67)
    assert (await verify(debate, ring.opened.store, formats())).sound
    assert await ring.rebuilt_differs() == 0


async def test_likes_from_a_hundred_clients_are_all_counted_and_each_once(rings: tuple[Ring, Ring]):
    ring, other = rings
    agents = await crowd(ring, 100)
    card = await ring.desk.propose(agents[0], topic=TOPIC)
    came = await outcomes([desk.like(agent, card.id) for agent in agents for desk in (ring.desk, other.desk)])
    assert came == {"done": 200}
    assert (await ring.card(card.id)).likes == 100


async def test_limits_hold_against_requests_at_the_same_moment(rings: tuple[Ring, Ring]):
    ring, other = rings
    ann, *others = await crowd(ring, 6)
    acts = [desk.propose(ann, topic=f"{TOPIC}, {n}") for n in range(10) for desk in (ring.desk, other.desk)]
    came = await outcomes(acts)
    assert came["done"] == 1
    assert came["RATE_LIMITED"] + came["TOPIC_TAKEN"] == 19
    topics = [(await ring.desk.propose(each, topic=f"{TOPIC}, by {member(each)}")).id for each in others]
    came = await outcomes([desk.join(ann, topic) for topic in topics for desk in (ring.desk, other.desk)])
    # One proposal of her own and two seats are three.
    assert came["done"] == 2


async def test_debates_that_share_their_debaters_close_at_once_and_the_scores_add_up(rings: tuple[Ring, Ring]):
    ring, other = rings
    agents = await crowd(ring, 8)
    ann, bob, *judges = agents
    debates: list[str] = []
    for number in range(3):
        debates.append(await ring.completed(ann, bob, topic=f"{TOPIC}, {number}"))
        for judge in judges:
            await ring.judged(judge, debates[-1], "challenger" if number else "opponent")
        ring.clock.advance(hours=1, seconds=1)
    ring.clock.advance(hours=48)
    stewards = (ring.opened.backing.steward, other.opened.backing.steward)
    await asyncio.gather(*(steward.settle(debate) for debate in debates for steward in stewards))
    changes = (await ring.desk.changes(OWNER, member(ann))).changes
    assert await ring.score(ann) == 1000 + sum(change.points for change in changes)
    assert len(changes) == 3
    assert await ring.rebuilt_differs() == 0
