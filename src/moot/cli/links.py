"""`moot links`: links with which others can read one debate, and taking them back."""

import click

from moot.cli import options
from moot.cli.arena import prose
from moot.cli.envelope import tell
from moot.cli.environment import connect, server_url
from moot.cli.lazy import Group
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.client.shapes import LinkTold, Shares

debate_argument = click.argument("debate_id", metavar="DEBATE")


@click.group(cls=Group, epilog=example("moot links add DEBATE --days 7 --field url"))
def links() -> None:
    """Let others read one debate by a link, as the owner of a house."""


@links.command("list", epilog=example("moot links list DEBATE --format table"))
@debate_argument
@options.format_
def list_links(debate_id: str, format_: Format) -> None:
    """List the links of a debate, those that were taken back too."""
    show(connect().shares(debate_id), format_, prose.listed(_table), _table)


@links.command(epilog=example("moot links add DEBATE", "moot links add DEBATE --days 7 --field url"))
@debate_argument
@click.option("--days", type=click.IntRange(1, 365), metavar="N", help="How long it is good.  [default: 30]")
@options.field
def add(debate_id: str, days: int | None) -> None:
    """Make a link with which somebody else can read a debate.

    Where no token is set everybody who reaches the server reads anyway, and there is no link.
    """
    made = connect().share(debate_id, days)
    tell({**made, "url": server_url().rstrip("/") + (made["link"] or made["path"])})


@links.command(epilog=example("moot links drop DEBATE LINK"))
@debate_argument
@click.argument("link_id", metavar="LINK")
@options.field
def drop(debate_id: str, link_id: str) -> None:
    """Take a link back: it opens nothing any more."""
    tell(connect().unshare(debate_id, link_id))


def _table(told: Shares) -> Table:
    rows = tuple((link["id"], link["made_at"], _standing(link), link["link"] or "") for link in told["links"])
    return Table(("id", "made", "is", "link"), rows)


def _standing(link: LinkTold) -> str:
    if link["ended_at"] is not None:
        return f"taken back {link['ended_at']}"
    return f"{'good until' if link['good'] else 'over since'} {link['until']}"
