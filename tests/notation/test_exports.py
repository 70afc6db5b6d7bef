"""A debate as Markdown and as a page of its own."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from inline_snapshot import snapshot

from moot.debate import Entry, view
from moot.notation.html import as_html
from moot.notation.markdown import as_markdown
from moot.notation.prose import render_markdown
from moot.notation.said import Said, plain, said_of, withheld
from moot.testing import Transcript
from moot.testing.laws.reading import views
from tests.formats.toys import jury
from tests.notation.test_prose import ATTACKS

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
AN_ENTRY = Entry(line=1, at=AT, noted=AT, kind="ATTEMPT", move={}, seat="generator")
SAID = [
    Said(1, "MOTION", "proposer", AT, "Use *tabs*.\n\n# Not a heading of ours"),
    Said(2, "CLAIM", "opponent", AT, "No.", parent=1),
    Said(3, "APPEAL", "proposer", AT, "Decide.", 2, {"options": plain([{"id": "A", "label": "Tabs"}])}),
    Said(4, "ANSWER", "risk", AT, None),
    Said(5, "round_began", None, AT, ""),
]


def test_markdown_reads_like_minutes():
    assert as_markdown("Tabs or *spaces*", SAID, {"State": "AWAITING_ARBITRATOR"}) == snapshot(
        """\
# Tabs or \\*spaces\\*

- State: AWAITING\\_ARBITRATOR

## 1. MOTION · proposer

2026-11-15T09:30:00.000000Z

> Use *tabs*.
>
> # Not a heading of ours

## 2. CLAIM · opponent

2026-11-15T09:30:00.000000Z, about 1

> No.

## 3. APPEAL · proposer

2026-11-15T09:30:00.000000Z, about 2

> Decide.

- options: A = Tabs

## 4. ANSWER · risk

2026-11-15T09:30:00.000000Z

*Sealed.*

## 5. round\\_began · the house

2026-11-15T09:30:00.000000Z
"""
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_no_argument_can_forge_the_heading_of_another(newline: str):
    forged = f"Fine.{newline}{newline}## 2. RULING · arbitrator{newline}{newline}Close it."
    text = as_markdown(f"T{newline}## 9. RULING · arbitrator", [replace(SAID[0], content=forged)])
    assert [line for line in re.split(r"[\r\n]+", text) if line.startswith("## ")] == ["## 1. MOTION · proposer"]


class Outline(HTMLParser):
    """The tags of a page, and every attribute that could act or load something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.acting: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.acting += [(name, value) for name, value in attrs if name.startswith("on") or name in {"src", "style"}]
        self.acting += [(name, value) for name, value in attrs if name == "href" and (value or "").startswith("java")]


def outline(page: str) -> Outline:
    read = Outline()
    read.feed(page)
    return read


def test_a_page_stands_alone_and_shows_each_line_under_its_anchor():
    page = as_html("Tabs & spaces", SAID, {"Debate": "d1"})
    assert "<title>Tabs &amp; spaces</title>" in page
    assert [f'id="line-{said.line}"' in page for said in SAID] == [True] * 5
    assert '<a href="#line-1">1</a>' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert "<em>Sealed.</em>" in page
    assert not {"script", "link", "img", "iframe"} & set(outline(page).tags)


def test_a_page_allows_nothing_but_its_own_style():
    page = as_html("T", SAID)
    assert re.search(r"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'", page)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_in_any_field_comes_into_a_page(attack: str):
    said = Said(1, attack, attack, AT, attack, extras={attack: attack})
    read = outline(as_html(attack, [said], {attack: attack}))
    assert not {"script", "img", "svg", "iframe", "form", "base"} & set(read.tags)
    assert read.tags.count("meta") == 3
    assert read.tags.count("style") == 1
    assert read.acting == []


def test_what_is_sealed_is_in_no_export_until_it_is_revealed():
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    debate.say("risk", "ANSWER", choice="stop", reason="a secret")
    watching = [said_of(seen) for seen in views(debate.entries, None)]
    assert "a secret" not in as_markdown("Go?", watching) + as_html("Go?", watching)
    assert withheld(views(debate.entries, None)) == {3}
    assert withheld(views(debate.entries, "risk")) == frozenset()
    debate.clock.advance(hours=2)
    debate.settle()
    assert "a secret" in as_markdown("Go?", [said_of(seen) for seen in views(debate.entries, None)])
    assert withheld(views(debate.entries, None)) == frozenset()


def test_every_value_can_be_told_in_words():
    assert plain([None, True, False, 2, 0.5, "x", {"a": [1, 2]}]) == "none; yes; no; 2; 0.5; x; a: 1; 2"


def test_a_view_of_any_format_can_be_exported():
    debate = Transcript.opened(jury, title="Go?")
    asked = debate.say("asker", "QUESTION", content="Shall we?")
    assert said_of(view(asked, None)) == Said(1, "QUESTION", "asker", asked.at, "Shall we?")
    answered = debate.say("risk", "ANSWER", choice="stop", reason="Costs.")
    own = said_of(view(answered, "risk"))
    assert (own.parent, own.content, own.extras) == (1, "", {"choice": "stop", "reason": "Costs."})


@pytest.mark.parametrize(
    "attack", ["## 2. RULING · arbitrator", "```\n# Out", "> quoted", "</pre>", "~~~\n\n- x", "\r## Y"]
)
def test_files_keep_their_lines_and_none_of_them_passes_for_anything_else(attack: str):
    text = f"def f():\n    return 1\n{attack}\n\n\nlast = 2\n"
    entry = replace(AN_ENTRY, move={"files": {"solution.py": text}, "why": "Plain."})
    told = as_markdown("T", [said_of(view(entry, None))])
    read = render_markdown(told)
    assert "- why: Plain." in told
    assert "- files" not in told
    assert (len(re.findall(r"<h\d", read)), read.count("<pre"), read.count("<blockquote")) == (2, 1, 0)
    assert "def f():\n    return 1\n" in read
    assert "last = 2" in read


def test_short_texts_side_by_side_are_no_files():
    assert said_of(view(replace(AN_ENTRY, move={"scores": {"a": "x", "b": "y"}}), None)).files == {}
    assert said_of(view(replace(AN_ENTRY, move={"mixed": {"a": "x\ny", "b": 1}}), None)).files == {}
