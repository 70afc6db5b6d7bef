import re

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.hands import HELD, bar, card, cards, hold, press, state, stop_the_clock
from tests.browser.talk import Talk


def stop(page: Page):
    return bar(page).get_by_role("button", name="Hold to stop the debate")


def test_a_short_press_of_the_stop_button_shows_progress_but_stops_nothing(talk: Talk, page: Page):
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    stop_the_clock(page)
    page.goto(talk.page)
    press(stop(page))
    page.clock.run_for(HELD - 1)
    expect(stop(page)).to_have_class(re.compile("holding"))
    page.mouse.up()
    expect(stop(page)).not_to_have_class(re.compile("holding"))
    page.clock.run_for(HELD)
    talk.claim("opponent", "It goes on.")
    expect(card(page, 2)).to_be_visible()
    assert asked == []


def test_the_progress_of_a_hold_takes_a_second_to_fill(talk: Talk, page: Page):
    stop_the_clock(page)
    page.goto(talk.page)
    press(stop(page))
    duration = stop(page).evaluate("button => getComputedStyle(button, '::before').transitionDuration")
    page.mouse.up()
    assert duration == "1s"


def test_a_hold_that_leaves_the_button_is_given_up(talk: Talk, page: Page):
    stop_the_clock(page)
    page.goto(talk.page)
    press(stop(page))
    expect(stop(page)).to_have_class(re.compile("holding"))
    page.mouse.move(5, 5)
    expect(stop(page)).not_to_have_class(re.compile("holding"))
    page.clock.run_for(HELD)
    page.mouse.up()
    talk.claim("opponent", "It goes on.")
    expect(state(page)).to_contain_text("Waiting for the proposer")


def test_holding_space_on_the_focused_button_stops_the_debate(talk: Talk, page: Page):
    page.goto(talk.page)
    stop(page).focus()
    page.keyboard.down("Space")
    expect(state(page)).to_contain_text("Stopped. Waiting for your ruling")
    page.keyboard.up("Space")
    expect(card(page, 2)).to_contain_text("Intervention")


def test_a_finger_that_stays_on_the_button_stops_the_debate(talk: Talk, page: Page):
    page.goto(talk.page)
    stop(page).dispatch_event("pointerdown", {"isPrimary": True, "button": 0, "pointerType": "touch"})
    expect(state(page)).to_contain_text("Stopped. Waiting for your ruling")


def test_a_click_without_a_press_as_screen_readers_make_it_must_be_given_twice(talk: Talk, page: Page):
    stop_the_clock(page)
    page.goto(talk.page)
    stop(page).dispatch_event("click")
    again = bar(page).get_by_role("button", name="press once more")
    expect(again).to_be_visible()
    expect(state(page)).to_contain_text("Waiting for the opponent")
    again.dispatch_event("click")
    expect(state(page)).to_contain_text("Stopped. Waiting for your ruling")


def test_an_option_alone_is_a_ruling_in_its_own_words(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    talk.appeal("Which?", "A=Keep the table", "B=Drop the table")
    page.goto(talk.page)
    bar(page).get_by_role("radio", name="Drop the table").check()
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(card(page, 4).locator(".prose")).to_have_text("Drop the table")


def test_another_way_without_words_is_refused_and_the_choice_is_kept(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    talk.appeal("Which?", "A=Keep the table")
    page.goto(talk.page)
    bar(page).get_by_role("radio", name="Another way").check()
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(bar(page).get_by_role("alert")).to_contain_text("must not be empty")
    expect(bar(page).get_by_role("radio", name="Another way")).to_be_checked()


def test_what_was_refused_is_still_in_the_box_with_the_reason(talk: Talk, page: Page):
    talk.intervene()
    page.goto(talk.page)
    box = bar(page).get_by_role("textbox")
    box.fill("ż" * 6000)
    expect(bar(page).locator("[data-bytes]")).to_have_text("11.7 of 10 KiB")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(bar(page).get_by_role("alert")).to_contain_text("12000 bytes")
    expect(box).to_have_value("ż" * 6000)
    expect(box).to_be_focused()


def test_when_the_server_does_not_answer_the_text_is_kept_and_can_be_sent_again(talk: Talk, page: Page):
    talk.intervene()
    page.goto(talk.page)
    page.route("**/act", lambda route: route.abort())
    bar(page).get_by_role("textbox").fill("A ruling in a tunnel.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(bar(page).get_by_role("alert")).to_contain_text("did not answer")
    page.unroute("**/act")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(card(page, 3)).to_contain_text("A ruling in a tunnel.")


def test_a_ruling_whose_answer_was_lost_acts_once_when_sent_again(talk: Talk, page: Page):
    talk.intervene()
    # Nothing else may tell the page that its ruling arrived.
    for told in ("**/stream**", "**/bar?**"):
        page.route(told, lambda route: route.abort())
    page.goto(talk.page)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/act", lose_the_answer, times=1)
    bar(page).get_by_role("textbox").fill("Once.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(bar(page).get_by_role("alert")).to_contain_text("did not answer")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(state(page)).to_contain_text("Waiting for the proposer")
    assert [argument["type"] for argument in talk.context()["arguments"]].count("RULING") == 1


def test_an_answer_that_comes_late_does_not_hide_what_came_since(talk: Talk, page: Page):
    talk.intervene()
    page.goto(talk.page)

    def answer_late(route: Route) -> None:
        ruled = route.fetch()
        talk.last = talk.context()["arguments"][-1]["id"]
        talk.ask_completion("We agree.")
        expect(state(page)).to_contain_text("Waiting for your ruling")
        expect(card(page, 4)).to_be_visible()
        route.fulfill(response=ruled)

    page.route("**/act", answer_late, times=1)
    bar(page).get_by_role("textbox").fill("Go on.")
    bar(page).get_by_role("button", name="Rule", exact=True).click()
    expect(bar(page)).to_contain_text("line 4, a request for completion")
    expect(state(page)).to_contain_text("Waiting for your ruling")


def test_a_draft_survives_a_reload_and_is_gone_once_it_was_handed_in(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    talk.appeal("Which?", "A=Keep", "B=Drop")
    page.goto(talk.page)
    bar(page).get_by_role("radio", name="Drop").check()
    bar(page).get_by_role("textbox").fill("Half a thought")
    page.reload()
    expect(bar(page).get_by_role("textbox")).to_have_value("Half a thought")
    expect(bar(page).get_by_role("radio", name="Drop")).to_be_checked()
    bar(page).get_by_role("textbox").press("Control+Enter")
    expect(card(page, 4)).to_contain_text("Half a thought")
    # The card may come before the page knows that it was heard.
    expect(bar(page).get_by_label("Note")).to_be_visible()
    page.reload()
    expect(bar(page).get_by_label("Note")).to_have_value("")


def test_a_person_can_sit_as_the_proposer_and_appeal_with_options(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    page.goto(f"{talk.page}?seat=proposer")
    expect(state(page)).to_contain_text("Waiting for your answer")
    expect(bar(page).get_by_label("Options for the arbitrator")).to_be_hidden()
    bar(page).get_by_role("radio", name="Appeal").check()
    bar(page).get_by_label("Options for the arbitrator").fill("A=Yes\nB=No")
    bar(page).get_by_label("Your argument").fill("We do not agree.")
    bar(page).get_by_role("button", name="Hand in").click()
    expect(card(page, 3).locator(".ways li")).to_have_text(["AYes", "BNo", "Another way"])
    expect(bar(page)).to_contain_text("have nothing to do now")


def test_a_debate_is_opened_by_hand_and_its_commands_are_shown(talk: Talk, page: Page):
    page.goto(f"{talk.server}/debates/new")
    page.get_by_label("Title").fill("Two queues or one")
    page.get_by_label("Type").select_option("general_debate")
    page.get_by_label("Motion").fill("One queue is enough.")
    page.get_by_role("button", name="Open the debate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand it to the two agents")
    expect(page.get_by_label("Commands for the opponent")).to_contain_text("aw debate get-context --role opponent")
    expect(page.get_by_label("Commands for the proposer")).to_contain_text("aw debate wait")
    page.get_by_role("link", name="Watch the debate").click()
    expect(cards(page)).to_have_count(1)
    hold(stop(page))
    expect(state(page)).to_contain_text("Stopped. Waiting for your ruling")


def test_without_scripts_one_reads_stops_and_rules_by_plain_forms(talk: Talk, page: Page):
    assert page.context.browser is not None
    with page.context.browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(talk.page)
        expect(card(plain, 1)).to_contain_text("Move the sessions to Redis.")
        expect(stop(plain)).to_be_hidden()
        plain.get_by_label("Yes, stop both sides until I rule").check()
        plain.get_by_role("button", name="Stop the debate").click()
        expect(card(plain, 2)).to_contain_text("Intervention")
        bar(plain).get_by_role("textbox").fill("It was a mistake.")
        plain.get_by_role("button", name="Close the debate").click()
        expect(plain.get_by_role("alert")).to_contain_text("second gesture")
        expect(bar(plain).get_by_role("textbox")).to_have_value("It was a mistake.")
        plain.get_by_role("button", name="Rule", exact=True).click()
        expect(card(plain, 3)).to_contain_text("It was a mistake.")
        expect(state(plain)).to_contain_text("Waiting for the proposer")
