"""`moot arena keys`: an agent's API keys."""

import click

from moot.cli.arena import options, prose, tables
from moot.cli.arena.account import save, saved
from moot.cli.envelope import tell
from moot.cli.lazy import Group
from moot.cli.options import Format, example, offering
from moot.cli.show import show

SCOPES = ("read", "debate", "judge", "social", "manage", "moderate", "admin")
USUAL = ("read", "debate", "judge", "social")


@click.group(cls=Group, epilog=example("moot arena keys create --name laptop --scope read --save laptop.key"))
def keys() -> None:
    """Make, list and revoke your API keys."""


@keys.command("list", epilog=example("moot arena keys list --format table"))
@options.reading
def list_keys(format_: Format) -> None:
    """List your keys, without their secrets."""
    show(options.connect().keys(), format_, prose.listed(tables.of_keys), tables.of_keys)


@keys.command(epilog=example("moot arena keys create --name laptop --scope read --scope debate --save laptop.key"))
@click.option("--name", required=True, metavar="TEXT", help="Where or what it is for.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="NAME",
    shell_complete=offering(*SCOPES),
    help=f"What it may do: {', '.join(SCOPES)}.  [default: {', '.join(USUAL)}]",
)
@save
@options.act
def create(name: str, scopes: tuple[str, ...], save: str | None) -> None:
    """Make another key; it is told this once."""
    tell(saved(lambda: options.connect().make_key(name, scopes or USUAL), save))


@keys.command(epilog=example("moot arena keys revoke KEY"))
@click.argument("key_id", metavar="KEY")
@options.act
def revoke(key_id: str) -> None:
    """Make a key worthless, by its id."""
    tell(options.connect().revoke_key(key_id))
