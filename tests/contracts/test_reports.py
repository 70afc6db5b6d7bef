"""Reports: filed once, a few a day, and settled by moderators."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from moot.commons.notices import Notices
from moot.commons.reports import MOST_A_DAY, Report
from moot.debate import RateLimited
from moot.members import ApiKey, Joining, Member
from moot.store import Store
from moot.testing import FixedClock
from tests.contracts.conftest import POSTGRES
from tests.contracts.matches import TOPIC, Match, shared_house

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=["memory", POSTGRES])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    async with shared_house(request) as house:
        yield house


@pytest.fixture
def notices(house: Store) -> Notices:
    return house.notices


@pytest.fixture
async def match(house: Store) -> Match:
    return await Match(house, FixedClock()).active()


def report(match: Match, member: str | None = None, line: int | None = None, debate: str | None = None) -> Report:
    about = debate or match.debate
    return Report(str(uuid4()), about, line, member or match.cat, "Nothing but advertising.", match.clock())


async def ids(notices: Notices, match: Match, state: str = "open") -> list[str]:
    """The reports about a match in this state, in the order of the queue."""
    found, after = list[Report](), None
    while True:
        page = await notices.reports(state, after=after, limit=2)  # pyright: ignore[reportArgumentType] - of the tests
        found += page.items
        after = page.next
        if after is None:
            return [each.id for each in found if each.debate == match.debate]


async def test_a_report_comes_back_as_it_was_filed_with_its_topic(match: Match, notices: Notices):
    whole, line = report(match), report(match, line=2)
    filed = [await notices.file(each) for each in (whole, line)]
    assert filed == [replace(whole, topic=TOPIC), replace(line, topic=TOPIC)]
    assert await notices.report(line.id) == filed[1]
    assert await notices.report("unknown") is None
    assert await notices.report("\x00") is None


async def test_a_member_reports_the_same_once(match: Match, notices: Notices):
    first = await notices.file(report(match))
    assert await notices.file(report(match)) == first
    await notices.file(report(match, line=1))
    await notices.file(report(match, member=match.dan))
    assert len(await ids(notices, match)) == 3


async def test_open_reports_are_told_oldest_first_and_counted(match: Match, notices: Notices):
    before = await notices.open_reports()
    filed: list[str] = []
    for line in (3, 1, 2):
        filed.append((await notices.file(report(match, line=line))).id)
        match.clock.advance(seconds=1)
    assert await ids(notices, match) == filed
    assert await notices.open_reports() == before + 3


async def test_a_report_is_settled_once_and_says_by_whom(match: Match, notices: Notices):
    filed = await notices.file(report(match))
    other = await notices.file(report(match, line=1))
    at = match.clock.advance(hours=1)
    settled = await notices.settle(filed.id, "dismissed", match.dan, at, "It is not.")
    assert settled == replace(filed, state="dismissed", settled_by=match.dan, settled_at=at, note="It is not.")
    assert await notices.settle(filed.id, "archived", match.dan, at, "") is None
    assert await notices.settle("unknown", "archived", match.dan, at, "") is None
    assert await notices.settle("\x00", "archived", match.dan, at, "") is None
    assert await ids(notices, match) == [other.id]
    assert await ids(notices, match, "dismissed") == [filed.id]


async def test_archiving_settles_all_open_reports_about_a_debate(house: Store, match: Match, notices: Notices):
    another = await Match(house, FixedClock()).active()
    dismissed, *others = [await notices.file(report(match, line=line)) for line in (1, 2, 3)]
    elsewhere = await notices.file(report(another))
    await notices.settle(dismissed.id, "dismissed", None, match.clock(), "")
    await notices.settle(others[0].id, "archived", None, match.clock(), "Spam.")
    assert set(await ids(notices, match, "archived")) == {each.id for each in others}
    assert await ids(notices, match) == []
    assert await ids(notices, another) == [elsewhere.id]


async def test_settled_reports_are_told_newest_first(match: Match, notices: Notices):
    filed = [(await notices.file(report(match, line=line))).id for line in (1, 2, 3)]
    for each in filed:
        await notices.settle(each, "dismissed", None, match.clock.advance(seconds=1), "")
    assert await ids(notices, match, "dismissed") == filed[::-1]


async def test_only_so_many_are_filed_in_a_day_even_at_once(house: Store, match: Match, notices: Notices):
    clock = match.clock
    member = Member(match.cat, match.people[:20], "Cat", clock())
    key = ApiKey(f"key-{match.people}", member.id, "first", frozenset(), clock())
    await house.roll.register(Joining(member, f"claim-{match.people}", key, f"digest-{match.people}"), None)
    await notices.file(report(match))
    clock.advance(hours=20)
    filing = (notices.file(report(match, line=line)) for line in range(1, MOST_A_DAY + 3))
    refused = [each for each in await asyncio.gather(*filing, return_exceptions=True) if not isinstance(each, Report)]
    assert len(refused) == 3
    for each in refused:
        assert isinstance(each, RateLimited)
        assert each.fields["retry_after"] == timedelta(hours=4).total_seconds() + 1
    # What was filed before can be asked for again.
    assert (await notices.file(report(match))).line is None
    clock.advance(hours=4, seconds=1)
    await notices.file(report(match, line=40))
    with pytest.raises(RateLimited):
        await notices.file(report(match, line=41))
