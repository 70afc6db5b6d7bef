"""Draws the diagrams of docs/ as pictures: Mermaid from npm, in the Chromium of the browser tests.

Each picture carries the digest of its source, so that a test can tell a stale one without drawing anything.
"""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page

from scripts.diagrams.sources import digest, drawn_from, sources
from tests.support.browser import UNAVAILABLE, find_chromium, launched

PICTURES = Path("docs/pictures/diagrams")
MERMAID = "mermaid@11.17.2"
LIBRARY = "package/dist/mermaid.min.js"
AGREED = {
    "startOnLoad": False,
    "securityLevel": "strict",
    "theme": "base",
    "fontFamily": "Liberation Sans, Arial, Helvetica, sans-serif",
    "deterministicIds": True,
    "themeVariables": {
        "fontSize": "15px",
        "lineColor": "#5f6368",
        "primaryColor": "#e8f0fe",
        "edgeLabelBackground": "#ffffff",
    },
    "flowchart": {"curve": "basis", "padding": 10, "nodeSpacing": 35, "rankSpacing": 40},
    "sequence": {"useMaxWidth": False},
    "er": {"useMaxWidth": False},
}
FINE = re.compile(r"-?\d+\.\d{3,}")
"""Numbers with more decimals than anybody can see."""
DRAW = """async ([name, source, agreed]) => {
    mermaid.initialize(agreed);
    const { svg } = await mermaid.render(name, source);
    document.body.innerHTML = svg;
    return new XMLSerializer().serializeToString(document.body.querySelector("svg"));
}"""


def fetched(folder: Path) -> str:
    """Mermaid as npm has it, in one file."""
    if shutil.which("npm") is None:
        sys.exit("Mermaid is fetched by npm, which is not here: install Node.js, or leave the pictures as they are.")
    command = ("npm", "pack", "--silent", "--pack-destination", str(folder), MERMAID)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    with tarfile.open(folder / done.stdout.split()[-1]) as packed:
        member = packed.extractfile(LIBRARY)
        assert member is not None
        return member.read().decode()


def drawn(page: Page, name: str, source: str) -> str:
    """A diagram as a picture, on white, with the digest of its source."""
    svg: str = page.evaluate(DRAW, [name, source, AGREED])
    lighter = FINE.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), svg)
    marked = lighter.replace("<svg ", f'<svg data-source="{digest(source)}" ', 1)
    return marked.replace('style="', 'style="background-color: white; ', 1)


def draw(sources: Mapping[str, str], into: Path) -> None:
    """Draws all of them."""
    executable = find_chromium()
    if executable is None:
        sys.exit(UNAVAILABLE)
    with tempfile.TemporaryDirectory() as folder, launched(executable) as browser:
        page = browser.new_page()
        page.add_script_tag(content=fetched(Path(folder)))
        for name, source in sources.items():
            (into / f"{name}.svg").write_text(drawn(page, name, source) + "\n")
            print(f"{name}.svg: drawn")


def main() -> None:
    """Draw each diagram that has no picture of what it is now, and take away the pictures of none."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    there, wanted = {file.stem: drawn_from(file.read_text()) for file in PICTURES.glob("*.svg")}, sources()
    for name in there.keys() - wanted.keys():
        (PICTURES / f"{name}.svg").unlink()
    draw({name: source for name, source in wanted.items() if there.get(name) != digest(source)}, PICTURES)


if __name__ == "__main__":
    main()
