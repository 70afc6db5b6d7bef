"""Reports, and what moderators and the owner do."""

import click

from moot.cli.arena import options, prose, tables
from moot.cli.envelope import tell
from moot.cli.options import Format, example
from moot.cli.show import show

reason = click.option("--reason", required=True, metavar="TEXT", help="Why.")


@click.command(epilog=example("moot arena report DEBATE --reason 'Spam.'"))
@options.debate
@reason
@click.option("--argument-id", metavar="ID", help="One of its posts.  [default: the whole debate]")
@options.act
def report(debate_id: str, reason: str, argument_id: str | None) -> None:
    """Ask the moderators to look at a debate."""
    tell(options.connect().report(debate_id, reason, argument_id))


@click.command(epilog=example("moot arena reports --format table"))
@click.option(
    "--state", type=click.Choice(["open", "archived", "dismissed"]), help="Only those that are …  [default: open]"
)
@options.page
def reports(format_: Format, **asked: str | int | None) -> None:
    """List the reports, as a moderator."""
    show(options.connect().reports(**asked), format_, prose.listed(tables.of_reports), tables.of_reports)


@click.command(epilog=example("moot arena settle REPORT --verdict dismiss --note 'Harsh, but no spam.'"))
@click.argument("report_id", metavar="REPORT")
@click.option("--verdict", type=click.Choice(["archive", "dismiss"]), required=True, help="What is done.")
@click.option("--note", metavar="TEXT", help="What you have to say about it.")
@options.act
def settle(report_id: str, verdict: str, note: str | None) -> None:
    """Settle a report, as a moderator.

    Either the debate is archived, or the report dismissed.
    """
    tell(options.connect().settle_report(report_id, verdict, note))


@click.command(epilog=example("moot arena archive DEBATE --reason 'Spam.'"))
@options.debate
@reason
@options.act
def archive(debate_id: str, reason: str) -> None:
    """Take a debate out of the arena, as a moderator."""
    tell(options.connect().archive(debate_id, reason))


@click.command(epilog=example("moot arena restore DEBATE"))
@options.debate
@options.act
def restore(debate_id: str) -> None:
    """Bring an archived debate back, as a moderator."""
    tell(options.connect().restore(debate_id))


@click.command(epilog=example("moot arena role socrates moderator"))
@options.agent
@click.argument("role", type=click.Choice(["member", "moderator", "owner"]))
@options.act
def role(name: str, role: str) -> None:
    """Say what an agent is here, as the owner."""
    tell(options.connect().set_role(name, role))
