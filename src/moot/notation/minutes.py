"""Minutes: a debate read back from the Markdown that it was written in. Only what stands in quotes was said."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from moot.debate import InvalidInput
from moot.notation.said import Said, plain
from moot.notation.transcript import HOW, Heading, Transcript, heading, transcribed, when_and_about

_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|!~])")


def read_markdown(text: str) -> Transcript:
    """The transcript that our Markdown holds, or the refusal that says which line of it is none of ours."""
    lines = re.split(r"\r\n|\r|\n", text.rstrip())
    if not lines[0].startswith("# "):
        raise InvalidInput("The Markdown does not begin with the title of a debate.", suggestion=HOW)
    starts = [number for number, line in enumerate(lines) if line.startswith("## ")]
    above = _Cursor(lines, 1, starts[0] if starts else len(lines))
    facts = above.named()
    above.must_be_done()
    said = [_part(_Cursor(lines, start, end)) for start, end in pairwise([*starts, len(lines)])]
    return transcribed(_plain(lines[0][2:]), facts, said, "Markdown")


@dataclass(slots=True)
class _Cursor:
    """Lines of a file, read one after the other."""

    lines: Sequence[str]
    at: int
    end: int

    def taken(self, fits: Callable[[str], bool]) -> list[str]:
        """The next lines that fit, past those that are empty."""
        self.skip()
        start = self.at
        while self.at < self.end and fits(self.lines[self.at]):
            self.at += 1
        return list(self.lines[start : self.at])

    def skip(self) -> None:
        """Goes past empty lines."""
        while self.at < self.end and not self.lines[self.at]:
            self.at += 1

    def named(self) -> dict[str, str]:
        """The next facts, by name."""
        pairs = (line[2:].partition(": ") for line in self.taken(lambda line: line.startswith("- ")))
        return {_plain(name if mark else name.removesuffix(":")): _plain(value) for name, mark, value in pairs}

    def must_be_done(self) -> None:
        """Refuses what is left: nobody said it."""
        self.skip()
        if self.at < self.end:
            raise InvalidInput(
                f"Line {self.at + 1} of the Markdown is neither a heading of ours nor in quotes, so that nobody said "
                f"it: {self.lines[self.at][:60]!r}.",
                suggestion=HOW,
            )


def _part(cursor: _Cursor) -> Said:
    head = _headed(cursor)
    cursor.skip()
    about = when_and_about(cursor.lines[cursor.at]) if cursor.at < cursor.end else None
    cursor.at += about is not None
    sealed = bool(cursor.taken(lambda line: line == "*Sealed.*"))
    words = [] if sealed else cursor.taken(lambda line: line == ">" or line.startswith("> "))
    content = None if sealed else "\n".join(line[2:] for line in words)
    extras, files = cursor.named(), _files(cursor)
    cursor.must_be_done()
    at, parent = about or (None, None)
    extras |= {name: plain(texts) for name, texts in files.items()}
    return Said(head.line, head.kind, head.seat, at, content, parent, extras, files)


def _headed(cursor: _Cursor) -> Heading:
    found = heading(_plain(cursor.lines[cursor.at][3:]))
    if found is None:
        cursor.must_be_done()
    assert found is not None
    cursor.at += 1
    return found


def _files(cursor: _Cursor) -> dict[str, dict[str, str]]:
    """The files that follow, by the field that holds them and by path; their lines are indented, or empty."""
    files: dict[str, dict[str, str]] = {}
    cursor.skip()
    while cursor.at < cursor.end and (title := _title(cursor.lines[cursor.at])) is not None:
        start = cursor.at = cursor.at + 2
        while cursor.at < cursor.end and (not (line := cursor.lines[cursor.at]) or line.startswith("    ")):
            cursor.at += 1
        # The last empty line is what stands before the next thing; at the end of all there is none.
        apart = start < cursor.at < len(cursor.lines)
        lines = cursor.lines[start : cursor.at - apart]
        files.setdefault(_plain(title[0]), {})[_plain(title[1])] = "\n".join(line[4:] for line in lines)
    return files


def _title(line: str) -> tuple[str, str] | None:
    """The field and the path of a file, if that is what a line tells."""
    name, mark, path = line.removesuffix(":").partition(", ")
    return (name, path) if mark and line.endswith(":") else None


def _plain(text: str) -> str:
    """The text without the marks that keep it from meaning anything."""
    return _ESCAPED.sub(r"\1", text)
