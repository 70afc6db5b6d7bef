"""What was made: the versions of the code, and what changed from one to another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

from moot.desk.workshop_replies import CodeVersion
from moot.formats.workshop.texts import merged
from moot.notation.diff import Row as Side
from moot.notation.diff import diff

RowKind: TypeAlias = Literal["file", "hunk", "same", "added", "removed", "note"]
_TASK = 1
"""The line of the task."""
_MOST_ROWS = 1500


@dataclass(frozen=True, slots=True)
class Made:
    """A version of the code."""

    number: int
    line: int
    thread: str
    """Whose candidate it belongs to."""
    by: str
    kind: str
    phase: str
    base: int | None
    """The number of the version that it was made from; None: what came with the task."""
    files: Mapping[str, str] | None
    """None where this reader may not read it."""
    passed: int | None
    total: int
    held: int | None
    attacked: int
    best: bool
    checks: Mapping[str, Any] | None = None
    """What programs found in it; None: nobody looked."""

    @property
    def name(self) -> str:
        """As it is spoken of."""
        return f"version {self.number}"

    @property
    def face(self) -> str:
        """Stays the same as long as it looks the same."""
        checked = None if self.checks is None else self.checks["line"]
        return f"{self.line}-{self.passed}-{self.held}-{self.best}-{self.files is not None}-{checked}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a difference."""

    kind: RowKind
    text: str
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed from one version to another."""

    rows: tuple[Row, ...]
    added: int
    removed: int
    cut: int = 0
    """How many rows are not shown."""


def made(rows: Sequence[CodeVersion], said: Mapping[int, Mapping[str, Any]]) -> tuple[Made, ...]:
    """The versions as the desk tells of them, with their text where what was said is at hand, by line."""
    given: Mapping[str, str] = said.get(_TASK, {}).get("files") or {}
    texts: dict[int | None, Mapping[str, str] | None] = {None: given}
    for row in rows:
        base, own = texts.get(row.base), said.get(row.seq)
        texts[row.version_number] = None if base is None or own is None else merged(base, own.get("files") or {})
    return tuple(_made(row, texts[row.version_number]) for row in rows)


def _made(row: CodeVersion, files: Mapping[str, str] | None) -> Made:
    return Made(
        number=row.version_number,
        line=row.seq,
        thread=row.thread,
        by=row.by,
        kind=row.turn,
        phase=row.phase or "",
        base=row.base,
        files=files,
        passed=row.passed,
        total=row.total,
        held=row.held,
        attacked=row.attacked,
        best=row.best,
        checks=row.checks,
    )


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Changes:
    r"""What changed in the files.

    >>> [row.kind for row in changes({"x": "old\n"}, {"x": "new\n"}).rows]
    ['file', 'hunk', 'removed', 'added']
    """
    changed = [path for path in sorted({*before, *after}) if before.get(path) != after.get(path)]
    rows = [row for path in changed for row in _file(path, before.get(path), after.get(path))]
    added, removed = (sum(row.kind == kind for row in rows) for kind in ("added", "removed"))
    return Changes(tuple(rows[:_MOST_ROWS]), added, removed, max(0, len(rows) - _MOST_ROWS))


def _file(path: str, before: str | None, after: str | None) -> Iterator[Row]:
    yield Row("file", f"{path}, new" if before is None else f"{path}, removed" if after is None else path)
    if (before or "").splitlines() == (after or "").splitlines():
        yield Row("note", "Only line breaks changed.")
        return
    for hunk in diff(before or "", after or "").hunks:
        yield Row(
            "hunk", f"lines {hunk.right_start} to {max(hunk.right_start + hunk.right_lines - 1, hunk.right_start)}"
        )
        for same, group in groupby(hunk.rows, key=lambda row: row.kind == "same"):
            rows = list(group)
            yield from _same(rows) if same else _moved(rows)


def _same(rows: Iterable[Side]) -> Iterator[Row]:
    return (Row("same", row.right or "", row.left_line, row.right_line) for row in rows)


def _moved(rows: Sequence[Side]) -> Iterator[Row]:
    """What went, and below it what came."""
    yield from (Row("removed", row.left, before=row.left_line) for row in rows if row.left is not None)
    yield from (Row("added", row.right, after=row.right_line) for row in rows if row.right is not None)
