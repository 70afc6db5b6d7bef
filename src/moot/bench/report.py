"""The report of a run, in Markdown for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.bench.results import named

CHART = "chart.svg"
_FAILED_SHOWN = 20


def report(told: Mapping[str, Any], chart: str | None = CHART) -> str:
    """The results in words and tables; `chart` is the file of the drawing beside it."""
    return "\n".join(_lines(told, chart)) + "\n"


def _lines(told: Mapping[str, Any], chart: str | None) -> Iterator[str]:
    yield f"# {told['suite']}\n"
    yield from _about(told)
    yield "\n| system | passed | share | 95 % interval | tokens | cost | calls | seconds |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from (_row(system) for system in told["systems"])
    if chart is not None and told["passed"] is not None:
        yield f"\n![The share that each system passed, with its interval]({chart})"
    yield from _comparisons(told)
    yield from _metrics(told)
    yield from _failed(told)


def _about(told: Mapping[str, Any]) -> Iterator[str]:
    data = told.get("data")
    if data is not None:
        yield f"Data: {data['file']}, {data['tasks']} of {data['of']} tasks, sha256 `{data['sha256'][:16]}…`."
    if not told.get("complete", True):
        yield f"\n**This run is not complete**: {told.get('stopped') or 'it was interrupted'}."
    if told.get("unanswered"):
        yield f"\n**{told['unanswered']} tasks have no answer** and are not counted."
    if told["cannot"] is not None:
        yield f"\n**What this does not say**: {told['cannot']}."


def _row(system: Mapping[str, Any]) -> str:
    interval = system["interval"]
    return (
        " | ".join(
            [
                f"| {_safe(named(system['system'], system['model']))}",
                "not told" if system["passed"] is None else f"{system['passed']}/{system['total']}",
                _percent(system["share"]),
                "" if interval is None else f"{_percent(interval[0])} to {_percent(interval[1])}",
                _number(system["tokens"]),
                "" if system["cost"] is None else f"${system['cost']:.4f}",
                _number(system["calls"] or None),
                "" if system["seconds"] is None else f"{system['seconds']:.1f}",
            ]
        )
        + " |"
    )


def _comparisons(told: Mapping[str, Any]) -> Iterator[str]:
    if not told["comparisons"]:
        return
    yield "\n## On the same tasks\n"
    yield "| | tasks | only the first | only the second | difference | 95 % interval | p |"
    yield "|---|---|---|---|---|---|---|"
    for each in told["comparisons"]:
        low, high = each["interval"]
        yield (
            f"| {_safe(each['first'])} against {_safe(each['second'])} | {each['tasks']} | {each['only_first']} | "
            f"{each['only_second']} | {_percent(each['difference'])} | {_percent(low)} to {_percent(high)} | "
            f"{each['p']:.3g} |"
        )
    yield "\np is McNemar's exact test. An interval that holds 0 says that nobody knows which is better."


def _metrics(told: Mapping[str, Any]) -> Iterator[str]:
    measured = [system for system in told["systems"] if system["metrics"]]
    if not measured:
        return
    yield "\n## Measured beside\n\n| system | what | mean | of |\n|---|---|---|---|"
    for system in measured:
        for name, found in system["metrics"].items():
            yield f"| {_safe(named(system['system'], system['model']))} | {name} | {found['mean']:g} | {found['of']} |"


def _failed(told: Mapping[str, Any]) -> Iterator[str]:
    failed = [row for row in told["rows"] if row["passed"] is False]
    if not failed:
        return
    yield f"\n## Not passed\n\n{len(failed)} rows; the first {min(len(failed), _FAILED_SHOWN)}:\n"
    for row in failed[:_FAILED_SHOWN]:
        name = _safe(named(row["system"], row.get("model")))
        yield f"- {_safe(row['task_id'])}, {name}: {_safe(row['why'])}{_where(row.get('debates', ()))}"


def _where(debates: Sequence[str]) -> str:
    """Where it can be read: the first debate, and how many more there were."""
    if not debates:
        return ""
    more = f" and {len(debates) - 1} more" if len(debates) > 1 else ""
    return f" (`{debates[0]}`{more})"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def _number(amount: float | None) -> str:
    return "" if amount is None else f"{amount:,.0f}"


def _safe(text: str) -> str:
    """What others wrote, so that it makes neither a table nor a link."""
    return "".join(f"\\{each}" if each in "|[]<>`*_" else each for each in " ".join(text.split()))
