"""The docs as a site: built strictly, with every page in its place, and needing nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.site.links import led
from scripts.site.pages import BESIDE, ROOT

LOADED = re.compile(r"""<(?:script|img|iframe|source)\b[^>]*?\bsrc=["']([^"']+)|<link\b[^>]*?\bhref=["']([^"']+)""")
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//")
IN_STYLES = re.compile(r"""(?:url\(|@import)\s*["']?(https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it. A broken link, or a page that is in no menu, stops it."""
    folder = tmp_path_factory.mktemp("site")
    command = (sys.executable, "-m", "scripts.site", str(folder / "built"), str(folder / "pages"))
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "built"


def test_every_page_of_the_docs_is_on_the_site_and_nothing_is_loaded_from_elsewhere(site: Path):
    sources = {page.relative_to(ROOT / "docs") for page in ROOT.glob("docs/**/*.md")} | {*map(Path, BESIDE.values())}
    expected = {str(page.with_name("index.html" if page.stem == "README" else f"{page.stem}.html")) for page in sources}
    pages = {str(page.relative_to(site)): page.read_text() for page in site.glob("**/*.html")}
    assert expected - set(pages) == set()
    elsewhere = {
        name: found
        for name, text in pages.items()
        if (found := [target for pair in LOADED.findall(text) for target in pair if ELSEWHERE.match(target)])
    }
    assert elsewhere == {}
    assert [str(sheet) for sheet in site.glob("assets/**/*.css") if IN_STYLES.search(sheet.read_text())] == []


def test_the_site_can_be_searched_and_has_the_colours_of_the_house(site: Path):
    assert "arbitrator" in (site / "search" / "search_index.js").read_text()
    assert "--paper: light-dark(" in (site / "assets" / "site.css").read_text()
    assert (site / "gallery" / "arbitration.html").read_text() == (ROOT / "docs/gallery/arbitration.html").read_text()


def test_diagrams_are_pictures_on_the_site(site: Path):
    page = (site / "formats" / "arbitration.html").read_text()
    assert "pictures/diagrams/formats-arbitration.svg" in page
    assert "mermaid" not in page


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        ("formats/panel.md", "[it](../../README.md#settings)", "[it](../project/readme.md#settings)"),
        ("project/readme.md", "[it](docs/formats/panel.md)", "[it](../formats/panel.md)"),
        ("README.md", "[it](../benchmarks/results/x.json)", "[it](project/files/benchmarks/results/x.json)"),
        ("README.md", "[them](diagrams)", "them"),
        ("README.md", "[out](https://example.org/a.md)", "[out](https://example.org/a.md)"),
        ("README.md", "```\n[it](../README.md)\n```\n", "```\n[it](../README.md)\n```\n"),
    ],
)
def test_links_lead_to_where_things_are_on_the_site(page: str, text: str, shown: str):
    assert led(text, page) == shown
