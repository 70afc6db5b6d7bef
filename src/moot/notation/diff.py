"""What changed between two texts, for a terminal and for two columns side by side."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, TypeAlias

_CONTEXT = 3
_PATIENCE = 2_000_000
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

Opcode: TypeAlias = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of two columns; a side that has no line there is None."""

    kind: Literal["same", "changed", "removed", "added"]
    left: str | None = None
    right: str | None = None
    left_line: int | None = None
    right_line: int | None = None


@dataclass(frozen=True, slots=True)
class Hunk:
    """A stretch of rows with changes in it and a little of what stands around them."""

    left_start: int
    left_lines: int
    right_start: int
    right_lines: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """All that changed; `unified` is what `patch` reads."""

    unified: str
    hunks: tuple[Hunk, ...]
    added: int
    removed: int


def diff(a: str, b: str, a_name: str = "a", b_name: str = "b") -> Diff:
    """The changes that lead from one text to the other."""
    left, right = _LINE.findall(a), _LINE.findall(b)
    groups = tuple(_grouped(opcodes(left, right)))
    hunks = tuple(_hunk(group, left, right) for group in groups)
    changes = [code for group in groups for code in group if code[0] != "equal"]
    head = f"--- {a_name}\n+++ {b_name}\n" if hunks else ""
    return Diff(
        unified=head + "".join(_unified(group, left, right) for group in groups),
        hunks=hunks,
        added=sum(j2 - j1 for _, _, _, j1, j2 in changes),
        removed=sum(i2 - i1 for _, i1, i2, _, _ in changes),
    )


def opcodes(left: list[str], right: list[str]) -> list[Opcode]:
    """What leads from one list of lines to the other; texts made to be slow are told as replaced."""
    start = _common(left, right)
    end = _common(left[start:][::-1], right[start:][::-1])
    i, j = len(left) - end, len(right) - end
    middle = _matched(left[start:i], right[start:j])
    codes = [("equal", 0, start, 0, start)] if start else []
    codes += [(tag, start + i1, start + i2, start + j1, start + j2) for tag, i1, i2, j1, j2 in middle]
    return [*codes, ("equal", i, len(left), j, len(right))] if end else codes


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(left), len(right)))


def _matched(left: list[str], right: list[str]) -> list[Opcode]:
    # Matching is quadratic in lines that repeat: two long texts made for it would hold the house up for minutes.
    often = Counter(right)
    if sum(often[line] for line in left) > _PATIENCE:
        return [("replace", 0, len(left), 0, len(right))]
    return list(SequenceMatcher(None, left, right).get_opcodes())


def _grouped(codes: list[Opcode]) -> Iterator[list[Opcode]]:
    group: list[Opcode] = []
    for tag, i1, i2, j1, j2 in codes:
        if tag != "equal":
            group.append((tag, i1, i2, j1, j2))
            continue
        if group and i2 - i1 > 2 * _CONTEXT:
            yield [*group, ("equal", i1, i1 + _CONTEXT, j1, j1 + _CONTEXT)]
            group = []
        keep = i2 - i1 if group else min(_CONTEXT, i2 - i1)
        group.append(("equal", i2 - keep, i2, j2 - keep, j2))
    if group and group[-1][0] == "equal":
        tag, i1, i2, j1, j2 = group.pop()
        group.append((tag, i1, min(i2, i1 + _CONTEXT), j1, min(j2, j1 + _CONTEXT)))
    if any(code[0] != "equal" for code in group):
        yield group


def _hunk(group: list[Opcode], left: list[str], right: list[str]) -> Hunk:
    rows = tuple(row for code in group for row in _rows(code, left, right))
    (_, i1, _, j1, _), (_, _, i2, _, j2) = group[0], group[-1]
    return Hunk(i1 + 1, i2 - i1, j1 + 1, j2 - j1, rows)


def _rows(code: Opcode, left: list[str], right: list[str]) -> Iterator[Row]:
    tag, i1, i2, j1, j2 = code
    for i, j in zip_longest(range(i1, i2), range(j1, j2)):
        if i is None:
            yield Row("added", None, _bare(right[j]), None, j + 1)
        elif j is None:
            yield Row("removed", _bare(left[i]), None, i + 1, None)
        else:
            kind = "same" if tag == "equal" else "changed"
            yield Row(kind, _bare(left[i]), _bare(right[j]), i + 1, j + 1)


def _unified(group: list[Opcode], left: list[str], right: list[str]) -> str:
    (_, i1, _, j1, _), (_, _, i2, _, j2) = group[0], group[-1]
    told = [f"@@ -{_span(i1, i2)} +{_span(j1, j2)} @@\n"]
    for tag, a1, a2, b1, b2 in group:
        if tag == "equal":
            told += [_marked(" ", line) for line in left[a1:a2]]
            continue
        told += [_marked("-", line) for line in left[a1:a2]]
        told += [_marked("+", line) for line in right[b1:b2]]
    return "".join(told)


def _span(start: int, end: int) -> str:
    """A stretch of lines as `patch` counts them: an empty one is named by the line before it."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"


def _bare(line: str) -> str:
    return line.removesuffix("\n")
