import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hands import bar, card, cards, state
from tests.browser.talk import Talk
from tests.support.house import ServerProcess

LISTED_EVERY = 4000
"""After how many milliseconds a list is fetched anew, by the page's own clock."""
LONG = "\n\n".join("A paragraph that takes up some room on the page. " * 6 for _ in range(5))


def fill_the_screen(talk: Talk) -> int:
    for number in range(6):
        talk.claim("opponent" if number % 2 == 0 else "proposer", LONG)
    return 7


def test_new_lines_do_not_move_what_is_being_read_and_are_counted_in_a_pill(talk: Talk, page: Page):
    last = fill_the_screen(talk)
    page.goto(talk.page)
    expect(card(page, last)).to_be_attached()
    before = page.evaluate("[scrollY, document.getElementById('line-1').getBoundingClientRect().top]")
    for number in range(3):
        talk.claim("opponent" if number % 2 == 0 else "proposer", f"New {number}")
    pill = page.get_by_role("button", name=re.compile("new"))
    expect(pill).to_have_text("3 new ↓")
    assert page.evaluate("[scrollY, document.getElementById('line-1').getBoundingClientRect().top]") == before
    pill.click()
    expect(card(page, last + 1)).to_be_in_viewport()
    expect(card(page, last + 1)).to_be_focused()
    expect(pill).to_be_hidden()


def test_a_reader_at_the_end_follows_what_comes(talk: Talk, page: Page):
    last = fill_the_screen(talk)
    page.goto(talk.page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    talk.claim("opponent", "Right below.")
    expect(card(page, last + 1)).to_be_in_viewport()
    expect(page.locator(".dock [data-pill]")).to_be_hidden()


def test_after_the_server_was_killed_the_page_goes_on_without_a_lost_or_doubled_line(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db")) as server:
        talk = Talk(server.url).opened()
        page.goto(talk.page)
        talk.claim("opponent", "Before.")
        expect(card(page, 2)).to_be_visible()
        server.kill()
        expect(page.locator("p[data-lost]")).to_be_visible()
        expect(page.locator("p[data-lost]")).to_have_text("Connection lost, reconnecting…")
        server.start()
        talk.claim("proposer", "While you were away.")
        expect(card(page, 3)).to_contain_text("While you were away.")
        expect(page.locator("p[data-lost]")).to_be_hidden()
        talk.claim("opponent", "And on.")
        expect(card(page, 4)).to_be_visible()
        lines = cards(page).evaluate_all("cards => cards.map(card => Number(card.dataset.line))")
        assert lines == [1, 2, 3, 4]


def test_a_ruling_typed_while_the_server_was_down_is_handed_in_after_it_came_back(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db")) as server:
        talk = Talk(server.url).opened()
        talk.intervene()
        page.goto(talk.page)
        server.kill()
        bar(page).get_by_role("textbox").fill("Written in the dark.")
        bar(page).get_by_role("button", name="Rule", exact=True).click()
        expect(bar(page).get_by_role("alert")).to_contain_text("did not answer")
        server.start()
        expect(page.locator("p[data-lost]")).to_be_hidden()
        bar(page).get_by_role("button", name="Rule", exact=True).click()
        expect(card(page, 3)).to_contain_text("Written in the dark.")
        expect(state(page)).to_contain_text("Waiting for the proposer")


def test_the_bar_is_not_drawn_anew_under_somebody_who_types(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    page.goto(talk.page)
    note = bar(page).get_by_label("Note")
    note.press_sequentially("I am about to")
    talk.appeal("Which?", "A=Yes")
    expect(state(page)).to_contain_text("Waiting for your ruling")
    expect(note).to_be_focused()
    note.press_sequentially(" stop")
    expect(note).to_have_value("I am about to stop")
    bar(page).get_by_role("button", name="Show what I can do now").click()
    expect(bar(page).locator(".options")).to_be_visible()
    expect(bar(page).get_by_role("textbox")).to_have_value("I am about to stop")


def test_who_types_is_told_no_longer_when_the_debate_has_come_back_to_where_it_was(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    page.goto(talk.page)
    note = bar(page).get_by_label("Note")
    note.press_sequentially("I am about to")
    talk.appeal("Which?", "A=Yes")
    expect(bar(page)).to_contain_text("The debate has moved on.")
    talk.rule("Yes.", option="A")
    expect(state(page)).to_contain_text("Waiting for the proposer")
    expect(bar(page)).not_to_contain_text("The debate has moved on.")
    expect(note).to_have_value("I am about to")


def test_an_empty_bar_follows_the_debate_and_a_bar_of_the_same_shape_stays(talk: Talk, page: Page):
    page.goto(talk.page)
    bar(page).evaluate("bar => bar.dataset.marked = 'yes'")
    talk.claim("opponent", "No.")
    expect(state(page)).to_contain_text("Waiting for the proposer")
    expect(bar(page)).to_have_attribute("data-marked", "yes")
    talk.appeal("Which?", "A=Yes")
    expect(bar(page).locator(".options")).to_be_visible()


def test_the_sidebar_marks_a_debate_that_begins_to_wait_for_you(server: ServerProcess, talk: Talk, page: Page):
    other = Talk(server.url).opened("Another matter")
    page.clock.install()
    page.goto(talk.page)
    row = page.locator(f'#side-list [data-key="{other.id}"]')
    expect(row).not_to_have_class(re.compile("waits"))
    other.intervene()
    page.clock.fast_forward(LISTED_EVERY)
    expect(row).to_have_class(re.compile("waits"))
    expect(row).to_contain_text("Stopped. Waiting for your ruling")


def test_the_front_page_shows_debates_as_they_are_opened(server: ServerProcess, page: Page):
    page.clock.install()
    page.goto(server.url)
    opened = Talk(server.url).opened("Opened a moment ago")
    row = page.locator(f'#rows [data-key="{opened.id}"]')
    page.clock.fast_forward(LISTED_EVERY)
    expect(row).to_contain_text("Opened a moment ago")
    opened.intervene()
    page.clock.fast_forward(LISTED_EVERY)
    expect(row).to_contain_text("Stopped. Waiting for your ruling")


def test_two_tabs_show_what_one_of_them_did(talk: Talk, page: Page):
    other = page.context.new_page()
    other.goto(talk.page)
    talk.intervene("Wait.")
    page.goto(talk.page)
    bar(page).get_by_role("textbox").fill("Go on.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(card(other, 3)).to_contain_text("Go on.")
    expect(bar(other).get_by_role("button", name="Hold to stop the debate")).to_be_visible()


def test_a_closed_debate_holds_no_connection_and_loses_none(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db")) as server:
        talk = Talk(server.url).opened()
        talk.intervene()
        page.goto(talk.page)
        talk.rule("Enough.", close=True)
        expect(bar(page)).to_contain_text("This debate is closed")
        expect(card(page, 3)).to_be_visible()
        server.kill()
        assert page.evaluate("fetch('/').then(() => 'there', () => 'gone')") == "gone"
        expect(page.locator("p[data-lost]")).to_be_hidden()
