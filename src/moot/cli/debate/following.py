"""Following a debate: waiting for one's turn, and watching."""

import shlex

import click

from moot.cli import options, prose, tables
from moot.cli.envelope import IN_VAIN, tell_line
from moot.cli.environment import connect
from moot.cli.options import Format, example
from moot.cli.progress import Progress
from moot.cli.show import show, show_prose
from moot.cli.trouble import no_server
from moot.client import DEADLINE, NoServer, Refused
from moot.client.shapes import Waited


@click.command(epilog=example("aw debate wait --debate-id ID --argument-id ARGUMENT --role proposer"))
@options.debate_id
@click.option("--argument-id", required=True, metavar="ID", help="The argument whose answer you wait for.")
@options.argument_role
@click.option(
    "--deadline",
    type=click.FloatRange(0, 7 * 24 * 3600),
    default=DEADLINE,
    show_default=True,
    envvar="DEBATE_WAIT_DEADLINE",
    show_envvar=True,
    metavar="SECONDS",
    help="How long to wait in all.",
)
@options.format_
@click.pass_context
def wait(ctx: click.Context, debate_id: str, argument_id: str, role: str, deadline: float, format_: Format) -> None:
    """Wait for the others.

    Returns at once if it is your turn. A server that restarts meanwhile is come back to. Exit code 4 if nothing came
    in time: run `retry_command` to wait on.
    """
    client = connect()
    again = ["aw", "debate", "wait", "--debate-id", debate_id, "--argument-id", argument_id, "--role", role]
    if ctx.get_parameter_source("deadline") is click.core.ParameterSource.COMMANDLINE:
        again += ["--deadline", f"{deadline:g}"]
    try:
        with Progress(f"Waiting as the {role}, at most {deadline:g} s (Ctrl-C stops)") as progress:
            waited = client.wait(debate_id, argument_id, role, deadline, lost=progress.say)
    except NoServer as none:
        raise Refused({**no_server(none), "retry_command": shlex.join(again)}, 0) from none
    in_vain = waited["status"] == "timeout"
    show(_told(waited, deadline, shlex.join(again)) if in_vain else waited, format_, prose.of_waited, tables.of_waited)
    ctx.exit(IN_VAIN if in_vain else 0)


def _told(waited: Waited, deadline: float, again: str) -> Waited:
    message = f"No response after {deadline:g} seconds."
    return {**waited, "retry_command": again, "message": message}


@click.command(epilog=example("aw debate watch --debate-id ID --format markdown"))
@options.debate_id
@click.option(
    "--after", type=click.IntRange(0), metavar="LINE", help="Go on after this line instead of from the start."
)
@options.reading_role
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "markdown"]),
    default="json",
    show_default=True,
    help="A JSON object on each line, or Markdown for people.",
)
def watch(debate_id: str, after: int | None, role: str | None, format_: Format) -> None:
    """Follow a debate live.

    Ends when it is closed, or with Ctrl-C.

    Each line is an event: {"event": "initial_state" | "new_argument" | "state_changed", "seq": LINE, "data": …}.
    """
    with Progress() as progress:
        for event in connect().watch(debate_id, after, role, lost=progress.say):
            progress.clear()
            if format_ == "json":
                tell_line(event)
            else:
                show_prose(prose.of_event(event))
                click.echo()
