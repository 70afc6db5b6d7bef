"""The docs are true: links lead somewhere, and generated pages are what the code would write now."""

import re
from pathlib import Path

import pytest

from scripts.docs import generated

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for at in ("*.md", "docs/**/*.md", "benchmarks/*.md", "challenges/*.md", "examples/**/*.md")
    for page in ROOT.glob(at)
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_our_own_pages_lead_somewhere(page: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(page.read_text())]
    own = [target for target in targets if target and "://" not in target]
    assert [target for target in own if not (page.parent / target).exists()] == []


def test_what_is_generated_is_what_the_code_would_write_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    written = dict(generated())
    assert set(written) >= {"cli.md", "api.md", "configuration.md", "schema.md", "diagrams/full-protocol.mmd"}
    stale = [name for name, text in written.items() if (ROOT / "docs" / name).read_text() != text]
    assert stale == [], "run: make docs"


def test_the_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    led_to = {(ROOT / "docs" / target.partition("#")[0]).resolve() for target in LINK.findall(index)}
    pages = {page for page in ROOT.glob("docs/**/*.md") if page.name != "README.md"}
    assert sorted(str(page.relative_to(ROOT)) for page in pages - led_to) == [], "say in docs/README.md who reads it"
