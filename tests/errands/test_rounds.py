import asyncio
import logging

import pytest

from moot.debate import Outage
from moot.engine import LocalBulletin, Steward
from moot.errands import Errand, Remembrancer, Rounds
from moot.formats.arena import format
from moot.store import Store
from moot.testing import FixedClock
from tests.contracts.matches import Match

pytestmark = pytest.mark.anyio

SECONDS = 20


class Task:
    """An errand that notes when it was run, and says how much it did."""

    def __init__(self, *done: int | Exception) -> None:
        self.done = list(done)
        self.runs = 0
        self.ran: asyncio.Queue[int] = asyncio.Queue()

    async def run(self) -> int:
        self.runs += 1
        self.ran.put_nowait(self.runs)
        said = self.done.pop(0) if self.done else 0
        if isinstance(said, Exception):
            raise said
        return said

    async def until(self, runs: int) -> None:
        async with asyncio.timeout(SECONDS):
            while await self.ran.get() < runs:
                pass


async def ended(running: asyncio.Task[None]) -> None:
    running.cancel()
    await asyncio.wait([running])


async def test_an_errand_that_did_something_is_run_again_at_once():
    task = Task(3, 1, 0)
    running = asyncio.create_task(Rounds(LocalBulletin(), Errand("e", task.run, every=3600), breath=0).run())
    await task.until(3)
    await ended(running)
    assert task.runs == 3


async def test_an_errand_waits_for_growth_or_for_its_time():
    bulletin, eager, calm, regular = LocalBulletin(), Task(), Task(), Task()
    rounds = Rounds(
        bulletin,
        Errand("eager", eager.run, every=3600, on_growth=True),
        Errand("calm", calm.run, every=3600),
        Errand("regular", regular.run, every=0),
        breath=0,
    )
    running = asyncio.create_task(rounds.run())
    for task in (eager, calm):
        await task.until(1)
    bulletin.announce("debate", 1)
    await eager.until(2)
    await regular.until(5)
    assert calm.runs == 1
    await ended(running)
    bulletin.announce("debate", 2)


async def test_an_errand_that_fails_is_run_again_in_its_time(caplog: pytest.LogCaptureFixture):
    task = Task(Outage("The database is away."), RuntimeError("Nobody thought of this."))
    with caplog.at_level(logging.WARNING):
        running = asyncio.create_task(Rounds(LocalBulletin(), Errand("e", task.run, every=0), breath=0).run())
        await task.until(3)
    await ended(running)
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]


async def test_rounds_end_when_the_house_closes():
    bulletin, task = LocalBulletin(), Task()
    running = asyncio.create_task(Rounds(bulletin, Errand("e", task.run, every=0), breath=0).run())
    await task.until(1)
    bulletin.close()
    async with asyncio.timeout(SECONDS):
        await running


@pytest.fixture
def match(store: Store) -> Match:
    return Match(store, FixedClock())


def remembrancer(match: Match) -> Remembrancer:
    steward = Steward({"arena": format}, match.store, LocalBulletin(), match.clock)
    return Remembrancer(match.store.notices, steward, match.clock)


async def reminded(match: Match) -> set[str]:
    """Who was reminded."""
    notices, members = match.store.notices, (match.ada, match.bob, match.cat, match.dan)
    found = {member: (await notices.notifications(member)).items for member in members}
    return {member for member, items in found.items() if any(item.kind == "judging_reminder" for item in items)}


async def test_the_remembrancer_reminds_the_invited_who_have_not_judged_once(match: Match):
    await match.judging(judges=(match.bob, match.cat, match.dan), min_judges=1)
    await match.judge(match.cat, "opponent")
    assert await remembrancer(match).round() == 0
    match.clock.advance(hours=42)
    assert await remembrancer(match).round() == 1
    assert await reminded(match) == {match.bob, match.dan}
    assert await remembrancer(match).round() == 0


async def test_the_remembrancer_reminds_those_who_like_the_topic(match: Match):
    await match.judging()
    for fan in (match.cat, match.dan):
        await match.store.arena.like(match.debate, 1, fan, match.clock())
    await match.judge(match.cat, "opponent")
    match.clock.advance(hours=47)
    assert await remembrancer(match).round() == 1
    assert await reminded(match) == {match.dan}


async def test_a_debate_that_cannot_be_looked_at_does_not_keep_others_waiting(
    match: Match, caplog: pytest.LogCaptureFixture
):
    class Away(Steward):
        async def look(self, debate: str):
            if debate == match.debate:
                raise Outage("The database is away.")
            if debate == broken.debate:
                raise RuntimeError("Nobody thought of this.")
            return await super().look(debate)

    broken, other = Match(match.store, match.clock), Match(match.store, match.clock)
    for each in (match, broken, other):
        await each.judging(judges=(each.cat,))
    match.clock.advance(hours=42)
    steward = Away({"arena": format}, match.store, LocalBulletin(), match.clock)
    with caplog.at_level(logging.WARNING):
        assert await Remembrancer(match.store.notices, steward, match.clock).round() == 1
    assert await reminded(other) == {other.cat}
    assert await reminded(match) == set()
    assert sorted(record.levelname for record in caplog.records) == ["ERROR", "WARNING"]
