"""Reading debates: one in context, and the list."""

from typing import Any

import click

from moot.cli import options, prose, tables
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.lazy import load
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.client import new_id


@click.command("generate-id", epilog=example("aw debate generate-id", "ID=$(aw debate generate-id --field id)"))
@options.field
def generate_id() -> None:
    """Make a UUID, for a debate or for a request."""
    tell({"id": new_id()})


@click.command("get-context", epilog=example("aw debate get-context --debate-id ID --role opponent"))
@options.debate_id
@click.option(
    "--argument-limit",
    type=click.IntRange(0, 10_000),
    default=10,
    show_default=True,
    help="How many of the last arguments to read, beside the motion.",
)
@options.reading_role
@options.format_
def get_context(debate_id: str, argument_limit: int, role: str | None, format_: Format) -> None:
    """Read how a debate stands, and its arguments."""
    context: Any = connect().context(debate_id, argument_limit=argument_limit, role=role)
    if "topic" in context:  # A debate of the arena is told in a shape of its own.
        show(context, format_, load("moot.cli.arena.prose:of_debate"), load("moot.cli.arena.tables:of_debate"))
    else:
        show(context, format_, prose.of_context, tables.of_context)


@click.command("list", epilog=example("aw debate list --waiting-for arbitrator --format table"))
@click.option("--q", metavar="TEXT", help="Only those whose title has these words.")
@click.option("--state", metavar="STATE", shell_complete=options.offering(*options.STATES), help="Only in this state.")
@click.option(
    "--waiting-for", metavar="ROLE", shell_complete=options.offering(*options.ROLES), help="Only those it is up to."
)
@click.option(
    "--debate-type", metavar="TYPE", shell_complete=options.offering(*options.DEBATE_TYPES), help="Of a type."
)
@click.option("--status", type=click.Choice(["open", "closed"]), help="Only open, or only closed ones.")
@options.limit
@options.cursor
@options.format_
def list_debates(format_: Format, **asked: str | int | None) -> None:
    """List debates, the latest growth first."""
    show(connect().debates(**asked), format_, prose.of_debates, tables.of_debates)
