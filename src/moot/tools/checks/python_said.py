"""What the checks of Python say, read into findings. What cannot be read that way is refused."""

import csv
from collections.abc import Mapping
from io import StringIO

from pydantic import BaseModel, Field

from moot.formats.workshop import Finding
from moot.formats.workshop.findings import Grade
from moot.sandbox import Ran
from moot.tools.checks.check import Read, finding, last_words

COMPLEX = 10
"""A function with more ways through it than this is told of."""
_ERRORS = ("F50", "F52", "F63", "F7", "F82", "E9", "PLE", "invalid-syntax")
"""Rules of ruff against what cannot work; the others are about habits."""
_GRADES: Mapping[str, Grade] = {"LOW": "info", "MEDIUM": "warning", "HIGH": "error", "information": "info"}
_LOOKED_AT_NOTHING = "it looked at no file: what is configured leaves all of them out"


class _Spot(BaseModel):
    row: int = 0
    column: int = 0


class _RuffRow(BaseModel):
    code: str | None = None
    filename: str
    message: str
    location: _Spot = _Spot()


def ruff(ran: Ran) -> Read:
    """Reads rows of JSON; the last may have been cut."""
    if ran.exit_code:
        return Read(failed=f"ruff ended with exit code {ran.exit_code}: {last_words(ran)}")
    if b"No Python files found" in ran.stderr:
        return Read(failed=_LOOKED_AT_NOTHING)
    rows = [line for line in ran.stdout.splitlines() if line.endswith(b"}")]
    return Read([_ruff(_RuffRow.model_validate_json(row)) for row in rows])


def _ruff(row: _RuffRow) -> Finding:
    code, place = row.code or "invalid-syntax", row.location
    grade: Grade = "error" if code.startswith(_ERRORS) else "warning"
    return finding("ruff", grade, row.message, code=code, path=row.filename, line=place.row, column=place.column)


class _BanditRow(BaseModel):
    test_id: str
    issue_severity: str
    issue_confidence: str
    issue_text: str
    filename: str
    line_number: int
    col_offset: int = -1


class _BanditFault(BaseModel):
    filename: str
    reason: str


class _Bandit(BaseModel):
    results: list[_BanditRow]
    errors: list[_BanditFault]
    metrics: dict[str, object]
    """By file, and `_totals`."""


def bandit(ran: Ran) -> Read:
    """Reads its JSON; files that it cannot read make it fail, with what it found in the others."""
    told = _Bandit.model_validate_json(ran.stdout)
    found = [
        finding(
            "bandit",
            _GRADES.get(row.issue_severity, "warning"),
            f"{row.issue_text} ({row.issue_confidence.lower()} confidence)",
            code=row.test_id,
            path=row.filename,
            line=row.line_number,
            column=row.col_offset + 1,
        )
        for row in told.results
    ]
    faults = [f"could not read {each.filename.removeprefix('./')}: {each.reason}" for each in told.errors[:1]]
    faults += [] if faults or told.metrics.keys() - {"_totals"} else [_LOOKED_AT_NOTHING]
    return Read(found, failed="".join(faults))


def lizard(ran: Ran) -> Read:
    """Reads its table: a row a function."""
    if ran.exit_code not in (0, 1):
        return Read(failed=f"lizard ended with exit code {ran.exit_code}: {last_words(ran)}")
    rows = [row for row in csv.reader(StringIO(ran.stdout.decode("utf-8", "replace"))) if row]
    if not rows:
        # It ends with 1 where it found something, and where it broke.
        return Read(failed=last_words(ran)) if ran.exit_code else Read()
    ways = [int(row[1]) for row in rows]
    found = [
        finding("lizard", "warning", _many_ways(row), code="CCN", path=row[6], line=int(row[9]))
        for row in rows
        if int(row[1]) > COMPLEX
    ]
    metrics = {
        "functions": float(len(rows)),
        "complexity_max": float(max(ways)),
        "complexity_mean": round(sum(ways) / len(rows), 2),
        "code_lines": float(sum(int(row[0]) for row in rows)),
    }
    return Read(found, metrics)


def _many_ways(row: list[str]) -> str:
    return f"{row[7]} has {row[1]} ways through it; {COMPLEX} are enough"


class _Start(BaseModel):
    line: int = -1
    character: int = -1


class _Range(BaseModel):
    start: _Start = _Start()


class _PyrightRow(BaseModel):
    file: str
    severity: str
    message: str
    rule: str = ""
    range: _Range = _Range()


class _PyrightSummary(BaseModel):
    files: int = Field(alias="filesAnalyzed")


class _Pyright(BaseModel):
    diagnostics: list[_PyrightRow] = Field(alias="generalDiagnostics")
    summary: _PyrightSummary


def basedpyright(ran: Ran) -> Read:
    """Reads its JSON, which counts lines from 0."""
    told = _Pyright.model_validate_json(ran.stdout)
    failed = "" if told.summary.files else _LOOKED_AT_NOTHING
    if ran.exit_code not in (0, 1):
        failed = f"basedpyright ended with exit code {ran.exit_code}: {last_words(ran)}"
    return Read([_pyright(row) for row in told.diagnostics], failed=failed)


def _pyright(row: _PyrightRow) -> Finding:
    grade = _GRADES.get(row.severity, "error" if row.severity == "error" else "warning")
    start = row.range.start
    place = (start.line + 1, start.character + 1)
    return finding("basedpyright", grade, row.message, code=row.rule, path=row.file, line=place[0], column=place[1])
