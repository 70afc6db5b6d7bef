"""`moot sandbox`: what can confine a program here, and running one under confinement."""

from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import REFUSED, tell
from moot.cli.lazy import Group, load
from moot.cli.options import Format, example, offering
from moot.cli.show import show
from moot.cli.tables import Table

BACKENDS = ("bwrap", "sandlock", "wasm")


@click.group(cls=Group, epilog=example("moot sandbox check --format table", "moot sandbox run program.py"))
def sandbox() -> None:
    """Run code that nobody vouches for, confined."""


@sandbox.command(epilog=example("moot sandbox check", "moot sandbox check --format table"))
@options.format_
@click.pass_context
def check(ctx: click.Context, format_: Format) -> None:
    """Say which sandboxes hold here, and why not the others.

    A canary is let loose in each: it tries to read a secret, to reach a port and to start too many processes.
    Exit code 1 if none holds.
    """
    told: dict[str, Any] = load("moot.cli.inside.sandbox:checked")()
    show(told, format_, _prose, _table)
    ctx.exit(0 if told["uses"] is not None else REFUSED)


@sandbox.command(
    epilog=example("moot sandbox run program.py", "moot sandbox run program.py --timeout 2 --field stdout")
)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--timeout", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="Seconds it may take."
)
@click.option(
    "--memory",
    type=click.IntRange(32, 65536),
    default=512,
    show_default=True,
    help="Megabytes that all of it may hold.",
)
@click.option("--backend", metavar="NAME", shell_complete=offering(*BACKENDS), help=f"One of: {', '.join(BACKENDS)}.")
@options.field
def run(file: str, timeout: float, memory: int, backend: str | None) -> None:
    """Run a program without network, files or rights.

    A program ends in .py, .sh or .js, or begins with #!. It sees nothing of this machine but its programs. Nothing is
    run where no sandbox holds.
    """
    tell(load("moot.cli.inside.sandbox:run")(file, timeout, memory, backend))


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- {_mark(one)} **{one['name']}**: {_about(one)}" for one in told["backends"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((_mark(one), one["name"], _about(one)) for one in told["backends"])
    used = f"Code is run in {told['uses']}." if told["uses"] else "No code is run here."
    return Table(("holds", "sandbox", "about"), rows, note=used)


def _mark(one: dict[str, Any]) -> str:
    return "yes" if one["holds"] else "no"


def _about(one: dict[str, Any]) -> str:
    return f"held the canary for {one['seconds']} s" if one["holds"] else f"{one['why_not']}. {one['how']}"
