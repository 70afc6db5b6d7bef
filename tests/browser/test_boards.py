"""Panels and evaluations in a browser: live, by hand, without scripts, on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hands import HELD, bar, hold, state, stop_the_clock
from tests.browser.stage import Stage
from tests.support.house import ServerProcess
from tests.web import plays

SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def voice(page: Page, judge: str, round_: int = 1) -> Locator:
    return page.locator(f'[data-leaf="voice-{round_}-{judge}"]')


def wears(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{name}\b")


def test_cards_lie_face_down_and_turn_over_in_place_when_all_are_in(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.panel().then(plays.recommends("risk", "A")))
    page.goto(stage.page)
    expect(voice(page, "risk")).to_have_class(wears("face-down"))
    expect(voice(page, "value")).to_have_class(wears("face-due"))
    voice(page, "risk").evaluate("card => card.dataset.marked = 'yes'")
    stage.go_on(plays.recommends("value", "B"))
    expect(voice(page, "value")).to_have_class(wears("face-down"))
    expect(voice(page, "risk")).to_have_attribute("data-marked", "yes")
    stage.go_on(plays.recommends("effort", "C"))
    for judge, option in zip(plays.JUDGES, "ABC", strict=True):
        expect(voice(page, judge)).to_have_class(wears("face-up"))
        expect(voice(page, judge)).to_contain_text(plays.WHY[option])
    expect(voice(page, "risk")).to_have_class(wears("turned"))
    expect(voice(page, "risk", 2)).to_be_visible()
    expect(state(page)).to_contain_text("Round 2")


def test_what_was_unfolded_stays_so_while_the_rest_of_its_round_changes(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.split())
    page.goto(stage.page)
    reasons = voice(page, "risk").locator("details.more-of")
    reasons.locator("summary").click()
    expect(reasons).to_have_attribute("open", "")
    stage.go_on(plays.responds("risk", "A", "value"))
    expect(voice(page, "risk", 2)).to_have_class(wears("face-up"))
    expect(reasons).to_have_attribute("open", "")


def test_a_contested_panel_is_decided_by_holding_the_button(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.contested())
    stop_the_clock(page)
    page.goto(stage.page)
    expect(state(page)).to_contain_text("Waiting for your choice")
    bar(page).get_by_role("radio", name="Through a provider").check()
    bar(page).get_by_label("Your reason").fill("It can be undone.")
    button = bar(page).get_by_role("button", name="Hold to choose")
    button.click()
    page.clock.run_for(HELD)
    assert stage.context()["debate"]["state"] == "CONTESTED"
    page.clock.resume()
    hold(button)
    expect(page.locator("#part-result")).to_contain_text("The asker chose")
    expect(page.locator("#part-result")).to_contain_text("It can be undone.")
    expect(bar(page)).to_contain_text("This debate is closed")
    assert stage.lines()[-1]["option"] == "B"


def test_without_scripts_a_choice_takes_a_tick(server: ServerProcess, browser: Browser):
    stage = Stage(server.url).put_on(plays.contested())
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(stage.page)
        bar(page).get_by_role("radio", name="Through a provider").check()
        bar(page).get_by_label("for good").check()
        bar(page).get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator("#part-result")).to_contain_text("The asker chose")


def test_a_judge_in_the_browser_adds_a_row_and_hands_in(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.split())
    page.goto(f"{stage.page}?seat=risk")
    sheet = bar(page)
    sheet.get_by_label("Kept (option A)").check()
    sheet.get_by_label("Summary").fill("Nothing new.")
    sheet.get_by_label("For stance").fill("It holds.")
    sheet.get_by_label("Reasoning").fill("As before.")
    sheet.get_by_label("value", exact=True).check()
    sheet.get_by_label("Point").fill("Two weeks.")
    sheet.get_by_label("Counter").fill("Five.")
    sheet.get_by_role("button", name="Add another").click()
    expect(sheet.get_by_label("Point")).to_have_count(2)
    expect(sheet.get_by_label("Point").first).to_have_value("Two weeks.")
    sheet.get_by_role("button", name="Hand in").click()
    expect(bar(page)).to_contain_text("nothing to do now")
    expect(voice(page, "risk", 2)).to_contain_text("Nothing new.")


def test_an_evaluation_grows_part_by_part(server: ServerProcess, page: Page):
    judged = plays.judged()
    stage = Stage(server.url).put_on(judged._replace(acts=judged.acts[:-1]))
    page.goto(stage.page)
    expect(page.locator("#part-round-1")).to_contain_text("weighs both sides")
    chip = page.locator("#part-round-1 .cite").first
    chip.focus()
    stage.go_on(judged.acts[-1])
    expect(page.locator("#part-round-1")).to_contain_text("Asked twice")
    expect(chip).to_be_focused()
    expect(page.locator("#part-round-2")).to_contain_text("has the floor")
    expect(page.locator("#part-scores svg")).to_be_visible()
    order = page.locator(".part").evaluate_all("parts => parts.map(part => part.id)")
    assert order == [
        "part-idea",
        "part-assessment",
        "part-challenges",
        "part-round-1",
        "part-round-2",
        "part-scores",
        "part-evidence",
    ]


def test_evidence_shows_its_text_to_the_keyboard_too(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.argued())
    page.goto(stage.page)
    chip = page.locator("#part-round-1 .cite").first
    expect(chip.locator(".tip")).to_be_hidden()
    page.keyboard.press("Tab")
    chip.focus()
    expect(chip.locator(".tip")).to_be_visible()
    chip.press("Enter")
    expect(page.locator("#evidence-E1")).to_be_in_viewport()


def test_words_grow_where_the_seat_has_its_place_and_go_when_its_line_comes(server: ServerProcess, page: Page):
    stage = Stage(server.url).put_on(plays.panel())
    page.goto(stage.page)
    expect(voice(page, "risk")).to_be_visible()
    page.evaluate(
        """async () => {
          const { showDraft } = await import("/static/js/speaking.js");
          const words = (text) => JSON.stringify({ role: "risk", name: "Risk", tone: "arbiter", text, length: 40 });
          showDraft(words("It would"));
          showDraft(words("It would cost <b>two</b> weeks"));
          showDraft(JSON.stringify({ role: "value", name: "Value", tone: "arbiter", text: null, length: 17 }));
        }"""
    )
    expect(voice(page, "risk").locator(".speaks-words")).to_have_text("It would cost <b>two</b> weeks")
    expect(voice(page, "value")).to_contain_text("is writing under seal, 17 characters so far")
    expect(page.locator("#spoken")).to_have_text("Value is speaking.")
    stage.go_on(plays.recommends("risk", "A"))
    expect(voice(page, "risk")).to_have_class(wears("face-down"))
    expect(page.locator(".speaks")).to_have_count(1)
    expect(voice(page, "value")).to_contain_text("is writing under seal")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["contested", "evaluated"])
def test_nothing_is_wider_than_the_screen(server: ServerProcess, page: Page, size: str, name: str):
    play: plays.Play = getattr(plays, name)()
    stage = Stage(server.url).put_on(play)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for path in (stage.page, f"{stage.page}?view=record"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_reduced_motion_turns_cards_without_turning(server: ServerProcess, page: Page):
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(server.url).put_on(plays.panel().then(*(plays.recommends(judge, "A") for judge in ("risk", "value"))))
    page.goto(stage.page)
    expect(voice(page, "risk")).to_have_class(wears("face-down"))
    stage.go_on(plays.recommends("effort", "C"))
    expect(voice(page, "risk")).to_have_class(wears("turned"))
    assert voice(page, "risk").evaluate("card => getComputedStyle(card).animationName") == "none"
