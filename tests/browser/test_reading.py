import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import bar, card, cards
from tests.browser.talk import Talk
from tests.support.house import ServerProcess
from tests.web.hostile import HOSTILE

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
RTL = "הצעה: להעביר את הסשנים.\n\nAnd in English.\n\n```\n" + "a_long_line_of_code(" * 12 + "\n```\n\n" + "W" * 300


@pytest.fixture(scope="module")
def long(server: ServerProcess) -> Talk:
    """A debate of a hundred lines."""
    talk = Talk(server.url).opened("A long one")
    for line in range(2, 101):
        talk.claim("opponent" if line % 2 == 0 else "proposer", f"Line {line} says so.")
    return talk


def test_j_and_k_walk_through_the_lines(talk: Talk, page: Page):
    talk.claim("opponent", "No.")
    talk.claim("proposer", "Yes.")
    page.goto(talk.page)
    for line in (1, 2, 3, 3):
        page.keyboard.press("j")
        expect(card(page, line)).to_be_focused()
    page.keyboard.press("k")
    expect(card(page, 2)).to_be_focused()
    page.keyboard.press("n")
    expect(card(page, 3)).to_be_focused()


def test_slash_searches_and_the_sidebar_is_narrowed(server: ServerProcess, talk: Talk, page: Page):
    Talk(server.url).opened("Zebra crossings")
    page.goto(talk.page)
    page.keyboard.press("/")
    expect(page.get_by_label("Search debates")).to_be_focused()
    page.keyboard.type("zebra")
    expect(page.locator("#side-list [data-key]")).to_have_count(1)
    expect(page.locator("#side-list")).to_contain_text("Zebra crossings")


def test_question_mark_shows_the_keys_and_letters_in_a_box_are_letters(talk: Talk, page: Page):
    page.goto(talk.page)
    bar(page).get_by_label("Note").press_sequentially("jk?/")
    expect(bar(page).get_by_label("Note")).to_have_value("jk?/")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_hidden()


def test_filters_on_the_front_page_narrow_the_list_and_stand_in_the_address(server: ServerProcess, page: Page):
    waits = Talk(server.url).opened("One that waits")
    waits.intervene()
    Talk(server.url).opened("One that does not")
    page.goto(server.url)
    page.get_by_role("radio", name="For you").check()
    expect(page).to_have_url(re.compile("show=waiting"))
    expect(page.locator("#rows")).not_to_contain_text("One that does not")
    expect(page.locator("#rows")).to_contain_text("One that waits")
    page.reload()
    expect(page.get_by_role("radio", name="For you")).to_be_checked()
    expect(page.locator("#rows")).not_to_contain_text("One that does not")


def test_a_link_to_a_folded_line_shows_it(long: Talk, page: Page):
    page.goto(f"{long.page}#line-20")
    expect(card(page, 20)).to_be_in_viewport()
    expect(card(page, 20)).to_contain_text("Line 20 says so.")
    page.goto(long.page)
    expect(card(page, 20)).not_to_be_attached()


def test_folded_lines_unfold_in_place(long: Talk, page: Page):
    page.goto(long.page)
    shown = cards(page).count()
    page.get_by_role("link", name=re.compile("earlier")).click()
    expect(cards(page)).not_to_have_count(shown)
    lines = cards(page).evaluate_all("cards => cards.map(card => Number(card.dataset.line))")
    assert lines == [1, *range(lines[1], 101)]


def test_verifying_computes_the_chain_and_says_what_it_found(talk: Talk, page: Page):
    page.goto(talk.page)
    page.get_by_role("link", name="Verify").click()
    expect(page.locator("#soundness")).to_have_text(re.compile(r"Sound\s+to line 1, [0-9a-f]{10}…"))


@pytest.mark.parametrize(("name", "ending"), [("Markdown", ".md"), ("HTML", ".html"), ("JSON", ".json")])
def test_the_export_menu_gives_files(talk: Talk, page: Page, name: str, ending: str):
    page.goto(talk.page)
    page.get_by_text("Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=name, exact=True).click()
    assert download.value.suggested_filename.endswith(ending)


def test_a_document_chip_opens_the_document_and_its_changes(talk: Talk, page: Page):
    name = talk.share("The plan", "Keep the table\nfor a week", "Keep the table\nfor a month")
    talk.claim("opponent", f"See {name}@2.")
    page.goto(talk.page)
    card(page, 2).locator(".chip").get_by_role("link", name=name).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The plan")
    expect(page.locator(".prose")).to_contain_text("for a month")
    page.go_back()
    card(page, 2).get_by_role("link", name="changes").click()
    expect(page.locator("del")).to_have_text("week")
    expect(page.locator("ins")).to_have_text("month")


def test_the_colours_chosen_are_kept_on_this_device(talk: Talk, page: Page):
    page.emulate_media(color_scheme="light")
    page.goto(talk.page)
    body, ground = page.locator("body"), "background-color"
    light: str = body.evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_role("button", name="Dark").click()
    expect(body).not_to_have_css(ground, light)
    page.reload()
    expect(body).not_to_have_css(ground, light)
    page.get_by_role("button", name="Auto").click()
    expect(body).to_have_css(ground, light)


def test_on_a_phone_the_sidebar_is_a_drawer_and_the_ruling_box_folds(talk: Talk, page: Page):
    talk.intervene()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(talk.page)
    expect(page.get_by_label("Search debates")).to_be_hidden()
    page.get_by_role("button", name="Debates").click()
    expect(page.get_by_label("Search debates")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Search debates")).to_be_hidden()
    expect(bar(page).get_by_role("textbox")).to_be_hidden()
    bar(page).get_by_text("Your ruling on line 2").click()
    expect(bar(page).get_by_role("textbox")).to_be_visible()


def test_nothing_hostile_runs_when_it_arrives_live_or_is_read_later(server: ServerProcess, page: Page):
    page.add_init_script("window.alert = () => { window.pwned = true }")
    talk = Talk(server.url).opened("<img src=x onerror=alert(1)>", content="\n\n".join(HOSTILE))
    page.goto(talk.page)
    talk.claim("opponent", "\n\n".join(reversed(HOSTILE)))
    expect(card(page, 2)).to_be_visible()
    talk.appeal("<script>alert(1)</script>", "A=<svg onload=alert(1)>")
    expect(bar(page).locator(".options")).to_contain_text("<svg onload=alert(1)>")
    for where in (talk.page, server.url, f"{talk.page}?seat=proposer"):
        page.goto(where)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("window.pwned") is None


@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_the_screen(server: ServerProcess, page: Page, size: str):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    talk = Talk(server.url).opened("W" * 200, content=RTL)
    name = talk.share("D" * 200, RTL, RTL.replace("English", "Greek"))
    talk.claim("opponent", f"{RTL}\n\n| {'x' * 400} | b |\n|---|---|\n| 1 | 2 |\n\nSee {name}@2")
    talk.appeal(RTL, "A=" + "option " * 60, "B=" + "V" * 300)
    paths = ["/", "/docs", "/debates/new", f"/docs/{name}", f"/docs/{name}/diff", f"/debates/{talk.id}"]
    for path in [*paths, f"/debates/{talk.id}/hand-over", f"/debates/{talk.id}/verify", "/nowhere"]:
        page.goto(server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_heavy_page_weighs_less_than_150_kilobytes(server: ServerProcess, page: Page):
    talk = Talk(server.url).opened("Heavy")
    for line in range(2, 60):
        talk.claim("opponent" if line % 2 == 0 else "proposer", "Many words. " * (800 if line % 7 == 0 else 40))
    page.goto(talk.page, wait_until="load")
    expect(card(page, 59)).to_be_attached()
    loaded: list[tuple[str, int | None]] = page.evaluate(
        "performance.getEntries().map(entry => [entry.name, entry.encodedBodySize])"
    )
    weights = {name: size for name, size in loaded if size and not name.endswith(".svg")}
    assert sum(weights.values()) < 150_000, weights
