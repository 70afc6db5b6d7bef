"""A workshop in a browser: live, by hand, by keyboard, without scripts, on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import HELD, bar, hold, state, stop_the_clock
from tests.support.house import ServerProcess
from tests.web.workshop import plays
from tests.web.workshop.playing import Bench


@pytest.fixture(scope="module")
def whole(server: ServerProcess) -> str:
    """The page of a workshop that was decided."""
    return Bench(server.url).put_on(plays.whole()).page


def test_the_page_grows_part_by_part_and_keeps_what_was_unfolded(server: ServerProcess, page: Page):
    whole, before = plays.walked(), plays.walked(plays.at("self_evolvement", "reflect"))
    stage = Bench(server.url).put_on(before)
    page.goto(stage.page)
    expect(page.locator(".step-now")).to_contain_text("Attempts and tests")
    expect(page.locator(".node.speaks-now")).to_have_count(1)
    expect(page.locator('[data-slot="generator"]')).to_contain_text("has the floor")
    first = page.locator("#version-1 details")
    first.locator("summary").click()
    expect(first).to_contain_text("numbers.sort()")
    stage.go_on(whole, len(before.taken))
    expect(page.locator("#part-result")).to_contain_text("from statistics import median")
    expect(page.locator(".step-held")).to_have_count(9)
    expect(page.locator("#part-vote .pair-won")).to_have_text(re.compile("4"))
    expect(first).to_have_attribute("open", "")
    expect(first).to_contain_text("numbers.sort()")
    order = page.locator(".part").evaluate_all("parts => parts.map(part => part.id.slice(5))")
    assert order.index("versions") < order.index("tests") < order.index("vote") < order.index("result")


def test_a_gate_is_opened_by_a_click_and_kept_shut_by_holding(server: ServerProcess, page: Page):
    stage = Bench(server.url).put_on(plays.gated())
    stop_the_clock(page)
    page.goto(stage.page)
    expect(state(page)).to_contain_text("You decide")
    bar(page).get_by_label("Your reason").fill("The tests are too thin.")
    bar(page).get_by_label("If you reject it").select_option("self_evolvement")
    button = bar(page).get_by_role("button", name="Hold to reject")
    button.click()
    page.clock.run_for(HELD)
    assert stage.state() == "gate_after_proposal"
    page.clock.resume()
    hold(button)
    expect(page.locator("#part-gates")).to_contain_text("Sent back to attempts and tests")
    assert stage.state() == "self_evolvement"

    stage = Bench(server.url).put_on(plays.gated())
    page.goto(stage.page)
    bar(page).get_by_role("button", name="Approve").click()
    expect(page.locator(".step-now")).to_contain_text("Critique")


def test_two_versions_are_picked_and_compared_in_place(whole: str, page: Page):
    page.goto(whole)
    page.locator('.compare [name="from"]').select_option("1")
    page.locator('.compare [name="to"]').select_option("5")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#compared")).to_contain_text("From version 1 to version 5")
    expect(page.locator("#compared .u-removed").first).to_contain_text("numbers.sort()")


def test_what_a_failed_test_told_is_read_by_keyboard(whole: str, page: Page):
    page.goto(whole)
    cell = page.locator(".cell.came-failed a").first
    expect(cell.locator(".tip")).to_be_hidden()
    page.keyboard.press("Tab")
    cell.focus()
    expect(cell.locator(".tip")).to_be_visible()
    expect(cell.locator(".tip")).to_contain_text("3 instead of 2.5")
    expect(cell).to_have_accessible_description("3 instead of 2.5")


def test_without_scripts_a_gate_is_kept_shut_with_a_tick(server: ServerProcess, browser: Browser):
    stage = Bench(server.url).put_on(plays.gated())
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(stage.page)
        bar(page).get_by_label("Your reason").fill("Not this way.")
        bar(page).get_by_label("really").check()
        bar(page).get_by_role("button", name="Reject", exact=True).click()
        expect(page.locator("#part-result")).to_contain_text("Not this way.")
        page.locator("#version-1 summary").click()
        page.locator("#version-1").get_by_role("link", name="Changes from").click()
        expect(page.locator(".unified")).to_contain_text("numbers.sort()")
    assert stage.state() == "rejected"


def test_nothing_is_wider_than_the_screen(whole: str, page: Page):
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for path in (whole, f"{whole}/changes?from=1&to=3", f"{whole}?view=record"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
