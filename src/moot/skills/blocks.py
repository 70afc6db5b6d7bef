"""One marked block of ours in a text that others write too: Markdown, or TOML, whose comments differ."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from moot.skills.mark import MARK

Style: TypeAlias = Literal["markdown", "toml"]


@dataclass(frozen=True, slots=True)
class Fence:
    """How a block begins and ends."""

    begin: str
    end: str
    begins: re.Pattern[str]
    ends: re.Pattern[str]


FENCES: dict[Style, Fence] = {
    "markdown": Fence(
        f"<!-- moot:begin {MARK} -->",
        "<!-- moot:end -->",
        re.compile(r"^<!-- moot:begin\b.*?-->", re.M),
        re.compile(r"^<!-- moot:end -->", re.M),
    ),
    "toml": Fence(
        f"# moot:begin {MARK}",
        "# moot:end",
        re.compile(r"^# moot:begin\b[^\r\n]*", re.M),
        re.compile(r"^# moot:end(?=\r?$)", re.M),
    ),
}


class Broken(ValueError):
    """A text that has more or less than one begin and end of our block."""


def with_block(text: str, block: str, style: Style) -> str:
    """The text with the block: where it was, or at the end."""
    fence, newline = FENCES[style], _newline(text)
    fenced = f"{fence.begin}\n{block.strip()}\n{fence.end}".replace("\n", newline)
    place = _place(text, fence)
    if place is not None:
        return text[: place[0]] + fenced + text[place[1] :]
    if not text:
        return fenced + newline
    return text + newline + fenced + newline


def without_block(text: str, style: Style) -> str | None:
    """The text as it was before the block was added; None where nothing else is in it."""
    place = _place(text, FENCES[style])
    if place is None:
        return text
    before, after = text[: place[0]], text[place[1] :].removeprefix(_newline(text))
    left = before.removesuffix(_newline(text)) + after if before else after
    return left or None


def _place(text: str, fence: Fence) -> tuple[int, int] | None:
    begins, ends = list(fence.begins.finditer(text)), list(fence.ends.finditer(text))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].start():
        raise Broken("has more or less than one begin and end of moot's block")
    return begins[0].start(), ends[0].end()


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
