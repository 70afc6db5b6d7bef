"""`moot bench list` and `report`: which suites there are, and what came of a run."""

from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.bench.showing import show_results
from moot.cli.lazy import load
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table


@click.command("list", epilog=example("moot bench list", "moot bench list --format table"))
@options.format_
def list_suites(format_: Format) -> None:
    """Say which suites there are, and which data each needs."""
    show(load("moot.cli.inside.bench:listed")(), format_, _prose, _table)


@click.command(
    "report", epilog=example("moot bench report bench-gsm8k", "moot bench report bench-gsm8k --format markdown")
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "bare", is_flag=True, help="Print the results as one JSON object, without the envelope.")
@click.option(
    "--format", "format_", type=click.Choice(["json", "markdown"]), default="json", show_default=True, help="For whom."
)
@options.field
def report(folder: Path, bare: bool, format_: str) -> None:
    """Count a run again, and write its report and its chart anew.

    Reads what the run kept under --out; calls nobody and runs nothing.
    """
    show_results(load("moot.cli.inside.bench:reported")(folder), "bare" if bare else format_)


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- **{one['name']}**: {one['about']}. Data: {_data(one)}" for one in told["suites"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((one["name"], one["about"], _data(one)) for one in told["suites"])
    return Table(("suite", "about", "data"), rows, note="No data is fetched: name it with --data.")


def _data(one: dict[str, Any]) -> str:
    return f"{one['data']}{' (installed)' if one['installed'] else ''}"
