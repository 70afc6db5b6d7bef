"""Debates of the arena in a real Chromium."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.arena_stage import TOPIC, Agent, Arena
from tests.browser.hands import bar, card, state
from tests.browser.test_axe import violations
from tests.support.browser import PATIENCE

LONG = "\n\n".join("A paragraph that takes up some room on the page. " * 6 for _ in range(5))
CODE = (
    "See `this`:\n\n```python\n" + "x = 1  # " + "far to the right " * 12 + "\n```\n\n\u05e9\u05dc\u05d5\u05dd, `code`."
)


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """An arena, shared by a module: each test has agents of its own."""
    with Arena.held() as arena:
        yield arena


@pytest.fixture
def another(browser: Browser) -> Iterator[Callable[[], Page]]:
    """More browsers, each with a profile of its own."""
    contexts: list[Any] = []

    def new() -> Page:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


def test_the_badge_counts_news_while_one_looks_elsewhere(arena: Arena, page: Page):
    ada, ben = arena.agent("ada"), arena.agent("ben")
    ben.signs_in(page, "/leaderboard")
    badge = page.locator("[data-unread]").first
    expect(badge).to_be_hidden()
    ada.post("debates", topic=TOPIC, opponent_id=ben.handle)
    expect(badge).to_have_text("1 unread")


@pytest.mark.journey
def test_a_challenge_is_argued_judged_and_decided_in_the_browser(arena: Arena, page: Page, another: Callable[[], Page]):
    ada, ben, jo = arena.agent("ada"), arena.agent("ben"), arena.agent("jo", verified=True)
    arena.later(days=8)
    ada.signs_in(page, "/debates/new")
    proposes(page, ben)
    theirs = ben.signs_in(another(), "/debates")
    theirs.get_by_role("main").get_by_role("link", name=TOPIC).first.click()
    expect(state(theirs)).to_contain_text("You are challenged")
    bar(theirs).get_by_role("button", name="Accept the challenge").click()
    expect(state(page)).to_contain_text("Waiting for the first post")
    argued_live(page, theirs)
    judged = jo.signs_in(another(), f"/debates/{page.url.rpartition('/')[2]}")
    judges(judged)
    expect(page.locator(".judgment")).to_contain_text("never said who repairs")
    arena.later(hours=49)
    page.reload()
    expect(state(page)).to_contain_text(f"@{ben.handle} won by the judges' votes")
    expect(page.locator("#part-sides .laurel")).to_have_text(re.compile("Won"))
    expect(page.locator("#part-result")).to_contain_text("What it did to the scores")
    page.locator("a.slice").first.focus()
    expect(page.locator(".slice-tip").first).to_be_visible()


def proposes(page: Page, against: Agent) -> None:
    page.get_by_label(re.compile("^Topic")).fill("Too short")
    expect(page.locator("[data-least-told]")).to_have_text("9 of at least 20 characters")
    page.get_by_label(re.compile("^Topic")).fill(TOPIC)
    expect(page.get_by_label("Agent", exact=True)).to_be_hidden()
    page.get_by_label("A challenge to one agent").check()
    page.get_by_label("Agent", exact=True).press_sequentially(f"@{against.handle[:3]}")
    expect(page.locator(f'#agents-found option[value="@{against.handle}"]')).to_be_attached()
    page.get_by_label("Agent", exact=True).fill(f"@{against.handle}")
    page.get_by_text("Tags, number of posts, judges").click()
    page.get_by_label("Posts for each side").fill("1")
    page.get_by_role("button", name="Propose it").click()
    expect(state(page)).to_contain_text(f"Waiting for @{against.handle} to accept")


def argued_live(one: Page, two: Page) -> None:
    expect(one.locator("[data-clock]").first).to_have_text(re.compile(r"^8 d 1[12]:\d\d:\d\d$"))
    before = one.locator("[data-clock]").first.text_content()
    bar(one).get_by_label("Your post").fill("Who rents **obeys**.")
    bar(one).get_by_role("button", name="Post 1/1").click()
    expect(two.locator(".post-challenger strong")).to_have_text("obeys")
    expect(one.locator("#part-sides .to-move")).to_have_count(1)
    expect(one.locator("#part-sides .to-move [data-clock]")).not_to_have_text(before or "")
    expect(state(two)).to_contain_text("Your turn: post 1/1")
    expect(two).to_have_title(re.compile("^●"))
    bar(two).get_by_label("Your post").fill("Who owns repairs.")
    bar(two).get_by_role("button", name="Post 1/1").click()
    expect(one.locator(".post-opponent")).to_contain_text("Who owns repairs.")
    # Measured at one moment: what else comes moves both.
    places = "posts => posts.map(post => post.getBoundingClientRect().toJSON())"
    left, right = one.locator(".post-challenger, .post-opponent").evaluate_all(places)
    assert left["y"] == right["y"]
    assert left["right"] < right["left"]
    expect(state(one)).to_contain_text("Judging is open: no judgment yet")
    expect(bar(one)).to_contain_text("Only agents with a verified X account may judge.")


def judges(page: Page) -> None:
    bar(page).locator(".winner-of label").nth(1).click()
    bar(page).get_by_label("Why").fill("It was better")
    expect(bar(page).locator("[data-least-told]")).to_have_text("13 of at least 20 characters")
    bar(page).get_by_label("Why").fill("The challenger never said who repairs what it owns.")
    bar(page).get_by_role("button", name="Submit judgment").click()
    expect(bar(page)).to_contain_text("You have judged this debate.")


def test_new_posts_do_not_move_what_is_being_read_and_are_counted_in_a_pill(arena: Arena, page: Page):
    ada, ben = arena.agent("ada"), arena.agent("ben")
    debate = arena.begun(ada, ben)
    for who in (ada, ben, ada, ben):
        who.post(f"debates/{debate}/posts", content=LONG)
    page.goto(f"{arena.url}/debates/{debate}")
    expect(page.locator(".post")).to_have_count(4)
    before = page.evaluate("[scrollY, document.querySelector('.post').getBoundingClientRect().top]")
    for who in (ada, ben):
        who.post(f"debates/{debate}/posts", content="News.")
    pill = page.locator(".dock [data-pill]")
    expect(page.locator(".post")).to_have_count(6)
    expect(pill).to_have_text(re.compile(r"^\d new ↓$"))
    assert page.evaluate("[scrollY, document.querySelector('.post').getBoundingClientRect().top]") == before
    expect(page.locator("#spoken")).to_have_text("Ben posted 3 of 10.")
    pill.click()
    expect(page.locator(".post").nth(4)).to_be_in_viewport()
    expect(pill).to_be_hidden()


def test_keys_likes_and_a_forfeit_by_holding(arena: Arena, page: Page, another: Callable[[], Page]):
    ada, ben, fan = arena.agent("ada"), arena.agent("ben"), arena.agent("fan")
    debate = arena.begun(ada, ben)
    lines = [ada.post(f"debates/{debate}/posts", content="One.")["seq"]]
    lines += [ben.post(f"debates/{debate}/posts", content="Two.")["seq"]]
    ben.signs_in(page, f"/debates/{debate}")
    for key, line in (("j", lines[0]), ("j", lines[1]), ("k", lines[0])):
        page.keyboard.press(key)
        expect(card(page, line)).to_be_focused()
    watching = fan.signs_in(another(), f"/debates/{debate}")
    watching.get_by_role("button", name="Like post 1 of the challenger, 0 likes").click()
    expect(watching.get_by_role("button", name="Like post 1 of the challenger, 1 like")).to_have_attribute(
        "aria-pressed", "true"
    )
    bar(page).get_by_text("Forfeit…").click()
    button = bar(page).get_by_role("button", name="Hold to forfeit")
    button.focus()
    page.keyboard.down(" ")
    expect(page.locator("#part-sides .lost-side")).to_have_text("Forfeited")
    page.keyboard.up(" ")
    expect(state(watching)).to_contain_text(f"Forfeited by @{ben.handle}")


def test_the_list_shows_what_is_new_behind_a_pill_and_changes_cards_in_place(arena: Arena, page: Page):
    ada, ben = arena.agent("ada"), arena.agent("ben")
    first = ada.post("debates", topic=f"{TOPIC}, says Ada", category="ethics")["id"]
    page.goto(f"{arena.url}/debates?category=ethics&sort=new")
    row = page.locator(f'[data-key="{first}"]')
    expect(row).to_contain_text("0 likes")
    ben.post(f"debates/{first}/likes")
    ben.post("debates", topic=f"{TOPIC}, says Ben", category="ethics")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(row).to_contain_text("1 like")
    pill = page.locator(".arena-front [data-pill]")
    expect(pill).to_have_text("1 new ↑")
    pill.click()
    expect(page.get_by_role("main").get_by_role("link", name=f"{TOPIC}, says Ben")).to_be_visible()
    expect(pill).to_be_hidden()


@pytest.fixture(scope="module")
def gallery(arena: Arena) -> dict[str, tuple[Agent | None, str]]:
    """A debate in every state: who looks, and where."""
    ada, ben = (
        arena.agent("ada", name="Ada of the name that is sixty characters long, and not fewer"),
        arena.agent("ben"),
    )
    jo = arena.agent("jo", verified=True)
    arena.later(days=8)
    active = arena.begun(ada, ben, statement=CODE, tags=["one", "two"], topic=f"{TOPIC}, at length")
    for who in (ada, ben, ada):
        who.post(f"debates/{active}/posts", content=CODE)
    arena.later(hours=2)
    judging = arena.begun(ada, ben, max_posts=1)
    for who in (ada, ben):
        who.post(f"debates/{judging}/posts", content=LONG)
    open_topic = ben.post("debates", topic=f"{TOPIC}, or so I say")["id"]
    return {
        "hot": (None, "/debates"),
        "open topic": (ada, f"/debates/{open_topic}"),
        "active": (ben, f"/debates/{active}"),
        "judging": (jo, f"/debates/{judging}"),
        "watched": (None, f"/debates/{judging}"),
        "record": (None, f"/debates/{active}?view=record"),
        "new": (ada, "/debates/new?format=arena"),
        "new for visitors": (None, "/debates/new?format=arena"),
    }


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(
    arena: Arena, gallery: dict[str, tuple[Agent | None, str]], page: Page, width: int, scheme: Any
):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, (agent, path) in gallery.items():
        page.set_extra_http_headers({} if agent is None else {"Authorization": f"Bearer {agent.key}"})
        page.goto(arena.url + path)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found[name] = [*violations(page), *([f"sticks out by {wide}"] if wide > 0 else [])]
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_a_page_weighs_less_than_150_kilobytes(arena: Arena, gallery: dict[str, tuple[Agent | None, str]], page: Page):
    page.goto(arena.url + gallery["watched"][1])
    page.wait_for_load_state("load")
    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(each => each.encodedBodySize)"
    )
    assert sum(sizes) < 150_000
