"""What the driver tells of tests and benchmarks that it ran itself."""

from pydantic import BaseModel, TypeAdapter

from moot.sandbox import Ran
from moot.tools.checks.check import NO_TEST, Read, finding, last_words

_BROKEN_OFF, _NO_TESTS = 2, 5
_TESTS_RAN = (0, 1, _BROKEN_OFF)
"""Exit codes of pytest after which its counts hold."""


class _TestRow(BaseModel):
    code: str
    path: str
    line: int | None
    message: str


class _Tests(BaseModel):
    code: int
    counts: dict[str, int]
    findings: list[_TestRow]
    seconds: float
    coverage: float | None


def pytest(ran: Ran) -> Read:
    """Reads what the driver tells of a run of the tests."""
    told = _Tests.model_validate_json(ran.stdout)
    metrics = {f"tests_{name}": float(count) for name, count in told.counts.items()}
    metrics["tests_seconds"] = round(told.seconds, 3)
    if told.coverage is not None:
        metrics["coverage"] = round(told.coverage, 1)
    found = [
        finding("pytest", "error", row.message, code=row.code, path=row.path, line=row.line) for row in told.findings
    ]
    return Read(found, metrics, _untested(told, ran))


def _untested(told: _Tests, ran: Ran) -> str:
    """Why a run of the tests says nothing, if so: tests that were not run have not passed."""
    if told.code not in (*_TESTS_RAN, _NO_TESTS):
        return f"pytest ended with exit code {told.code}: {last_words(ran)}"
    if not any(count for name, count in told.counts.items() if name != "skipped"):
        return NO_TEST
    return "the tests were broken off" if told.code == _BROKEN_OFF and not told.findings else ""


class _Timed(BaseModel):
    code: int
    median: float | None
    said: str


_TIMED = TypeAdapter(dict[str, _Timed])


def benchmark(ran: Ran) -> Read:
    """Reads what the driver measured."""
    told = _TIMED.validate_json(ran.stdout)
    broken = [
        finding("benchmark", "error", f"it ended with exit code {row.code}: {row.said}", path=name)
        for name, row in told.items()
        if row.code
    ]
    times = {f"seconds {name}"[:60]: round(row.median, 4) for name, row in told.items() if row.median is not None}
    return Read(broken, times)
