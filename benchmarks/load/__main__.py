"""Puts load on a house: `python -m benchmarks.load [scenario …] [--database sqlite|postgresql] [--quick] [--page]`."""

import argparse
import asyncio
import signal
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop

from benchmarks.load import deadlines, live, mixed, waiters, watchers
from benchmarks.load.ground import KINDS, Ground, databases, grounds
from benchmarks.load.kept import RESULTS, keep
from benchmarks.load.page import write_page
from benchmarks.load.spread import Measured, Spread
from benchmarks.processes import allow_many_connections

Prepare = Callable[[str, bool], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """How it is measured, and what must be in the house before it is served."""

    measure: Callable[[Ground], Coroutine[Any, Any, Measured]]
    prepare: Prepare | None = None


SCENARIOS: Mapping[str, Scenario] = {
    "live": Scenario(live.measure),
    "waiters": Scenario(waiters.measure),
    "watchers": Scenario(watchers.measure),
    "deadlines": Scenario(deadlines.measure, deadlines.prepare),
    "mixed": Scenario(mixed.measure, mixed.prepare),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for, keeps it, and writes the page from all that was kept."""
    asked = _parser().parse_args(arguments)
    if not asked.page:
        measured: list[Measured] = []
        for each in _measured(asked):
            # What comes next may fail, and what was measured took minutes.
            kept = keep([each], asked.database, asked.quick, asked.out)
            _say(each.scenario, f"kept in {kept}")
            measured.append(each)
        print(_table(measured))
    if asked.out == RESULTS and not asked.quick:
        for path in write_page():
            print(f"Written: {path}")


def _measured(asked: argparse.Namespace) -> Iterator[Measured]:
    """Each scenario in a house of its own; tiny ones share a house, for starting it is most of their work."""
    allow_many_connections()
    names: list[str] = asked.scenarios or list(SCENARIOS)
    with (
        tempfile.TemporaryDirectory(prefix="moot-load-", dir=asked.folder) as folder,
        databases(asked.database, Path(folder)) as new_database,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        for together in [names] if asked.quick else [[name] for name in names]:
            database, postgres = new_database(together[0])
            for name in together:
                if (prepare := SCENARIOS[name].prepare) is not None:
                    _say(name, "the house is being filled")
                    runner.run(prepare(database, asked.quick))
            home = Path(folder) / f"home-{together[0]}"
            with grounds(database, postgres, home, quick=asked.quick, say=lambda said: print(said, flush=True)) as on:
                for name in together:
                    began = perf_counter()
                    measured = runner.run(SCENARIOS[name].measure(on))
                    _say(name, f"measured in {perf_counter() - began:.0f} s")
                    yield measured


def _say(name: str, said: str) -> None:
    print(f"{name}: {said}", flush=True)


def _table(measured: Sequence[Measured]) -> str:
    lines = [
        f"\n{'scenario':10} {'load':34} {'what':12} {'ours p50':>10} {'p95':>10} {'p99':>10} {'floor p99':>10} ratio"
    ]
    for each in measured:
        for step in each.steps:
            for name, spread in step.ours.items():
                floor: Spread = step.floor.get(name) or next(iter(step.floor.values()))
                numbers = " ".join(f"{value:10,.1f}" for value in (spread.p50, spread.p95, spread.p99, floor.p99))
                lines.append(f"{each.scenario:10} {step.what:34} {name:12} {numbers} {step.ratio(name):5.2f}")
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description="Put load on a house.")
    names = ", ".join(SCENARIOS)
    parser.add_argument("scenarios", nargs="*", choices=[[], *SCENARIOS], metavar="scenario", help=f"some of: {names}")
    parser.add_argument(
        "--database", choices=KINDS, default="sqlite", help="where the house keeps its records (sqlite)"
    )
    parser.add_argument("--quick", action="store_true", help="tiny sizes: shows that it runs, measures nothing")
    parser.add_argument("--page", action="store_true", help="only write docs/scale.md from the newest results")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument("--folder", type=Path, help="where the databases are made")
    return parser


def _leave(*_: object) -> None:
    raise SystemExit


if __name__ == "__main__":
    # Who is told to stop stops what it started.
    signal.signal(signal.SIGTERM, _leave)
    main()
