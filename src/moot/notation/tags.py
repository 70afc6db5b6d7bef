"""HTML that nobody vouches for, as a tree: only what is well formed is read, and nothing in it is ever run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TypeAlias

from moot.debate import InvalidInput
from moot.notation.transcript import HOW

DEEPEST = 120
"""How far tags may be nested; what people write nests by the handful."""
_LONGEST_TAG = 20_000
_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_UNREAD = frozenset({"script", "style"})
"""What stands in these is no text."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)((?:[^\"'>]|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"([^\s=/\"'>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")

Part: TypeAlias = "Tag | str"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with what stands in it."""

    name: str
    told: dict[str, str] = field(default_factory=dict[str, str])
    """Its attributes."""
    parts: list[Part] = field(default_factory=list[Part])

    @property
    def tags(self) -> list["Tag"]:
        """The tags right in it."""
        return [part for part in self.parts if isinstance(part, Tag)]

    @property
    def text(self) -> str:
        """All words in it."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def all(self, *names: str) -> Iterator["Tag"]:
        """The tags with these names in it, at any depth, in their order; not those within one another."""
        for tag in self.tags:
            if tag.name in names:
                yield tag
            else:
                yield from tag.all(*names)

    def is_of(self, kind: str) -> bool:
        """Whether this is one of its classes."""
        return kind in self.told.get("class", "").split()


def tags_of(html: str) -> Tag:
    """The tree of a page, or the refusal that says where it is not well formed."""
    root = Tag("")
    within, at = [root], 0
    while (start := html.find("<", at)) >= 0:
        _say(within[-1], html[at:start])
        at = _past_comment(html, start) or _past_tag(html, start, within)
    _say(within[-1], html[at:])
    if len(within) > 1:
        raise _unfit(html, len(html), f"<{within[-1].name}> is never closed")
    return root


def _past_comment(html: str, start: int) -> int | None:
    """Where a comment or declaration that begins here is over; None where none does."""
    if html.startswith("<!--", start):
        end = html.find("-->", start)
        if end < 0:
            raise _unfit(html, start, "a comment is never closed")
        return end + 3
    if html.startswith("<!", start):
        end = html.find(">", start, start + _LONGEST_TAG)
        if end < 0:
            raise _unfit(html, start, "a declaration is never closed")
        return end + 1
    return None


def _past_tag(html: str, start: int, within: list[Tag]) -> int:
    """Takes the tag that begins here, and says where it is over."""
    found = _TAG.match(html, start, start + _LONGEST_TAG)
    if found is None:
        raise _unfit(html, start, "a tag is not written as tags are")
    closes, name, end = found[1], found[2].lower(), found.end()
    if closes:
        if within[-1].name != name or len(within) < 2:
            raise _unfit(html, start, f"</{name[:20]}> closes what is not open")
        within.pop()
        return end
    tag = Tag(name, {each[1].lower(): unescape(each[2] or each[3] or each[4] or "") for each in _attributes(found[3])})
    within[-1].parts.append(tag)
    if name in _UNREAD:
        end = html.find(f"</{name}", end)
        if end < 0:
            raise _unfit(html, start, f"<{name}> is never closed")
        within.append(tag)
    elif name not in _VOID:
        within.append(tag)
    if len(within) > DEEPEST:
        raise _unfit(html, start, f"tags are nested deeper than {DEEPEST} levels")
    return end


def _attributes(told: str) -> Iterator[re.Match[str]]:
    return _ATTRIBUTE.finditer(told)


def _say(tag: Tag, text: str) -> None:
    if text:
        tag.parts.append(unescape(text))


def _unfit(html: str, at: int, fault: str) -> InvalidInput:
    line = html.count("\n", 0, at) + 1
    return InvalidInput(f"The page is not well formed: in line {line} {fault}.", suggestion=HOW)
