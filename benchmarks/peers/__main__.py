"""Measures Moot against its peers: `python -m benchmarks.peers [system …] [--latency MS …] [--page]`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.peers.environments import NotInstalled, python_of
from benchmarks.peers.page import PAGE, RESULTS, latest, page_of
from benchmarks.peers.rows import FLOOR, OURS, Row, verdicts
from benchmarks.peers.systems import SYSTEMS, System
from benchmarks.processes import ROOT
from benchmarks.report import machine, run_of

HERE = Path(__file__).parent
Profile: TypeAlias = list[tuple[str, float]]
"""The share of each part of the program in our CPU."""
_SAID = "MEASURED "
_LONGEST = 900


class Failed(Exception):
    """A driver came to nothing."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, keeps what came of it, and writes the page."""
    asked = _parser().parse_args(arguments)
    if not asked.page:
        _measure(asked)
    if (results := latest()) is not None and asked.out == RESULTS:
        PAGE.write_text(page_of(results))
        print(f"Written: {PAGE.relative_to(ROOT)}")


def _measure(asked: argparse.Namespace) -> None:
    rows: list[Row] = []
    missing: dict[str, str] = {}
    profile: Profile = []
    wanted = [system for system in SYSTEMS if not asked.systems or system.name in asked.systems]
    for latency in asked.latency:
        for system in wanted:
            try:
                took = _taken(system, latency, asked)
            except (NotInstalled, Failed) as why:
                missing[system.name] = str(why)
                print(f"{system.name}: {why}", flush=True)
                continue
            rows.append(Row.of(took, latency))
            profile = profile or took["profile"] or []
            print(_line(rows[-1]), flush=True)
        _judge([row for row in rows if row.latency_ms == latency], asked.crowd)
    _keep(rows, missing, profile, asked)


def _taken(system: System, latency: int, asked: argparse.Namespace) -> dict[str, Any]:
    """What the driver of a system says, with an endpoint of its own."""
    python = python_of(system, asked.environments)
    sizes = map(str, (asked.alone, asked.crowd, asked.repeats))
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_", "OPENAI_"))}
    if system.name == OURS and latency == asked.latency[0]:
        env["PEERS_PROFILE"] = "1"
    with _endpoint(latency) as url, tempfile.TemporaryDirectory(prefix="moot-peers-") as folder:
        command = [python, HERE / "drivers" / system.driver, url, *sizes, folder]
        try:
            told = subprocess.run(
                command, capture_output=True, text=True, timeout=_LONGEST, cwd=folder, env=env | {"HOME": folder}
            )
        except subprocess.TimeoutExpired:
            raise Failed(f"took longer than {_LONGEST} s") from None
    said = [line.removeprefix(_SAID) for line in told.stdout.splitlines() if line.startswith(_SAID)]
    if not said:
        raise Failed(told.stderr.strip().splitlines()[-1] if told.stderr.strip() else "said nothing")
    return json.loads(said[-1])


@contextmanager
def _endpoint(latency: int) -> Generator[str]:
    command = [sys.executable, HERE / "mock.py", str(latency)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _line(row: Row) -> str:
    return (
        f"{row.latency_ms:5} ms  {row.system:16} {row.version:10} ratio {row.ratio:5.2f}"
        f"  {row.debates_per_s:7.1f} debates/s  {row.cpu_ms:6.2f} ms CPU a call"
        f"  {row.rss_mb:6.0f} MB  {row.kb_per_debate:6.0f} KB a debate"
    )


def _judge(rows: Sequence[Row], crowd: int) -> None:
    if any(row.system == OURS for row in rows) and any(row.system != FLOOR for row in rows):
        for each in verdicts(rows, crowd):
            print(f"          {'met' if each.met else 'NOT met'}: {each.goal}: {each.came}", flush=True)


def _keep(rows: Sequence[Row], missing: dict[str, str], profile: Profile, asked: argparse.Namespace) -> None:
    at, run = datetime.now(UTC), run_of({}, quick=False)
    told = {
        "date": at.isoformat(timespec="seconds"),
        "commit": run.commit,
        "uncommitted_changes": run.changed,
        "machine": machine(),
        "alone": asked.alone,
        "crowd": asked.crowd,
        "repeats": asked.repeats,
        "latencies": asked.latency,
        "rows": [asdict(row) for row in rows],
        "missing": missing,
        "profile": profile,
    }
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / f"{at:%Y-%m-%d}-{run.commit}-peers.json"
    path.write_text(json.dumps(told, indent=2) + "\n")
    print(f"Kept in {path}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="Measure Moot against its peers.")
    names = [system.name for system in SYSTEMS]
    parser.add_argument(
        "systems", nargs="*", choices=[[], *names], metavar="system", help=f"some of: {', '.join(names)}"
    )
    parser.add_argument("--latency", type=int, nargs="+", default=[50, 200, 1000], help="milliseconds of a call")
    parser.add_argument("--alone", type=int, default=20, help="debates that are played one by one")
    parser.add_argument("--crowd", type=int, default=100, help="debates at once")
    parser.add_argument("--repeats", type=int, default=3, help="how often so many are played at once")
    parser.add_argument("--page", action="store_true", help="only write the page from the latest results")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument(
        "--environments",
        type=Path,
        default=ROOT / "benchmarks" / ".environments",
        help="where the peers are installed; kept for the next run",
    )
    return parser


if __name__ == "__main__":
    main()
