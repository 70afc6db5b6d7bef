from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hands import bar, card, state
from tests.browser.talk import Talk
from tests.support.house import ServerProcess

TOKEN = "the-owners-token"


def sign_in(page: Page, key: str) -> None:
    page.get_by_label("Token or key").fill(key)
    page.get_by_role("button", name="Sign in").click()


def test_the_owner_and_a_seat_sign_in_act_live_and_sign_out(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db"), token=TOKEN) as server:
        talk = Talk(server.url, TOKEN).opened()
        page.goto(talk.page)
        sign_in(page, "wrong")
        expect(page.get_by_role("alert")).to_contain_text("not known here")
        sign_in(page, TOKEN)
        expect(state(page)).to_contain_text("Waiting for the opponent")
        the_opponent_argues(page, server.url, talk)
        expect(card(page, 2)).to_contain_text("From the opponent's own page.")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_label("Token or key")).to_be_visible()


def the_opponent_argues(page: Page, url: str, talk: Talk) -> None:
    assert page.context.browser is not None
    with page.context.browser.new_context() as context:
        theirs = context.new_page()
        theirs.goto(url)
        sign_in(theirs, talk.keys["opponent"])
        expect(state(theirs)).to_contain_text("Waiting for your answer")
        bar(theirs).get_by_label("Your argument").fill("From the opponent's own page.")
        bar(theirs).get_by_role("button", name="Hand in").click()
        expect(card(theirs, 2)).to_be_visible()
        expect(bar(theirs)).to_contain_text("have nothing to do now")
