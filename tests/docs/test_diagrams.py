"""Each diagram has a picture, drawn from what the code would write now."""

from pathlib import Path

import pytest

from scripts.diagrams import DIAGRAMS
from scripts.diagrams.sources import digest, drawn_from, sources

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", list(sources()))
def test_the_picture_is_of_the_diagram_as_it_is_now(name: str):
    picture = (DOCS / "pictures" / "diagrams" / f"{name}.svg").read_text()
    assert drawn_from(picture) == digest(sources()[name]), "run: make diagrams"


def test_there_is_no_diagram_or_picture_that_nobody_makes():
    assert {file.stem for file in (DOCS / "diagrams").iterdir()} == set(DIAGRAMS)
    assert {file.stem for file in (DOCS / "pictures" / "diagrams").iterdir()} == set(sources())


def test_each_diagram_is_shown_on_a_page():
    pages = "".join(page.read_text() for page in DOCS.glob("*.md"))
    assert [name for name, source in DIAGRAMS.items() if f"```mermaid\n{source()}```" not in pages] == []
