"""A person starts and finishes each format in the browser alone, in two clicks from the front door to the record."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scripts.screens import PICTURES
from scripts.screens.taking import Camera, apart
from tests.browser.walks import formats
from tests.browser.walks.formats import Walker
from tests.browser.walks.playhouse import OPENS, Playhouse
from tests.support.company import confined
from tests.support.shelf import HALF, Slow, put_on_the_shelf

__all__ = ["confined"]


@pytest.fixture(scope="module")
def playhouse() -> Iterator[Playhouse]:
    """A house with an understudy for a usual player."""
    with Playhouse.open() as playhouse:
        yield playhouse


def test_the_picture_of_the_front_door_shows_what_is_there(page: Page, tmp_path: Path):
    page.clock.set_fixed_time(OPENS)
    with Playhouse.open() as empty:
        page.goto(empty.url)
        seen, kept = Camera(page, tmp_path).taken(""), (PICTURES / "front-empty.png").read_bytes()
    # Letters are not the same on every machine: what is compared is where things are, and how dark.
    assert apart(seen, kept) < 4, "take the pictures anew: make pictures"
    assert apart(seen, (PICTURES / "front-full.png").read_bytes()) > 4


@pytest.mark.journey
@pytest.mark.parametrize(
    "walk", [formats.arbitration, formats.panel, formats.evaluation, formats.roundtable, formats.arena]
)
def test_a_person_starts_and_finishes_it_in_the_browser_alone(
    playhouse: Playhouse, page: Page, walk: Callable[[Walker], None]
):
    walk(Walker(page, playhouse))


@pytest.mark.journey
@pytest.mark.usefixtures("confined")
def test_a_person_starts_and_finishes_a_workshop_in_the_browser_alone(playhouse: Playhouse, page: Page):
    formats.workshop(Walker(page, playhouse))


def test_two_clicks_on_a_new_machine_fetch_the_model_and_then_begin(page: Page, monkeypatch: pytest.MonkeyPatch):
    source = Slow()
    put_on_the_shelf(monkeypatch, source)
    with Playhouse.open(player="embedded") as fresh:
        Walker(page, fresh).begins("roundtable")
        expect(page.locator("#usual progress")).to_have_attribute("value", str(HALF))
        expect(page.locator("#usual")).to_contain_text("The debate begins by itself")
        source.rest.set()
        expect(page.locator(".debate-head h1")).to_have_text("How many handshakes?")
