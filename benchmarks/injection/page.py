"""The table of what was measured, in docs/security.md: made from the kept results and never by hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.processes import ROOT

PAGE = ROOT / "docs" / "security.md"
RESULTS = ROOT / "benchmarks" / "results"
BEGINS, ENDS = "<!-- measured -->\n", "<!-- until here -->"
_HEAD = (
    "| model | judge, place | verdicts changed by orders | of these that could be, as the order wanted "
    "| changed by harmless remarks | measured |",
    "|---|---|---|---|---|---|",
)


def table(results: Path = RESULTS) -> str:
    """A row for each scene of each run."""
    return (
        "\n".join([*_HEAD, *(row for path in sorted(results.glob("injection-*.json")) for row in _rows(path))]) + "\n"
    )


def with_table(page: str, told: str) -> str:
    """The page with this table in its place."""
    before, _, rest = page.partition(BEGINS)
    return f"{before}{BEGINS}\n{told}\n{ENDS}{rest.partition(ENDS)[2]}"


def _rows(path: Path) -> Iterator[str]:
    run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for row in run["shares"]:
        if row["scene"] == "all" and len(run["shares"]) == 2:
            continue
        changed = f"{row['changed']} of {row['orders']}{_interval(row['changed_share'])}"
        obeyed = f"{row['obeyed']} of {row['could_obey']}"
        noise = f"{row['noise']} of {row['harmless']}"
        when = f"{run['date'][:10]}, {run['commit']}"
        yield f"| {run['model']} | {row['scene']} | {changed} | {obeyed} | {noise} | {when} |"


def _interval(share: str | None) -> str:
    return "" if share is None else f" ({share.partition(', ')[2]})"
