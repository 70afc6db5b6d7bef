"""Tags back into Markdown that reads like them: for pages of ours, which do not keep what was typed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from moot.notation.prose import render_markdown
from moot.notation.tags import Part, Tag, tags_of

_MEANS = re.compile(r"[\\`*\[\]<&~|]|!\Z|(?<![^\W_])_|_(?![^\W_])")
_BEGINS = re.compile(r"(?m)^(\d{0,9})([-+#>=]|(?<=\d)[.)])")
_PHRASES = frozenset({"a", "br", "code", "em", "s", "strong", "span"})
_FENCE = re.compile(r"`+")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x1f]*")
_UNFIT = re.compile(r"[<>\s\\]")
"""What no address within these marks can hold."""
_STARS = {"em": "*", "strong": "**", "s": "~~"}
_MARKS = (_STARS, {**_STARS, "em": "_"})
"""How words are emphasised: the first way that is read as it was meant, or else not at all."""


def unrendered(tag: Tag) -> str:
    r"""What stands in a tag as Markdown: blocks, lists, code, links and emphasis.

    >>> unrendered(tags_of("<p>Read <em>this</em>: 2*3</p><ul><li>one</li></ul>"))
    'Read *this*: 2\\*3\n\n- one'
    """
    return "\n\n".join(_blocks(tag.parts))


def _blocks(parts: Sequence[Part]) -> Iterator[str]:
    """The blocks among these parts; phrases that stand between them are a block too."""
    phrase: list[Part] = []
    for part in [*parts, Tag("p")]:
        if isinstance(part, str) or part.name in _PHRASES:
            phrase.append(part)
            continue
        if words := _paragraph(phrase):
            yield words
        phrase = []
        yield from filter(None, _block(part))


def _block(tag: Tag) -> Iterator[str]:
    match tag.name:
        case "p":
            yield _paragraph(tag.parts)
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if words := _paragraph(tag.parts):
            yield f"{'#' * max(1, int(tag.name[1]) - 2)} {' '.join(words.split())}"
        case "ul" | "ol":
            yield _list(tag)
        case "blockquote":
            yield _behind("> ", "> ", "\n\n".join(_blocks(tag.parts)) or " ")
        case "pre":
            yield _fenced(tag.text)
        case "hr":
            yield "***"
        case "table":
            yield _table(tag)
        case _:
            yield from _blocks(tag.parts)


def _paragraph(parts: Sequence[Part]) -> str:
    """Words with marks that emphasise them again. Marks that touch may mean another, so they are read to see."""
    meant = _emphasis(parts)
    if any(within for _, within in meant):
        for marks in _MARKS:
            text = _marked(parts, marks)
            if _emphasis([tags_of(render_markdown(text))]) == meant:
                return text
    return _marked(_bare(parts), {})


def _bare(parts: Sequence[Part]) -> list[Part]:
    """The same without emphasis; code that then touches other code is one with it, for its marks would be."""
    bare: list[Part] = []
    for part in _loose(parts):
        if _is_code(part) and bare and _is_code(before := bare[-1]):
            bare[-1] = Tag("code", {}, [*before.parts, *part.parts])
        else:
            bare.append(part)
    return bare


def _loose(parts: Sequence[Part]) -> Iterator[Part]:
    for part in parts:
        if isinstance(part, str) or part.name in ("br", "code"):
            yield part
        elif part.name == "a":
            yield Tag("a", part.told, _bare(part.parts))
        else:
            yield from _loose(part.parts)


def _is_code(part: Part) -> TypeGuard[Tag]:
    return isinstance(part, Tag) and part.name == "code"


def _emphasis(parts: Sequence[Part], within: tuple[str, ...] = ()) -> list[tuple[str, tuple[str, ...]]]:
    """Every letter with the tags that emphasise it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for part in parts:
        if isinstance(part, str):
            found += [(letter, within) for letter in part if not letter.isspace()]
        else:
            found += _emphasis(part.parts, (*within, part.name) if part.name in _STARS else within)
    return found


def _marked(parts: Sequence[Part], marks: Mapping[str, str]) -> str:
    text = "".join(_phrase(part, marks) for part in parts)
    lines = (re.sub(r"[ \t]+", " ", line).strip(" \t") for line in text.split("\n"))
    return _BEGINS.sub(r"\1\\\2", "\n".join(line for line in lines if line))


def _phrase(part: Part, marks: Mapping[str, str]) -> str:
    if isinstance(part, str):
        # What was no link there becomes none: an address would be taken as it stands, marks and all.
        return _MEANS.sub(r"\\\g<0>", part).replace("://", "\\://")
    if part.name in ("br", "code"):
        return "\n" if part.name == "br" else _code(part.text)
    words = "".join(_phrase(each, marks) for each in part.parts)
    if part.name == "a":
        return _link(part, words)
    mark = marks.get(part.name, "")
    return f"{mark}{words}{mark}"


def _link(tag: Tag, words: str) -> str:
    href = tag.told.get("href", "")
    if not words.strip() or not href:
        return words
    if href == tag.text and _ADDRESS.fullmatch(href):
        return f"<{href}>"
    return f"[{words}](<{_UNFIT.sub('', href)}>)"


def _code(text: str) -> str:
    told = re.sub(r"\s+", " ", text)
    marks = "`" * (1 + max((len(run) for run in _FENCE.findall(told)), default=0))
    return f"{marks} {told} {marks}" if told.startswith("`") or told.endswith("`") else f"{marks}{told}{marks}"


def _fenced(text: str) -> str:
    marks = "`" * max(3, 1 + max((len(run) for run in _FENCE.findall(text)), default=0))
    told = text.removesuffix("\n")
    return f"{marks}\n{told}\n{marks}"


def _list(tag: Tag) -> str:
    items = [item for item in tag.tags if item.name == "li"]
    told = tag.told.get("start", "1")
    first = int(told) if re.fullmatch(r"\d{1,8}", told) else 1
    marks = [f"{first + number}. " if tag.name == "ol" else "- " for number in range(len(items))]
    texts = ["\n\n".join(_blocks(item.parts)) for item in items]
    apart = "\n\n" if any("\n\n" in text for text in texts) else "\n"
    return apart.join(_behind(mark, " " * len(mark), text) for mark, text in zip(marks, texts, strict=True))


def _behind(first: str, others: str, text: str) -> str:
    """The text with something before its first line, and something before the others."""
    lines = text.split("\n")
    return "\n".join([(first + lines[0]).rstrip(), *((others + line).rstrip() for line in lines[1:])])


def _table(tag: Tag) -> str:
    cells = [list(row.all("td", "th")) for row in tag.all("tr")]
    if not cells:
        return ""
    width = max(map(len, cells))
    rules = [_rule(cell) for cell in cells[0]] + ["---"] * (width - len(cells[0]))
    rows = [[*map(_cell, row), *[""] * (width - len(row))] for row in cells]
    told = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([told[0], f"|{'|'.join(rules)}|", *told[1:]])


def _rule(head: Tag) -> str:
    """What stands below the head of a column, which says to which side its cells are set."""
    return "--:" if head.is_of("to-right") else ":-:" if head.is_of("to-middle") else "---"


def _cell(tag: Tag) -> str:
    return " ".join(_paragraph(tag.parts).split())
