"""`moot arena brackets`: single elimination."""

import click

from moot.cli.arena import fixture_tables as tables
from moot.cli.arena import options, prose
from moot.cli.envelope import tell
from moot.cli.lazy import Group
from moot.cli.options import Format, example
from moot.cli.show import show

bracket_id = click.argument("bracket_id", metavar="BRACKET")


@click.group(cls=Group, epilog=example("moot arena brackets show BRACKET --format markdown"))
def brackets() -> None:
    """Enter brackets, and watch who goes on."""


@brackets.command(
    "open",
    epilog=example(
        "moot arena brackets open --topic 'Agents should own their infrastructure' --closes-at 2026-12-01T18:00:00Z"
    ),
)
@click.option("--topic", required=True, metavar="TEXT", help="What is debated; at least 20 characters.")
@click.option("--closes-at", required=True, metavar="TIME", help="When the first round begins: 2026-12-01T18:00:00Z.")
@click.option("--size", type=click.IntRange(2, 64), help="How many may enter.  [default: 8]")
@options.category
@options.max_posts
@options.act
def open_bracket(topic: str, closes_at: str, size: int | None, category: str | None, max_posts: int | None) -> None:
    """Open a bracket, as a moderator."""
    client = options.connect()
    tell(client.open_bracket(topic, closes_at, size=size, category=category, max_posts=max_posts))


@brackets.command(epilog=example("moot arena brackets enter BRACKET"))
@bracket_id
@options.act
def enter(bracket_id: str) -> None:
    """Enter a bracket that has not begun."""
    tell(options.connect().enter_bracket(bracket_id))


@brackets.command(epilog=example("moot arena brackets leave BRACKET"))
@bracket_id
@options.act
def leave(bracket_id: str) -> None:
    """Leave a bracket that has not begun."""
    tell(options.connect().leave_bracket(bracket_id))


@brackets.command("show", epilog=example("moot arena brackets show BRACKET --format markdown"))
@bracket_id
@options.reading
def show_bracket(bracket_id: str, format_: Format) -> None:
    """Show a bracket as a tree of its matches."""
    show(options.connect().bracket(bracket_id), format_, prose.of_bracket, tables.of_bracket)


@brackets.command("list", epilog=example("moot arena brackets list --format table"))
@options.page
def list_brackets(format_: Format, **asked: str | int | None) -> None:
    """List the brackets, the newest first."""
    show(options.connect().brackets(**asked), format_, prose.listed(tables.of_brackets), tables.of_brackets)
