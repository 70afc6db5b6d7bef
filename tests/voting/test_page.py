"""The page about voting shows what happens, and tells of every method."""

import doctest
from pathlib import Path

from moot.voting import METHODS, TIE_BREAKS
from tests.support.fences import fences

PAGE = Path(__file__).parents[2] / "docs" / "voting.md"


def test_the_examples_on_the_page_show_what_happens():
    text = "\n".join(block.body for block in fences(PAGE.read_text()) if block.language == "python")
    example = doctest.DocTestParser().get_doctest(text, {}, "voting.md", str(PAGE), 0)
    outcome = doctest.DocTestRunner().run(example)
    assert outcome.attempted > 30
    assert outcome.failed == 0


def test_the_page_tells_of_every_method_and_every_tie_break():
    text = PAGE.read_text()
    assert [name for name in METHODS if f"**`{name}`**" not in text] == []
    assert [name for name in TIE_BREAKS if f"`{name}`: who" not in text] == []
