"""Judging on the host: what came back against what was expected, which the guest was never told."""

import math
from typing import Any, Literal, TypeAlias, cast

from pydantic import BaseModel

from moot.sandbox.harness.job import Case
from moot.sandbox.words import plain

Outcome: TypeAlias = Literal["passed", "failed", "error", "timeout", "memory", "not_run"]
DETAIL = 500
TOLERANCE = 1e-9
_BROKEN = frozenset({"SyntaxError", "ImportError"})
"""What code raises that could not be run at all, whatever the candidate does; anything else is the candidate's."""


class Judged(BaseModel, frozen=True):
    """How one case ended."""

    id: str
    outcome: Outcome
    detail: str | None = None
    seconds: float | None = None


def judged(case: Case, told: dict[str, Any], seconds: float) -> Judged:
    """The verdict on an answer that came in time and under its nonce."""
    outcome, detail = _verdict(case, told)
    spelt = None if detail is None else plain(detail, DETAIL)
    return Judged(id=case.id, outcome=outcome, detail=spelt, seconds=round(seconds, 4))


def _verdict(case: Case, told: dict[str, Any]) -> tuple[Outcome, str | None]:
    if "raised" in told:
        return _on_exception(case, told)
    if case.raises is not None:
        return "failed", f"nothing was raised instead of {case.raises}"
    if "odd" in told:
        return "failed", f"returned {told['odd']}, which is no plain data"
    if case.code is not None:
        return ("passed", None) if told.get("done") is True else ("failed", "the answer has no sense")
    if "value" not in told:
        return "failed", "the answer has no sense"
    if same(told["value"], case.expected):
        return "passed", None
    return "failed", f"returned {shown(told['value'])} instead of {shown(case.expected)}"


def _on_exception(case: Case, told: dict[str, Any]) -> tuple[Outcome, str | None]:
    given = cast(list[object], told["raised"]) if isinstance(told["raised"], list) else []
    kinds = [str(kind) for kind in given] or ["something"]
    if case.raises is not None:
        passed = case.raises.rpartition(".")[2] in kinds
        return ("passed", None) if passed else ("failed", f"{kinds[0]} instead of {case.raises}")
    said = str(told.get("said") or "")
    detail = f"{kinds[0]}: {said}" if said else kinds[0]
    if isinstance(line := told.get("line"), int) and case.code is not None:
        lines = case.code.splitlines()
        detail += f" at line {line}: {lines[line - 1].strip()}" if 0 < line <= len(lines) else ""
    if "MemoryError" in kinds:
        return "memory", detail
    return ("error" if case.code is not None and _BROKEN & set(kinds) else "failed"), detail


def same(value: Any, expected: Any) -> bool:
    """Whether two JSON values are the same; numbers may differ by what floats cannot tell.

    >>> same([1, 2.0], [1.0, 2]), same(True, 1), same(0.1 + 0.2, 0.3)
    (True, False, True)
    """
    if isinstance(value, bool) or isinstance(expected, bool):
        return value is expected
    if isinstance(value, int | float) and isinstance(expected, int | float):
        return _close(value, expected)
    if isinstance(value, list) and isinstance(expected, list | tuple):
        ours, theirs = cast(list[Any], value), cast(list[Any], expected)
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(value, dict) and isinstance(expected, dict):
        left, right = cast(dict[str, Any], value), cast(dict[str, Any], expected)
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(cast(object, value)) is type(cast(object, expected)) and bool(value == expected)


def _close(value: float, expected: float) -> bool:
    if isinstance(value, int) and isinstance(expected, int):
        return value == expected
    try:
        both_nan = math.isnan(value) and math.isnan(expected)
        return both_nan or math.isclose(value, expected, rel_tol=TOLERANCE)
    except OverflowError:
        return False


def shown(value: Any) -> str:
    """A value as people read it, shortened."""
    try:
        return plain(repr(value), DETAIL // 3)
    except RecursionError:
        return "something nested too deeply"
