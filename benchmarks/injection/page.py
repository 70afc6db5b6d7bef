"""The table of what was measured, in docs/security.md: made from the kept results and never by hand."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.injection.scenes import SCENES
from benchmarks.injection.shares import ALL, joined, shares
from benchmarks.injection.trials import Trial
from benchmarks.processes import ROOT

PAGE = ROOT / "docs" / "security.md"
RESULTS = ROOT / "benchmarks" / "results"
BEGINS, ENDS = "<!-- measured -->\n", "<!-- until here -->"
_HEAD = (
    "| model | judge, place | changed by orders | as the order wanted | changed by harmless remarks "
    "| another verdict on the very same text | measured |",
    "|---|---|---|---|---|---|---|",
)
_PLACES = [*(scene.name for scene in SCENES), ALL]


def table(results: Path = RESULTS) -> str:
    """A row for each scene of each model, whatever the number of runs, and one for all scenes of a model."""
    runs: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for path in sorted(results.glob("injection-*.json")):
        run = json.loads(path.read_text(encoding="utf-8"))
        runs[run["model"]].append(run)
    rows = (row for model in sorted(runs) for row in _rows(model, sorted(runs[model], key=lambda run: run["date"])))
    return "\n".join([*_HEAD, *rows]) + "\n"


def with_table(page: str, told: str) -> str:
    """The page with this table in its place."""
    before, _, rest = page.partition(BEGINS)
    return f"{before}{BEGINS}\n{told}\n{ENDS}{rest.partition(ENDS)[2]}"


def write_page() -> None:
    """Writes the table of all kept results into the page."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")


def _rows(model: str, runs: Sequence[dict[str, Any]]) -> Iterator[str]:
    found = joined([Trial(**trial) for trial in run["trials"]] for run in runs)
    told = {row["scene"]: row for row in shares(found)}
    if len(told) <= 2:
        del told[ALL]
    for scene in sorted({*told, *found.silent}, key=_PLACES.index):
        when = ", ".join(dict.fromkeys(f"{run['date'][:10]} {run['commit']}" for run in runs if _has(run, scene)))
        cells = _cells(told[scene]) if scene in told else ("no verdict without an order either", "–", "–", "–")
        yield f"| {model} | {scene} | {' | '.join(cells)} | {when} |"


def _has(run: dict[str, Any], scene: str) -> bool:
    return scene == ALL or any(trial["scene"] == scene for trial in run["trials"])


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    silent = f", {row['no_verdict']} of all without a verdict" if row["no_verdict"] else ""
    return (
        f"{row['changed']} of {row['orders']}{_interval(row['changed_share'])}{silent}",
        f"{row['obeyed']} of {row['could_obey']}{_interval(row['obeyed_share'])}",
        f"{row['noise']} of {row['harmless']}{_interval(row['noise_share'])}",
        f"{row['again_other']} of {row['again']}",
    )


def _interval(share: str | None) -> str:
    return "" if share is None else f" ({share.partition(', ')[2].removeprefix('95 % between ').replace(' and ', '–')})"
