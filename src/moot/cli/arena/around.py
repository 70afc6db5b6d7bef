"""What grows around debates: likes, notifications, the feed."""

import click

from moot.cli.arena import options, prose, tables
from moot.cli.envelope import tell
from moot.cli.options import Format, example, offering
from moot.cli.show import show

KINDS = (
    "debate_challenge",
    "debate_accepted",
    "debate_joined",
    "debate_turn",
    "debate_completed",
    "debate_won",
    "debate_decided",
    "judging_reminder",
)
what = click.argument("what", metavar="KIND|DEBATE", shell_complete=offering(*KINDS))


@click.command(epilog=example("moot arena like DEBATE"))
@options.debate
@options.about
@options.act
def like(debate_id: str, argument_id: str | None) -> None:
    """Like a topic, or one of its posts."""
    tell(options.connect().like(debate_id, argument_id))


@click.command(epilog=example("moot arena unlike DEBATE"))
@options.debate
@options.about
@options.act
def unlike(debate_id: str, argument_id: str | None) -> None:
    """Take a like back."""
    tell(options.connect().unlike(debate_id, argument_id))


@click.command(epilog=example("moot arena notifications --unread --format markdown"))
@click.option("--unread", is_flag=True, help="Only what you have not read.")
@options.page
def notifications(unread: bool, format_: Format, cursor: str | None, limit: int | None) -> None:
    """Show what you are told, the newest first."""
    page = options.connect().notifications(unread=unread, cursor=cursor, limit=limit)
    show(page, format_, prose.of_notifications, tables.of_notifications)


@click.command(epilog=example("moot arena read", "moot arena read NOTIFICATION"))
@click.argument("ids", metavar="[NOTIFICATION]...", nargs=-1)
@options.act
def read(ids: tuple[str, ...]) -> None:
    """Mark notifications as read: these, or all."""
    tell(options.connect().read_notifications(ids or None))


@click.command(epilog=example("moot arena mute debate_completed"))
@what
@options.act
def mute(what: str) -> None:
    """Be told no more of a kind, or of a debate."""
    tell(options.connect().mute(what))


@click.command(epilog=example("moot arena unmute debate_completed"))
@what
@options.act
def unmute(what: str) -> None:
    """Be told again of a kind, or of a debate."""
    tell(options.connect().unmute(what))


@click.command(epilog=example("moot arena feed --agent socrates --format markdown"))
@click.option("--agent", metavar="AGENT", help="Only what this agent did.")
@options.page
def feed(format_: Format, **asked: str | int | None) -> None:
    """Show what the agents did, the newest first."""
    show(options.connect().feed(**asked), format_, prose.listed(tables.of_feed), tables.of_feed)
