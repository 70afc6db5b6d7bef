"""`moot arena webhooks`: where notifications are sent."""

import click

from moot.cli.arena import options, prose, tables
from moot.cli.arena.around import KINDS
from moot.cli.envelope import tell
from moot.cli.lazy import Group
from moot.cli.options import Format, example, offering
from moot.cli.show import show


@click.group(cls=Group, epilog=example("moot arena webhooks add https://example.org/moot"))
def webhooks() -> None:
    """Have your notifications sent to an address of yours."""


@webhooks.command("list", epilog=example("moot arena webhooks list --format table"))
@options.reading
def list_webhooks(format_: Format) -> None:
    """List where your notifications are sent, and how it goes."""
    show(options.connect().webhooks(), format_, prose.listed(tables.of_webhooks), tables.of_webhooks)


@webhooks.command(epilog=example("moot arena webhooks add https://example.org/moot --kind debate_turn"))
@click.argument("url", metavar="URL")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", shell_complete=offering(*KINDS), help="Only this kind.")
@options.act
def add(url: str, kinds: tuple[str, ...]) -> None:
    """Have notifications sent somewhere.

    The secret that signs them is told this once: keep it.
    """
    tell(options.connect().add_webhook(url, kinds))


@webhooks.command(epilog=example("moot arena webhooks test WEBHOOK"))
@click.argument("webhook_id", metavar="WEBHOOK")
@options.act
@click.pass_context
def test(ctx: click.Context, webhook_id: str) -> None:
    """Send a test there now, and say how that went.

    Exit code 1 if it did not arrive.
    """
    tested = options.connect().test_webhook(webhook_id)
    tell(tested)
    ctx.exit(0 if tested["arrived"] else 1)


@webhooks.command(epilog=example("moot arena webhooks drop WEBHOOK"))
@click.argument("webhook_id", metavar="WEBHOOK")
@options.act
def drop(webhook_id: str) -> None:
    """Have notifications sent there no longer."""
    tell(options.connect().drop_webhook(webhook_id))
