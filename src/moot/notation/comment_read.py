"""A comment for GitHub read back: what was said in it, fold by fold."""

import re
from html import unescape

from moot.debate import InvalidInput
from moot.notation.comment import JOINER
from moot.notation.said import Said
from moot.notation.transcript import HOW, Transcript, heading, transcribed

_FOLD = re.compile(r"<details><summary>(\d{1,9}\. \S{1,100} · .{1,300}?)(?:, about (\d{1,9}))?</summary>\n\n")
_FACT = re.compile(r"(?m)^- (?:\*\*)?(.+?)(?:\*\*)?: (.*)$")
_LEFT_OUT = re.compile(r"(?m)^(\d+) more moves did not fit here; read all with `moot export ")
_SAID = "<details><summary>What was said: "


def read_comment(text: str) -> Transcript:
    """The transcript that a comment of ours holds, or the refusal where it is none, or had to be cut."""
    plain = re.sub(r"\r\n|\r", "\n", text).replace(JOINER, "")
    above, _, below = plain.partition(_SAID)
    title = re.search(r"(?m)^### (.*)$", above)
    if title is None or not below:
        raise InvalidInput("The comment is none that Moot has written.", suggestion=HOW)
    if (cut := _LEFT_OUT.search(below)) is not None:
        raise InvalidInput(f"The comment is cut: {cut[1]} moves are not in it.", suggestion=HOW)
    facts = dict(_FACT.findall(above))
    marks = list(_FOLD.finditer(below))
    ends = [*(mark.start() for mark in marks[1:]), len(below)][: len(marks)]
    said = [_said(mark, below[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    return transcribed(title[1], facts, said, "comment")


def _said(mark: re.Match[str], inner: str) -> Said:
    words, closed, _ = inner.partition("\n\n</details>")
    lines = words.split("\n")
    head = heading(unescape(mark[1]))
    if head is None or not closed or not (words == "*Sealed.*" or all(line.startswith(">") for line in lines)):
        raise InvalidInput(f"What stands below {mark[1][:60]!r} in the comment is not in quotes.", suggestion=HOW)
    content = None if words == "*Sealed.*" else "\n".join(line[2:] for line in lines)
    return Said(head.line, head.kind, head.seat, None, content, None if mark[2] is None else int(mark[2]))
