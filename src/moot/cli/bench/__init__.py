"""`moot bench`: suites of tasks put to one model, a vote, a debate and a workshop, side by side."""

import click

from moot.cli.bench.reading import list_suites, report
from moot.cli.bench.running import run
from moot.cli.lazy import Group
from moot.cli.options import example


@click.group(cls=Group, epilog=example("moot bench list", "moot bench run gsm8k --data test.jsonl --system debate"))
def bench() -> None:
    """Put benchmarks to models and debates."""


bench.add_command(run)
bench.add_command(report)
bench.add_command(list_suites)
