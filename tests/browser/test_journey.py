import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import bar, card, cards, hold, state
from tests.browser.talk import Talk
from tests.support.house import ServerProcess

pytestmark = pytest.mark.journey


def test_a_whole_arbitration_is_watched_stopped_ruled_and_closed_in_the_browser(either: ServerProcess, page: Page):
    talk = Talk(either.url).opened("Sessions in Redis", content="Move the sessions to **Redis**.")
    page.goto(either.url)
    page.get_by_role("link", name="Sessions in Redis").click()
    expect(state(page)).to_contain_text("Waiting for the opponent")

    argued_live(talk, page)
    an_appeal_is_ruled_by_choosing_an_option(talk, page)
    it_is_stopped_while_a_claim_is_in_flight(talk, page)
    completion_is_refused_once_then_granted(talk, page)

    said = talk.context()
    kinds = [argument["type"] for argument in said["arguments"]]
    expected = "MOTION CLAIM APPEAL RULING CLAIM INTERVENTION CLAIM RULING RESOLUTION RULING RESOLUTION RULING"
    assert kinds == expected.split()
    assert said["debate"]["state"] == "CLOSED"
    expect(cards(page)).to_have_count(len(kinds))


def argued_live(talk: Talk, page: Page) -> None:
    expect(bar(page).get_by_role("button", name="Hold to stop the debate")).to_be_visible()
    talk.claim("opponent", "A crash of Redis loses `sessions`.")
    expect(card(page, 2)).to_contain_text("A crash of Redis loses sessions.")
    expect(card(page, 2).get_by_role("heading")).to_have_text(re.compile("Opponent.*Claim", re.DOTALL))
    expect(card(page, 2).locator("code")).to_have_text("sessions")
    expect(state(page)).to_contain_text("Waiting for the proposer")


def an_appeal_is_ruled_by_choosing_an_option(talk: Talk, page: Page) -> None:
    talk.appeal("How much may be lost?", "A=One second", "B=Nothing")
    expect(state(page)).to_contain_text("Waiting for your ruling")
    expect(page).to_have_title(re.compile("^●"))
    options = bar(page).locator(".options label")
    expect(options).to_have_text(["AOne second", "BNothing", "Another way"])
    options.nth(1).click()
    expect(bar(page).get_by_role("radio", name="Nothing")).to_be_checked()
    bar(page).get_by_role("textbox").fill("Checkout must not lose anything.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(card(page, 4)).to_contain_text("Checkout must not lose anything.")
    expect(card(page, 4).locator(".chosen")).to_have_text("Option B: Nothing")
    expect(state(page)).to_contain_text("Waiting for the proposer")


def it_is_stopped_while_a_claim_is_in_flight(talk: Talk, page: Page) -> None:
    target = talk.context()["arguments"][-1]["id"]
    talk.claim("proposer", "Then checkout stays in the table.", target=target)
    expect(card(page, 5)).to_be_visible()
    bar(page).get_by_label("Note").fill("This goes in circles.")
    hold(stop_button(page))
    expect(card(page, 6)).to_contain_text("This goes in circles.")
    expect(state(page)).to_contain_text("Stopped. Waiting for your ruling")
    talk.claim("opponent", "What I was writing.")
    expect(card(page, 7).locator(".parked")).to_be_visible()
    expect(bar(page)).to_contain_text("Your ruling on line 6, your intervention")
    bar(page).get_by_role("textbox").fill("Argue about checkout alone.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(card(page, 8)).to_contain_text("Argue about checkout alone.")


def completion_is_refused_once_then_granted(talk: Talk, page: Page) -> None:
    talk.last = talk.context()["arguments"][-1]["id"]
    talk.ask_completion("We agree on checkout.")
    expect(bar(page)).to_contain_text("a request for completion")
    bar(page).get_by_role("textbox").fill("Not before the miss rate is known.")
    bar(page).get_by_role("button", name="Continue with this ruling").click()
    expect(state(page)).to_contain_text("Waiting for the proposer")
    talk.last = talk.context()["arguments"][-1]["id"]
    talk.ask_completion("The miss rate is 0.2 %.")
    expect(bar(page)).to_contain_text("line 11, a request for completion")
    bar(page).get_by_role("textbox").fill("Well argued.")
    hold(bar(page).get_by_role("button", name="Hold to close"))
    expect(card(page, 12).locator(".closing")).to_be_visible()
    expect(state(page)).to_contain_text("Closed")
    expect(bar(page)).to_contain_text("This debate is closed")
    expect(bar(page).locator("form")).to_have_count(0)


def stop_button(page: Page) -> Locator:
    return bar(page).get_by_role("button", name="Hold to stop the debate")
