"""`moot webhooks`: where the owner of a house is told of gates, of seats that wait for a person, and of ends."""

import click

from moot.cli import options
from moot.cli.arena import prose, tables
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.lazy import Group
from moot.cli.options import Format, example, offering
from moot.cli.show import show

KINDS = ("gate_opened", "gate_decided", "gate_timed_out", "turn_awaited", "debate_closed")
webhook_argument = click.argument("webhook_id", metavar="WEBHOOK")


@click.group(cls=Group, epilog=example("moot webhooks add https://example.org/moot --kind gate_opened"))
def webhooks() -> None:
    """Be told elsewhere what waits for you, as the owner of a house."""


@webhooks.command("list", epilog=example("moot webhooks list --format table"))
@options.format_
def list_webhooks(format_: Format) -> None:
    """List where the house sends to, and how it goes."""
    show(connect().arena.webhooks(), format_, prose.listed(tables.of_webhooks), tables.of_webhooks)


@webhooks.command(epilog=example("moot webhooks add https://example.org/moot --kind gate_opened --kind debate_closed"))
@click.argument("url", metavar="URL")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", shell_complete=offering(*KINDS), help="Only this kind.")
@options.field
def add(url: str, kinds: tuple[str, ...]) -> None:
    """Have the house send to an address.

    The secret that signs what is sent is told this once: keep it.
    """
    tell(connect().arena.add_webhook(url, kinds))


@webhooks.command(epilog=example("moot webhooks test WEBHOOK"))
@webhook_argument
@options.field
@click.pass_context
def test(ctx: click.Context, webhook_id: str) -> None:
    """Send a test there now, and say how that went.

    Exit code 1 if it did not arrive.
    """
    tested = connect().arena.test_webhook(webhook_id)
    tell(tested)
    ctx.exit(0 if tested["arrived"] else 1)


@webhooks.command(epilog=example("moot webhooks drop WEBHOOK"))
@webhook_argument
@options.field
def drop(webhook_id: str) -> None:
    """Send nothing there any more."""
    tell(connect().arena.drop_webhook(webhook_id))
