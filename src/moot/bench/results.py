"""The results of a run: by system, with intervals and what it cost; and the systems compared on the same tasks."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from moot.bench.comparing import paired
from moot.bench.rows import Row
from moot.rating import wilson

_PLACES = 4


def results(suite: str, rows: Sequence[Row], *, cannot: str | None = None, **more: Any) -> dict[str, Any]:
    """Everything that a run came to, as programs read it.

    `passed`, `total` and `share` at the top are over all rows that were scored; those of each system follow.
    """
    groups = by_system(rows)
    compared = [
        told for one, other in combinations(groups, 2) if (told := _compared(one, other, groups[one], groups[other]))
    ]
    return {
        "suite": suite,
        **_counted(rows),
        **more,
        "cannot": cannot,
        "systems": [_system(*key, of) for key, of in groups.items()],
        "comparisons": compared,
        "rows": [row.model_dump(mode="json", exclude_none=True) | {"passed": row.passed} for row in rows],
    }


def by_system(rows: Iterable[Row]) -> dict[tuple[str, str | None], list[Row]]:
    """The rows of each system with each model, in the order in which these first come."""
    groups: dict[tuple[str, str | None], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.system, row.model), []).append(row)
    return groups


def _counted(rows: Sequence[Row]) -> dict[str, Any]:
    """How many passed; null where nothing here can tell."""
    scored = [row for row in rows if row.passed is not None]
    if rows and not scored:
        return {"passed": None, "total": len(rows), "share": None, "interval": None}
    passed = sum(row.passed is True for row in scored)
    interval = wilson(passed, len(scored))
    return {
        "passed": passed,
        "total": len(scored),
        "share": None if interval is None else round(interval.share, _PLACES),
        "interval": None if interval is None else [round(interval.low, _PLACES), round(interval.high, _PLACES)],
    }


def _system(system: str, model: str | None, rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "system": system,
        "model": model,
        **_counted(rows),
        "tokens": _sum(row.tokens for row in rows),
        "cost": _sum(row.cost for row in rows),
        "calls": sum(row.calls for row in rows),
        "seconds": _sum(row.seconds for row in rows),
        "metrics": _means(rows),
    }


def _sum(amounts: Iterable[float | None]) -> float | None:
    """All together; not known where one of them is not."""
    told = list(amounts)
    known = [amount for amount in told if amount is not None]
    return round(sum(known), 9) if known and len(known) == len(told) else None


def _means(rows: Sequence[Row]) -> dict[str, Any]:
    """The mean of each metric over the rows that have it, and how many these are."""
    names = dict.fromkeys(name for row in rows for name in row.metrics)
    found = {name: [row.metrics[name] for row in rows if name in row.metrics] for name in names}
    return {name: {"mean": round(sum(told) / len(told), _PLACES), "of": len(told)} for name, told in found.items()}


def _compared(
    one: tuple[str, str | None], other: tuple[str, str | None], mine: Sequence[Row], theirs: Sequence[Row]
) -> Mapping[str, Any] | None:
    there = {row.task_id: row.passed for row in theirs if row.passed is not None}
    both = [(row.passed, there[row.task_id]) for row in mine if row.passed is not None and row.task_id in there]
    if not both:
        return None
    told = paired(len(both), sum(a and not b for a, b in both), sum(b and not a for a, b in both))
    return {
        "first": named(*one),
        "second": named(*other),
        "tasks": told.tasks,
        "only_first": told.only_first,
        "only_second": told.only_second,
        "difference": round(told.difference, _PLACES),
        "interval": [round(told.low, _PLACES), round(told.high, _PLACES)],
        "p": round(told.p, 6),
    }


def named(system: str, model: str | None) -> str:
    """A system with its model, in words."""
    return system if model is None else f"{system}, {model}"
