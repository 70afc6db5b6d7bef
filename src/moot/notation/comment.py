"""A debate as a comment on GitHub: what came of it first, the rest folded; it pings nobody and fits in one comment."""

import re
from collections.abc import Iterator, Mapping, Sequence

from markdown_it import MarkdownIt

from moot.debate import Json, JsonObject
from moot.notation.said import plain
from moot.notation.spoken import Spoken

LONGEST = 65_536
"""The most characters that GitHub takes."""
_LONGEST_VALUE = 1000
_ABOVE = 12
"""How many facts of a result stand above the fold."""
_TOLD = 40
"""How many of them are told at all, so that there is room for what was said."""
JOINER = "\u2060"
"""Takes no room and is no part of any name: what stands before it and after it is no longer one word to GitHub."""
_PINGS = (
    re.compile(r"(?<=@)(?=[A-Za-z0-9])"),
    re.compile(r"(?<=#)(?=\d)"),
    re.compile(r"(?i)(?<=\bGH-)(?=\d)"),
    re.compile(r"(?i)(?<=github\.com/)(?=\S)"),
    re.compile(r"(?<=<)(?=[A-Za-z/!?])"),
)
"""Mentions; references to issues, by number and by address; tags, which could end a fold or pass for our mark."""
_BLOCKS = MarkdownIt("commonmark", {"html": False})


def mark_of(debate: str) -> str:
    """What a comment begins with, so that it can be found again and written over."""
    return f"<!-- moot:debate:{debate} -->"


def as_comment(
    debate: str, title: str, facts: Mapping[str, str], result: JsonObject, said: Sequence[Spoken], most: int = LONGEST
) -> str:
    """The comment; what does not fit is left out from the end, and how much is told."""
    head = "\n".join(_head(debate, title, facts, result))
    parts = [_fold(each) for each in said]
    kept, room = 0, most - len(head) - len(_foot(debate, len(said))) - len(_OPEN.format(number=len(said)))
    for part in parts:
        if len(part) > room:
            break
        kept, room = kept + 1, room - len(part)
    text = f"{head}{_OPEN.format(number=len(said))}{''.join(parts[:kept])}{_foot(debate, len(said) - kept)}"
    assert len(text) <= most, "what stands above the fold is bounded"
    return text


_OPEN = "\n\n<details><summary>What was said: {number}</summary>\n\n"


def _head(debate: str, title: str, facts: Mapping[str, str], result: JsonObject) -> Iterator[str]:
    yield mark_of(debate)
    yield f"### {_line(title)}"
    yield ""
    told = {name: value for name, value in list(result.items())[:_TOLD] if _says_something(value)}
    above = [name for name, value in told.items() if not isinstance(value, Mapping | list | tuple)][:_ABOVE]
    yield from (f"- **{_line(name)}**: {_line(plain(told[name]))}" for name in above)
    yield ""
    yield "<details><summary>About this debate</summary>\n"
    yield from (f"- {_line(name)}: {_line(plain(value))}" for name, value in told.items() if name not in above)
    yield from (f"- {_line(name)}: {_line(value)}" for name, value in facts.items())
    yield "\n</details>"


def _says_something(value: Json) -> bool:
    return value is not None and value not in ("", (), [], {})


def _fold(said: Spoken) -> str:
    words = "*Sealed.*" if said.move is None else quiet_quote(said.whole or "")
    about = "" if said.parent is None else f", about {said.parent}"
    summary = f"{said.line}. {_name(said.kind)} · {_name(said.seat)}{about}"
    return f"<details><summary>{summary}</summary>\n\n{words}\n\n</details>\n"


def _foot(debate: str, left_out: int) -> str:
    cut = f"{left_out} more moves did not fit here; read all with `moot export {debate}`.\n\n" if left_out else ""
    return f"\n</details>\n\n{cut}"


def quiet_quote(text: str) -> str:
    """A text in quotes that pings nobody; code in fences is left as it is, for nobody is pinged from there."""
    lines = [f"> {line}".rstrip() for line in re.split(r"\r\n|\r|\n", text)]
    # As it is quoted: a tab before a fence reaches less far there than at the beginning of a line.
    in_code = {
        number for token in _BLOCKS.parse("\n".join(lines)) for number in _fenced(token.type, token.map, token.level)
    }
    return "\n".join(line if number in in_code else quiet(line) for number, line in enumerate(lines))


def _fenced(kind: str, lines: Sequence[int] | None, level: int) -> range:
    """The lines between two fences that stand by themselves in the quote."""
    return range(lines[0] + 1, lines[1]) if kind == "fence" and level == 1 and lines is not None else range(0)


def quiet(text: str) -> str:
    r"""The text with what would ping or refer taken apart.

    >>> quiet("@ann, see #12 and <b>").replace("\u2060", "|")
    '@|ann, see #|12 and <|b>'
    """
    for ping in _PINGS:
        text = ping.sub(JOINER, text)
    return text


def _line(text: str) -> str:
    """The text in one line, cut where it is long, in which nothing ends a fold."""
    told = " ".join(text.split())
    return quiet(told if len(told) <= _LONGEST_VALUE else f"{told[:_LONGEST_VALUE]} …")


def _name(text: str) -> str:
    """A name inside a tag of ours."""
    return _line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
