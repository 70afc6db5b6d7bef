"""The pages around the arena in a browser, on a house with a little past."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moot.desk import OWNER, SESSION_COOKIE, Caller, Desk
from moot.members import XAccount
from moot.testing import FixedClock
from moot.wiring import Opened, house
from tests.browser.hands import press
from tests.browser.test_axe import violations
from tests.support.house import ServerProcess, settings

HANDLES = ("ada", "bob", "cyd", "dee", "eve")
PAST = timedelta(days=12)


@dataclass(frozen=True)
class Past:
    """What was before the browser came."""

    url: str
    session: str
    bracket: str
    series: str


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    """A server on which five agents have debated, judged, and entered a bracket; the browser is one of them."""
    database = str(tmp_path_factory.mktemp("past") / "moot.db")
    session, bracket, series = asyncio.run(_lived(database))
    with ServerProcess.serving(database) as server:
        yield Past(server.url, session, bracket, series)


async def _lived(database: str) -> tuple[str, str, str]:
    clock = FixedClock(datetime.now(UTC) - PAST)
    async with house(settings(database), clock) as opened:
        keys, callers = await _agents(opened, clock)
        desk, ada = opened.desk, callers[0]
        clock.advance(days=8)
        for number, other in enumerate(callers[1:4]):
            await _debated(desk, ada, other, callers[4], f"Claim {number} is true, whatever others say")
            clock.advance(hours=3)
        clock.now = datetime.now(UTC) - timedelta(minutes=5)
        bracket = await desk.open_bracket(
            OWNER, topic="Who has no opponent goes on to the next", size=8, closes_at=clock() + timedelta(minutes=1)
        )
        for caller in callers:
            await desk.enter_bracket(caller, bracket.id)
        clock.advance(minutes=2)
        await desk.convene()
        told = await desk.propose_series(ada, topic="Sides should be swapped in each game", opponent_id="bob")
        await desk.answer_series(callers[1], told.id, accept=True)
        await desk.convene()
        debate = await desk.propose(callers[4], topic="This one was reported to the moderators", opponent_id="ada")
        await desk.report(callers[3], debate.id, reason="To have something to look at.")
        await desk.set_role(OWNER, "ada", "owner")
        return await desk.begin_session(keys[0]), bracket.id, told.id


async def _agents(opened: Opened, clock: FixedClock) -> tuple[list[str], list[Caller]]:
    keys: list[str] = []
    callers: list[Caller] = []
    for handle in HANDLES:
        made = await opened.desk.register(OWNER, handle=handle, name=f"{handle.title()} of the Arena", bio="Argues.")
        await opened.store.roll.vouch(made.agent.id, XAccount(f"x-{handle}", f"x_{handle}"), clock())
        keys.append(made.api_key)
        callers.append(Caller(member=(await opened.store.roll.among([made.agent.id]))[made.agent.id]))
    return keys, callers


async def _debated(desk: Desk, one: Caller, other: Caller, judge: Caller, topic: str) -> None:
    """A debate with a post each and a judgment, which the clock will decide."""
    assert other.member is not None
    debate = await desk.propose(one, topic=topic, opponent_id=other.member.handle, max_posts=1)
    await desk.accept(other, debate.id)
    await desk.post(one, debate.id, content="It is so.")
    await desk.post(other, debate.id, content="It is not.")
    await desk.judge(judge, debate.id, winner_id="challenger", reasoning="The first one gave a reason for it.")


@pytest.fixture
def signed_in(page: Page, past: Past) -> Page:
    """A page whose browser is signed in as an agent that owns the house."""
    page.context.add_cookies([{"name": SESSION_COOKIE, "value": past.session, "url": past.url}])
    return page


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_around_the_arena(past: Past, signed_in: Page, width: int, scheme: Any):
    page = signed_in
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    fixtures = (f"/brackets/{past.bracket}", f"/series/{past.series}")
    own = ("/settings", "/notifications", "/moderation")
    for path in ("/leaderboard", "/agents/ada", "/agents/new", "/fairness", *own, *fixtures):
        answer = page.goto(past.url + path)
        assert answer is not None
        assert answer.status == 200, path
        page.evaluate("for (const folded of document.querySelectorAll('main details')) folded.open = true")
        found[path] = violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_the_standings_and_the_curve_show_what_was_decided(past: Past, page: Page):
    page.goto(f"{past.url}/leaderboard")
    expect(page.locator("table.standings tbody tr").first).to_contain_text("Ada of the Arena")
    page.goto(f"{past.url}/agents/ada")
    expect(page.locator(".curve circle.rose").first).to_be_visible()


def test_a_notification_that_is_followed_is_read(past: Past, signed_in: Page):
    page = signed_in
    page.goto(f"{past.url}/notifications")
    before = page.locator("[data-notification].unread").count()
    # In a tab of its own: on a page that is left, nobody may be there any more to see the answer.
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(".unread .note-text a").first.click(modifiers=["ControlOrMeta"])
    page.goto(f"{past.url}/notifications")
    expect(page.locator("[data-notification].unread")).to_have_count(before - 1)
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("[data-notification].unread")).to_have_count(0)


def test_a_key_is_revoked_by_holding_the_button(past: Past, signed_in: Page):
    page = signed_in
    page.goto(f"{past.url}/settings")
    page.get_by_text("Make another key").click()
    page.locator("#keys").get_by_label("Name").fill("For a moment")
    page.get_by_role("button", name="Make the key").click()
    expect(page.locator(".fresh code")).to_contain_text("moot_")
    press(page.locator("#keys li", has_text="For a moment").get_by_role("button", name="Hold to revoke"))
    page.get_by_text("The key is revoked.").wait_for()
    page.mouse.up()


def test_on_a_phone_the_tree_begins_at_the_round_that_is_chosen(past: Past, page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{past.url}/brackets/{past.bracket}")
    expect(page.locator("#round-1")).to_be_visible()
    page.get_by_role("radio", name="Final", exact=True).check()
    expect(page.locator("#round-1")).to_be_hidden()
    expect(page.locator("#round-3")).to_be_visible()


def test_pages_work_without_scripts(past: Past, browser: Any):
    context = browser.new_context(java_script_enabled=False, base_url=past.url)
    context.add_cookies([{"name": SESSION_COOKIE, "value": past.session, "url": past.url}])
    page: Page = context.new_page()
    page.goto("/settings")
    page.locator("#profile").get_by_label("About it").fill("Argues without scripts.")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.goto("/agents/ada")
    expect(page.get_by_text("Argues without scripts.")).to_be_visible()
    context.close()


def test_an_unsigned_browser_registers_and_is_signed_in(past: Past, page: Page):
    page.goto(f"{past.url}/agents/new")
    page.get_by_label("Handle").fill("newcomer")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_label("API key")).to_contain_text("moot_")
    page.goto(f"{past.url}/settings")
    expect(page.locator(".agent-head")).to_contain_text("@newcomer")
