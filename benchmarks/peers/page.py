"""docs/benchmarks.md, written from the latest results and never by hand."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from benchmarks.peers.rows import NEAR, OURS, Row, verdicts
from benchmarks.processes import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"
RESULTS = ROOT / "benchmarks" / "results"

_HEAD = """\
# Against the peers

*Written by `python -m benchmarks.peers --page` from the [results](../{results}); not by hand.*

Three agents, two rounds and a vote, on one mock endpoint of fixed latency, each system in a process and an environment
of its own, one after the other on one machine. Moot keeps every word: each call is claimed before it is made, each
answer kept before it is played, each line chained, in a SQLite file. No other system here keeps anything. `ratio` is
one debate alone over its critical path (its stages times the latency; 1.00 is the least there can be). `debates/s` and
`CPU` are with {crowd} debates at once and room for all their calls. The bare client makes the same calls with nothing
around them: it is the floor, not a peer.

Measured on {date}, commit `{commit}`, {cores} cores, Python {python}.
"""
_TAIL = """\

Each peer is driven as its own documentation shows, with all that it can do at once done at once. Where one is built
otherwise it is said: aragora-debate votes after every round, so it has {aragora} stages, and its ratio is over its own
path; its own OpenAI agent blocks, so an asynchronous one was given to it. AG2 makes a client for each question. swarms
blocks, so each debate has a thread. The drivers are in [benchmarks/peers/drivers](../benchmarks/peers/drivers). Run it
again:

```
.venv/bin/python -m benchmarks.peers
```
"""
_COLUMNS = "| system | version | keeps the record | calls | ratio | debates/s | CPU, ms a call | MB | KB a debate |"


def latest() -> Path | None:
    """The newest results there are."""
    return max(RESULTS.glob("*peers*.json"), default=None, key=lambda path: path.name)


def page_of(path: Path) -> str:
    """The page for a file of results."""
    told: Mapping[str, Any] = json.loads(path.read_text())
    rows = [Row(**row) for row in told["rows"]]
    where = path.relative_to(ROOT)
    head = _HEAD.format(
        results=where, crowd=told["crowd"], date=told["date"][:10], commit=told["commit"], **_machine(told["machine"])
    )
    parts = [
        _part(latency, [row for row in rows if row.latency_ms == latency], told["crowd"])
        for latency in told["latencies"]
    ]
    stages = next((row.stages for row in rows if row.system == "aragora-debate"), 4)
    return head + "".join(parts) + _missing(told) + _profile(told) + _TAIL.format(aragora=stages)


def _machine(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"cores": told["cores"], "python": told["python"]}


def _part(latency: int, rows: Sequence[Row], crowd: int) -> str:
    lines = [
        f"\n## Calls that take {latency} ms\n",
        _COLUMNS,
        "|---|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row.system} | {row.version} | {'yes' if row.persistence else 'no'} | {row.calls} | {row.ratio:.2f} "
        f"| {row.debates_per_s:.1f} | {row.cpu_ms:.2f} | {row.rss_mb:.0f} | {row.kb_per_debate:.0f} |"
        for row in sorted(rows, key=lambda row: row.ratio)
    ]
    lines += ["", "| goal | came to | met |", "|---|---|---|"]
    lines += [f"| {each.goal} | {each.came} | {'yes' if each.met else '**no**'} |" for each in verdicts(rows, crowd)]
    return "\n".join(lines) + "\n" + _why(latency, rows)


def _why(latency: int, rows: Sequence[Row]) -> str:
    """Why one debate alone took longer than its goal, where it did: its calls take turns on one core."""
    ours = next(row for row in rows if row.system == OURS)
    if ours.ratio <= NEAR:
        return ""
    together = ours.calls / ours.stages
    over, allowed = (ours.ratio - 1) * latency, (NEAR - 1) * latency
    each, busy = ours.cpu_ms_alone, together * ours.cpu_ms_alone
    return (
        f"\nA stage took {over:.1f} ms more than its calls, and may take {allowed:.1f}. Its {together:.0f} calls\n"
        f"share one core, at {each:.1f} ms each when a debate is alone: {busy:.1f} ms, before anything is waited\n"
        f"for on a disk. With calls of {busy / (NEAR - 1):.0f} ms or more there is room for that.\n"
    )


def _profile(told: Mapping[str, Any]) -> str:
    """Where our own CPU goes: it says why a goal was missed, and what is left to gain."""
    shares = cast("list[tuple[str, float]]", told.get("profile") or [])
    if not shares:
        return ""
    latency = told["latencies"][0]
    lines = [
        "\n## Where our CPU goes\n",
        f"The event loop's thread with {told['crowd']} debates at once and calls of {latency} ms, by profile.",
        "The thread that writes to the disk is not in it; functions in C are counted where they are built in.\n",
        "| part | share |",
        "|---|---:|",
        *(f"| {part} | {share:.0%} |" for part, share in shares),
    ]
    return "\n".join(lines) + "\n"


def _missing(told: Mapping[str, Any]) -> str:
    missing: Mapping[str, str] = told["missing"]
    return "".join(f"\nNot measured: {name} ({why}).\n" for name, why in missing.items())
