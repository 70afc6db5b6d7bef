"""The docs are true: links lead somewhere, and generated pages are what the code would write now."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_our_own_pages_lead_somewhere(page: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(page.read_text())]
    own = [target for target in targets if target and "://" not in target]
    assert [target for target in own if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", ["cli.md", "api.md"])
def test_generated_pages_are_what_the_code_would_write_now(page: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "scripts.docs", str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    assert (tmp_path / page).read_text() == (ROOT / "docs" / page).read_text(), "run: make docs"
