"""What was written for people can be read back: word for word where the form keeps all words, and nothing more."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import InvalidInput
from moot.notation.comment import as_comment
from moot.notation.comment_read import read_comment
from moot.notation.html import as_html
from moot.notation.markdown import as_markdown
from moot.notation.minutes import read_markdown
from moot.notation.page import read_html
from moot.notation.prose import render_markdown
from moot.notation.said import Said
from moot.notation.spoken import Spoken
from moot.notation.strict_yaml import LARGEST, strict_yaml
from moot.notation.tags import Tag, tags_of
from moot.notation.transcript import Transcript
from moot.notation.unrendered import unrendered
from moot.notation.yaml import as_yaml
from tests.notation.test_prose import ATTACKS
from tests.notation.test_strict import VALUES

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
FACTS = {"Debate": "d1", "Last hash": "a_b*c", "Odd": "x: y"}
PIECES = [
    *ATTACKS,
    *("# H", "## 2. RULING · arbitrator", "- x", "1. y", "7) z", "+ p", "> q", "```", "~~~", "| a | b |", "|---|---|"),
    *(
        "*Sealed.*",
        "**b**",
        "_e_",
        "a_b_c",
        "`c`",
        "``d`e``",
        "~~s~~",
        "[l](http://a.example/x_y)",
        "[r]: http://b.example",
    ),
    *(
        "http://c.example/?a=1&b=2",
        "<http://d.example>",
        "&amp;",
        "&lt;b&gt;",
        "\\",
        "\\*",
        "***",
        "===",
        "---",
        "    code",
    ),
    *(
        "\n",
        "\n\n",
        "\r\n",
        "  \n",
        " ",
        "\t",
        "\u2028",
        "\u00a0",
        "word",
        "Ünï",
        "2*3",
        "x|y",
        "!",
        "a, b:",
        "about 3",
    ),
]
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=8).map("".join)


@st.composite
def saids(draw: Any) -> list[Said]:
    """Lines of any shape, numbered in order."""
    number = draw(st.integers(1, 3))
    return [
        Said(
            line=line,
            kind=draw(st.sampled_from(["CLAIM", "round_began"])),
            seat=draw(st.sampled_from(["proposer", "risk-2", None])),
            at=draw(st.sampled_from([AT, None])),
            content=draw(texts | st.none()),
            parent=draw(st.sampled_from([None, 0, 7])),
            extras=draw(st.dictionaries(st.sampled_from(["why", "an option"]), texts, max_size=2)),
            files=draw(st.dictionaries(st.just("files"), st.dictionaries(st.just("a/b.py"), texts), max_size=1)),
        )
        for line in range(1, number + 1)
    ]


def words(text: str) -> list[str]:
    return text.split()


def words_of(html: str) -> list[str]:
    """The words that a reader of a page sees, in order."""
    return words(_seen(tags_of(html)))


def _seen(tag: Tag) -> str:
    inner = "".join(part if isinstance(part, str) else _seen(part) for part in tag.parts)
    return f" {inner} " if tag.name in ("p", "li", "td", "th", "br", "pre", "h3", "h4", "h5", "h6") else inner


def must_be_read_back(title: str, said: Sequence[Said]) -> None:
    """The laws of reading back, for these lines."""
    text = as_markdown(title, said, FACTS)
    read = read_markdown(text)
    assert as_markdown(read.title, read.said, read.facts) == text
    assert [(each.line, each.kind, each.seat, each.at) for each in read.said] == _whose(said)
    page = as_html(title, said, FACTS)
    shown = read_html(page)
    assert shown.facts == FACTS
    assert [(each.line, each.kind, each.seat, each.at) for each in shown.said] == _whose(said)
    assert words_of(as_html(shown.title, shown.said, shown.facts)) == words_of(page)


def _whose(said: Sequence[Said]) -> list[Any]:
    return [(each.line, each.kind, each.seat, each.at) for each in said]


@given(saids())
def test_whatever_was_said_is_read_back_from_markdown_and_from_a_page(said: list[Said]):
    must_be_read_back("Tabs *or* spaces", [_as_told(each) for each in said])


def _as_told(said: Said) -> Said:
    """As lines of debates are: who has files has them among the rest, and what is sealed has nothing else."""
    if said.content is None:
        return Said(said.line, said.kind, said.seat, said.at, None, said.parent)
    return Said(
        said.line,
        said.kind,
        said.seat,
        said.at,
        said.content,
        said.parent,
        {**said.extras, **{name: "x" for name in said.files if said.files[name]}},
        {name: files for name, files in said.files.items() if files},
    )


@given(texts)
def test_markdown_made_of_a_page_is_shown_in_the_same_words(text: str):
    shown = render_markdown(text)
    again = render_markdown(unrendered(tags_of(shown)))
    assert words_of(again) == words_of(shown)


@pytest.mark.parametrize(
    "text",
    [
        "Read **this**, *that* and ~~not this~~.",
        "***Both***, **one *in* another**, *one **in** another*, in**side** a word.",
        "_a_**b** `c` **`d`** [**link**](http://a.example) *http://b.example/x_y*",
        "# A *title*\n\n- an **item**\n- **whole**\n\n> a *quote*",
        "| **a** | b | c |\n|---|--:|:-:|\n| *c* | d\\|e | f |",
        "\\_\\_no\\_\\_ \\*no\\* 2*3*4 \\_no\\_ snake_case_name **2.** *over\ntwo lines*",
        "*\\*starred\\**",
    ],
)
def test_what_was_emphasised_in_a_page_is_emphasised_again(text: str):
    shown = render_markdown(text)
    assert any(mark in shown for mark in ("<em>", "<strong>", "<s>"))
    assert render_markdown(unrendered(tags_of(shown))) == shown


def test_marks_that_would_be_read_otherwise_are_left_out():
    assert unrendered(tags_of("<p><em>a</em><em>b</em> and <em>c</em></p>")) == "ab and c"
    assert unrendered(tags_of("<p><em><code>a</code></em><em><code>b</code></em></p>")) == "`ab`"


@given(VALUES)
def test_our_yaml_is_read_as_what_it_was(value: Any):
    assert strict_yaml(as_yaml(value)) == value


@given(st.lists(st.tuples(texts, st.sampled_from(["risk", "the value"])), min_size=1, max_size=3))
def test_a_comment_is_read_back_and_pings_are_whole_again(told: list[tuple[str, str]]):
    said = [Spoken(line, "CLAIM", seat, AT, None, {"content": text}) for line, (text, seat) in enumerate(told, 1)]
    read = read_comment(as_comment("d1", "A title", {"State": "open"}, {"who": "@ann"}, said))
    assert (read.title, read.facts) == ("A title", {"State": "open", "who": "@ann"})
    for each, one in zip(read.said, said, strict=True):
        assert (each.line, each.kind, each.seat) == (one.line, one.kind, one.seat)
        assert words(str(each.content)) == words(str(one.whole))


@pytest.mark.parametrize("opened", ["<details><summary>1. a · ", "<details><summary>1. " + "a" * 99, "- **", "1 more "])
def test_a_comment_made_to_be_slow_is_refused(opened: str):
    with pytest.raises(InvalidInput, match=r"nothing in it that somebody said|none that Moot has written"):
        read_comment(f"<!-- moot:debate:d -->\n### T\n<details><summary>What was said: 1\n{opened * 50_000}")


def test_a_comment_that_was_cut_is_not_taken_for_the_whole():
    said = [Spoken(line, "CLAIM", "risk", AT, None, {"content": "x" * 9000}) for line in range(1, 12)]
    with pytest.raises(InvalidInput, match="4 moves are not in it"):
        read_comment(as_comment("d1", "T", {}, {}, said))


MARKDOWN = as_markdown("T", [Said(1, "MOTION", "proposer", AT, "Tabs."), Said(2, "CLAIM", None, None, None, 1)], FACTS)
PAGE = as_html("T", [Said(1, "MOTION", "proposer", AT, "Tabs."), Said(2, "CLAIM", None, None, None, 1)], FACTS)


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_ends_of_lines_are_nobodys_words(ending: str):
    assert read_markdown(MARKDOWN.replace("\n", ending)) == read_markdown(MARKDOWN)
    assert words_of(PAGE.replace("\n", ending)) == words_of(PAGE)


@pytest.mark.parametrize(
    ("edited", "fault"),
    [
        (MARKDOWN.replace("> Tabs.", "> Tabs.\n\nAnd I agree."), "Line 13 .* nobody said it: 'And I agree.'"),
        (MARKDOWN.replace("> Tabs.", "Tabs."), "nobody said it"),
        (MARKDOWN.replace("## 2. CLAIM", "## CLAIM"), "nobody said it: '## CLAIM"),
        (MARKDOWN.replace("## 2.", "## 1."), "two lines with the number 1"),
        (MARKDOWN.replace("- Debate", "A word. Debate"), "nobody said it"),
        ("# Only a title\n", "nothing in it that somebody said"),
        ("# A README\n\nSome words.\n\n## Install\n", "Line 3"),
        ("Words.", "does not begin with the title"),
        ("# T\n\n## 1. CLAIM · a\n\n" + "a, b, " * 100_000 + "c", "Line 5"),
    ],
)
def test_markdown_that_was_edited_is_refused_with_its_line(edited: str, fault: str):
    with pytest.raises(InvalidInput, match=fault):
        read_markdown(edited)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (PAGE.replace("</article>", ""), "</main> closes what is not open"),
        (PAGE.replace("</html>", ""), "<html> is never closed"),
        (PAGE.replace("<h1>", "<h1 title='"), "a tag is not written as tags are|closes what is not open|never closed"),
        (PAGE.replace("2. CLAIM", "CLAIM"), "The article 'line-2' .* who said what"),
        (re.sub("(?s)<article.*</article>", "", PAGE), "nothing in it that somebody said"),
        ("<!doctype html><title>A shop</title><main><p>Buy!</p></main>", "no debate that Moot has written"),
        ("<!doctype html><p>Buy!", "<p> is never closed"),
        ("<!doctype html><!-- " + "<a " * 200_000, "comment is never closed"),
        ("<!doctype html>" + "<a " * 200_000, "not written as tags are"),
        ("<!doctype html>" + "<div>" * 200_000, "nested deeper"),
        ("<!doctype html>" + "<div></p>" * 10, "</p> closes what is not open"),
        ("<!doctype html><script>" + "<script>" * 100_000, "<script> is never closed"),
    ],
)
def test_a_page_that_is_none_of_ours_is_refused(page: str, fault: str):
    with pytest.raises(InvalidInput, match=fault):
        read_html(page)


def test_what_acts_in_a_page_is_not_read():
    acting = PAGE.replace("<main>", "<script>alert('<h1>')</script><main onclick='steal()'>")
    acting = acting.replace("Tabs.", "Tabs.<script>alert(1)</script><img src=x onerror='alert(1)'><style>p{}</style>")
    assert read_html(acting) == read_html(PAGE)
    assert isinstance(read_html(PAGE), Transcript)


@pytest.mark.parametrize(
    ("hostile", "fault"),
    [
        ("a: &a [x]\nb: [*a, *a]", "line 1 has an anchor"),
        ("a: *a", "line 1 has an anchor"),
        ("debate: !!python/object/apply:os.system [ls]", "has a tag"),
        ("a: 1\na: 2", "line 2 is a name that is given twice"),
        ("? [a]\n: 1", "is no text"),
        ("[" * 10_000, "nested deeper than 64"),
        ("- " * 10_000, "nested deeper than 64"),
        ("a: 1\n---\nb: 2", "more than one document"),
        ("a: 'half", "not fit YAML"),
        ("a:\n\t- b", "not fit YAML"),
        ("a: 1e999", "too large"),
        ("x" * (LARGEST + 1), "is read up to"),
    ],
)
def test_hostile_yaml_is_refused(hostile: str, fault: str):
    with pytest.raises(InvalidInput, match=fault):
        strict_yaml(hostile)


def test_yaml_says_what_json_could_say_and_no_more():
    told = "a: 2026-01-01\nb: yes\nc: 0x1F\nd: 1_0\ne: ~\nf: 1.5\ng: '1'\n<<: x\n1: 2"
    assert strict_yaml(told) == json.loads(
        '{"a": "2026-01-01", "b": "yes", "c": "0x1F", "d": "1_0", "e": null, "f": 1.5, "g": "1", "<<": "x", "1": 2}'
    )
