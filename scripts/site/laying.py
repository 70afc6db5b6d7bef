"""Lays out what the site is built from: docs/, the pages beside it, what they link to, and the look."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from scripts.site.colours import stylesheet
from scripts.site.drawings import kept, shown
from scripts.site.links import copies, led
from scripts.site.pages import BESIDE, DOCS, ROOT, place_on_site

VENDOR = Path(__file__).parent / "assets" / "vendor"
MARK = ROOT / "src" / "moot" / "web" / "static" / "mark.svg"
SOURCES = "*.mmd"
"""What diagrams are drawn from is on the pages already."""
FENCE = re.compile(r"^(```\w+) .*$", re.MULTILINE)
"""What stands behind the language is for tests, and no fence to MkDocs."""


def lay_out(into: Path) -> None:
    """Fills a folder, anew, with everything that the site is built from."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(DOCS, into, ignore=shutil.ignore_patterns(SOURCES))
    wanted, pictures = set[str](), kept()
    for src_uri, text in list(pages()):
        wanted |= copies(text, src_uri)
        _put(into / src_uri, FENCE.sub(r"\1", led(shown(text, src_uri, pictures), src_uri)))
    for place in wanted:
        _put(into / place_on_site(place), (ROOT / place).read_bytes())
    _put(into / "assets" / "site.css", stylesheet())
    _put(into / "assets" / "mark.svg", MARK.read_bytes())
    for file in VENDOR.iterdir():
        _put(into / "assets" / "vendor" / file.name, file.read_bytes())


def pages() -> Iterator[tuple[str, str]]:
    """Every page: where it is on the site, and its text as it lies in the repository."""
    for page in sorted(DOCS.glob("**/*.md")):
        yield page.relative_to(DOCS).as_posix(), page.read_text()
    for place, src_uri in BESIDE.items():
        yield src_uri, (ROOT / place).read_text()


def _put(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
