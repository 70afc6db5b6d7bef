"""Takes the pictures: walks through a house whose clock stands still, and keeps what was seen, small."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect

from scripts.screens.shots import INDEX, LOOKS, PICTURES, SHOTS, Look, digest
from tests.browser.hands import state
from tests.browser.walks import formats
from tests.browser.walks.formats import Walker
from tests.browser.walks.playhouse import OPENS, Playhouse

COLOURS = 96
TELL_TIMES = "import('/static/js/times.js').then(times => times.tellTimes())"
WALKS: tuple[Callable[[Walker], None], ...] = (
    formats.evaluation,
    formats.workshop,
    formats.panel,
    formats.roundtable,
    formats.arbitration,
    formats.arena,
)


@dataclass
class Camera:
    """Keeps pictures of a page in a folder; only those of the shots that are wanted."""

    page: Page
    folder: Path
    wanted: frozenset[str] = field(default=frozenset(SHOTS))

    def keep(self, name: str) -> None:
        """The pictures of a moment, in each of its looks."""
        shot = SHOTS.get(name)
        if shot is None or name not in self.wanted:
            return
        for look, file in zip(shot.looks, shot.files, strict=True):
            (self.folder / file).write_bytes(self.taken(look, shot.at))
        self._look("")

    def taken(self, look: Look, at: str = "") -> bytes:
        """The page in one look, with few colours."""
        self._look(look)
        self.page.evaluate(TELL_TIMES)
        self.page.evaluate(
            "at => { const there = at && document.querySelector(at); there ? there.scrollIntoView() : scrollTo(0, 0) }",
            at,
        )
        return lighter(self.page.screenshot(animations="disabled", caret="hide"))

    def _look(self, look: Look) -> None:
        width, height, scheme = LOOKS[look]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def lighter(picture: bytes) -> bytes:
    """The same picture with a palette, which is a third of the size and looks alike."""
    with Image.open(BytesIO(picture)) as full:
        few = full.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    kept = BytesIO()
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def apart(one: bytes, other: bytes) -> float:
    """How far two pictures are apart, from 0 to 255, looked at from a distance."""
    return ImageStat.Stat(ImageChops.difference(_far(one), _far(other))).mean[0]


def _far(picture: bytes) -> Image.Image:
    with Image.open(BytesIO(picture)) as near:
        return near.convert("L").reduce((near.width // 64, near.height // 43))


def left_open(walker: Walker) -> None:
    """One debate that waits for the owner, and two that go on."""
    quiet = Walker(walker.page, walker.house)
    quiet.begins("panel", judge_0_player="me")
    quiet.begins("roundtable", player="me")
    quiet.begins("arbitration")
    expect(state(walker.page)).to_contain_text("Waiting for your ruling")


@contextmanager
def walking(browser: Browser, folder: Path, wanted: frozenset[str]) -> Generator[tuple[Walker, Camera]]:
    """Somebody in a new house, with a camera, for whom no time passes."""
    with Playhouse.open() as house, browser.new_context(locale="en-GB", timezone_id="UTC") as context:
        page = context.new_page()
        page.clock.set_fixed_time(OPENS)
        camera = Camera(page, folder, wanted)
        yield Walker(page, house, camera.keep), camera


def take_all(browser: Browser) -> None:
    """Every picture anew, and the index with what each was drawn from."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with walking(browser, PICTURES, frozenset(SHOTS)) as (walker, camera):
        walker.page.goto(walker.house.url)
        camera.keep("front-empty")
        for walk in WALKS:
            walk(walker)
        left_open(walker)
        walker.page.goto(walker.house.url)
        camera.keep("front-full")
    index = {file: {"about": shot.about, "drawn_from": digest(shot)} for shot in SHOTS.values() for file in shot.files}
    INDEX.write_text(json.dumps(index, indent=2, sort_keys=True) + "\n")
