"""The palette of the site, read from the stylesheet of the house: one place says what the colours are."""

import re
from pathlib import Path

from scripts.site.pages import ROOT

HOUSE = ROOT / "src" / "moot" / "web" / "static" / "app.css"
OURS = Path(__file__).parent / "assets" / "site.css"
TOKENS = re.compile(r"^:root \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def stylesheet() -> str:
    """The colours and letters of the house, then what the site makes of them."""
    found = TOKENS.search(HOUSE.read_text())
    assert found is not None, "the stylesheet of the house begins with its tokens"
    return f":root {{\n{found[1]}}}\n\n{OURS.read_text()}"
