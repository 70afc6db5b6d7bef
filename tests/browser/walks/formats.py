"""A walk through each format: from the front door to the result, by nothing but what a browser shows."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.hands import bar, card, hold, state
from tests.browser.walks.playhouse import Playhouse

RECOMMENDATION = {
    "recommendation": "C",
    "summary": "Two weeks of work for most of the gain.",
    "for_stance": "It costs the least work for what it gives.",
    **{f"assessments__{option}": f"Option {option} costs what it says." for option in "ABC"},
    "reasoning": "Plans of our own take seven of our ten weeks.",
}
RESPONSE = {
    "recommendation": "0",
    "challenges__0__judge": "risk",
    "challenges__0__point": "Nothing ships late.",
    "challenges__0__counter": "Two weeks are in the plan already.",
    "summary": "It is still the least work for what it gives.",
    "for_stance": "It costs the least work.",
    "reasoning": "Nobody said what else we would do in the seven weeks.",
}
VERDICT = {
    "reasoning": "The loans are counted, the doubts are not.",
    "key_points": "140 loans in six months\nNobody asked those who left",
    "confidence": "0.7",
}


def nothing(name: str) -> None:
    """Keeps no picture."""


@dataclass
class Walker:
    """A person with a browser, at a house; `keep` is told where a picture is worth keeping."""

    page: Page
    house: Playhouse
    keep: Callable[[str], None] = nothing

    def begins(self, format: str, **filled: str) -> None:
        """Two clicks from the front door; fields that are named are filled in between."""
        self.page.goto(self.house.url)
        self.page.locator(f".job-{format}").get_by_role("link", name="Try it").click()
        for name, text in filled.items():
            self._put(f'.sheet [name="{name}"]', text)
        self.keep(f"{format}-opening")
        # Whoever goes elsewhere before the answer has come may have opened nothing.
        with self.page.expect_navigation():
            self.page.locator(".sheet button.primary").click()

    def sits(self, seat: str) -> None:
        """Takes a seat that the debate waits for."""
        bar(self.page).get_by_role("link", name=f"Speak as {seat}").click()
        expect(bar(self.page)).to_contain_text("it is your turn")

    def hands_in(self, **filled: str) -> None:
        """Fills in the form of a move, each field by its name in the move, and hands it in."""
        for name, value in filled.items():
            self._put(f'#bar [name="f0.0.{name.replace("__", ".")}"]', value)
        # The next move has fields of the same names: it must not be written into this form.
        bar(self.page).evaluate("bar => bar.dataset.handed = 'in'")
        with self.page.expect_response(lambda answer: answer.url.endswith("/act")) as told:
            bar(self.page).get_by_role("button", name="Hand in").click()
        expect(self.page.locator("#bar:not([data-handed])")).to_be_visible()
        assert told.value.status < 400, bar(self.page).inner_text()

    def _put(self, where: str, value: str) -> None:
        field = self.page.locator(where)
        match field.first.evaluate("field => field.type"):
            case "radio":
                self.page.locator(f'{where}[value="{value}"]').check(force=True)
            case "checkbox":
                field.check()
            case "select-one":
                field.select_option(value)
            case _:
                field.fill(value)

    def watches(self) -> None:
        """Goes back to the owner's own seat."""
        self.page.goto(self.page.url.partition("?")[0])

    def shares(self) -> None:
        """Looks at how the result is shared, and comes back."""
        self.page.get_by_role("link", name="Share", exact=True).click()
        expect(self.page.get_by_role("heading", name="Share")).to_be_visible()
        expect(self.page.get_by_role("link", name="One HTML file")).to_be_visible()
        self.keep("share")
        self.page.go_back()


def arbitration(walker: Walker) -> None:
    """Two players argue until they cannot agree; the person rules, and closes."""
    page = walker.page
    walker.begins("arbitration")
    expect(state(page)).to_contain_text("Waiting for your ruling")
    walker.keep("arbitration-live")
    bar(page).locator(".options label", has_text="Each summary is keyed, and sent once").click()
    bar(page).get_by_role("textbox").fill("A customer who gets two bills calls us twice.")
    hold(bar(page).get_by_role("button", name="Hold to close"))
    expect(state(page)).to_contain_text("Closed")
    expect(card(page, 6).locator(".closing")).to_be_visible()
    walker.keep("arbitration-result")


def panel(walker: Walker) -> None:
    """Two judges are players, the third is the person; they disagree, and the person decides."""
    page = walker.page
    walker.begins("panel", judge_2_player="me")
    walker.sits("the effort judge")
    walker.hands_in(**RECOMMENDATION)
    expect(page.locator("#board")).to_contain_text("Round 2")
    walker.keep("panel-live")
    walker.hands_in(**RESPONSE)
    walker.watches()
    expect(state(page)).to_contain_text("Waiting for your choice")
    bar(page).locator(".options label").nth(1).click()
    bar(page).get_by_label("Your reason").fill("We can still switch the provider's plan off.")
    hold(bar(page).get_by_role("button", name="Hold to choose"))
    expect(state(page)).to_contain_text("decided by the asker")
    walker.shares()
    walker.keep("panel-result")


def evaluation(walker: Walker) -> None:
    """Players score and argue the idea; the person is the arbiter of its three rounds."""
    page = walker.page
    walker.begins("evaluation", seat_arbiter="me")
    walker.sits("the arbiter")
    for winner, change in (("advocate", "2"), ("challenger", "-1.5"), ("draw", "0")):
        expect(bar(page)).to_contain_text("it is your turn")
        if winner == "challenger":
            walker.keep("evaluation-live")
        walker.hands_in(winner=winner, change=change, **VERDICT)
    expect(state(page)).to_contain_text("Evaluated")
    walker.keep("evaluation-result")


def workshop(walker: Walker) -> None:
    """Players write and criticise code that runs in the sandbox; the person opens a gate, and votes."""
    page = walker.page
    walker.begins("workshop", seats="judge = me", gate_proposal="yes")
    expect(state(page)).to_contain_text("You decide")
    walker.keep("workshop-live")
    bar(page).get_by_role("button", name="Approve").click()
    walker.sits("the judge")
    walker.hands_in(first="implementer", second="generator", confidence="0.8", reason="The library's own is known.")
    expect(bar(page).locator('[name="f0.0.content"]')).to_be_visible()
    walker.hands_in(content="Both pass every test; the shorter one is known to every reader.")
    expect(state(page)).to_contain_text("Decided")
    expect(page.locator("#part-result")).to_contain_text("import statistics")
    walker.keep("workshop-result")


def roundtable(walker: Walker) -> None:
    """The person puts a question to players, and then answers one alone from two seats."""
    page = walker.page
    roundtable_of_players(walker)
    walker.keep("roundtable-result")
    alone = Walker(page, walker.house)
    alone.begins("roundtable", player="me", speakers="2")
    for seat in ("speaker 1", "speaker 2"):
        alone.sits(seat)
        alone.hands_in(reasoning="36 pairs of people, less the four couples.", answer="32")
    expect(state(page)).to_contain_text("Answered")


def roundtable_of_players(walker: Walker) -> None:
    """A question, and players who answer it."""
    walker.begins("roundtable")
    expect(state(walker.page)).to_contain_text("Answered")


def arena(walker: Walker) -> None:
    """Two agents of the house argue; the person registers an agent, is verified, and judges."""
    page = walker.page
    walker.begins("arena")
    expect(state(page)).to_contain_text("Judging is open")
    debate = page.url
    walker.keep("arena-live")
    judge_registers(page, walker.house.url)
    page.goto(debate)
    bar(page).locator(".winner-of label").nth(0).click()
    bar(page).get_by_label("Why").fill("The opponent never said what a forecast is scored by, if not by its odds.")
    bar(page).get_by_role("button", name="Submit judgment").click()
    expect(bar(page)).to_contain_text("You have judged this debate.")
    walker.house.later(minutes=11)
    page.reload()
    expect(state(page)).to_contain_text("@house-aye won by the judges' votes")
    walker.keep("arena-result")
    page.get_by_role("button", name="Sign out").click()


def judge_registers(page: Page, server: str) -> None:
    """A person makes an agent, in whose name X vouches for it."""
    page.goto(f"{server}/agents/new")
    page.get_by_label("Handle").fill("portia")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="@portia is registered")).to_be_visible()
    page.goto(f"{server}/settings#x")
    page.get_by_role("link", name="Verify with X").click()
    page.get_by_label("Your X handle").fill("portia")
    page.get_by_role("button").first.click()
    page.wait_for_url(re.compile("/agents/portia"))
