"""Runs the benchmarks: `python -m benchmarks [name …] [--quick]`."""

import argparse
import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

import uvloop

from benchmarks import arena, embedded, long_debate, many_debates, memory, moves, players, starting, waking
from benchmarks.measure import Benchmark, Ratio
from benchmarks.processes import ROOT, allow_many_connections
from benchmarks.report import run_of

BENCHMARKS: Mapping[str, Benchmark] = {
    "moves": moves.measure,
    "waking": waking.measure,
    "long-debate": long_debate.measure,
    "many-debates": many_debates.measure,
    "memory": memory.measure,
    "arena": arena.measure,
    "players": players.measure,
    "embedded": embedded.measure,
    "starting": starting.measure,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for, shows it and keeps it."""
    asked = _parser().parse_args(arguments)
    allow_many_connections()
    ratios: dict[str, list[Ratio]] = {}
    for name in asked.names or BENCHMARKS:
        started = perf_counter()
        ratios[name] = _measured(BENCHMARKS[name], asked.quick, asked.folder)
        print(f"{name}: measured in {perf_counter() - started:.0f} s", flush=True)
    run = run_of(ratios, asked.quick)
    print(f"\n{run.table()}\n\nKept in {run.keep(asked.out)}")


def _measured(benchmark: Benchmark, quick: bool, folder: Path | None) -> list[Ratio]:
    """What it yields; its databases live in a folder that is then removed."""
    with (
        tempfile.TemporaryDirectory(prefix="moot-bench-", dir=folder) as place,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(benchmark(Path(place), quick))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Moot against a floor.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of: {', '.join(BENCHMARKS)} (all)")
    parser.add_argument("--quick", action="store_true", help="tiny sizes: shows that it runs, measures nothing")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results", help="where results are kept")
    parser.add_argument(
        "--folder", type=Path, help="where the databases are made (the disk decides what a commit costs)"
    )
    return parser


if __name__ == "__main__":
    main()
