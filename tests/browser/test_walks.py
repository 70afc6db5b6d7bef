"""A person starts and finishes each format in the browser alone, in two clicks from the front door to the record."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scripts.screens import PICTURES
from scripts.screens.taking import Camera, apart
from tests.browser.walks import formats
from tests.browser.walks.formats import Walker
from tests.browser.walks.playhouse import OPENS, Playhouse
from tests.support.company import confined

__all__ = ["confined"]


@pytest.fixture(scope="module")
def playhouse() -> Iterator[Playhouse]:
    """A house in which nothing was opened, with an understudy for a usual player."""
    with Playhouse.open() as playhouse:
        yield playhouse


def test_the_picture_of_the_front_door_shows_what_is_there(playhouse: Playhouse, page: Page, tmp_path: Path):
    page.clock.set_fixed_time(OPENS)
    page.goto(playhouse.url)
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
