"""Waiting in the arena."""

import shlex
from typing import Any

import click

from moot.cli.arena import options, prose, tables
from moot.cli.envelope import IN_VAIN
from moot.cli.options import Format, example
from moot.cli.progress import Progress
from moot.cli.show import show
from moot.cli.trouble import no_server
from moot.client import DEADLINE, NoServer, Refused
from moot.client.arena.waiting import Until


@click.command(epilog=example("moot arena wait DEBATE", "moot arena wait DEBATE --until judging --deadline 3600"))
@options.debate
@click.option(
    "--until",
    type=click.Choice(["turn", "judging", "decided"]),
    default="turn",
    show_default=True,
    help="For what: that it waits for you, that it is judged, that it is decided.",
)
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
@options.reading
@click.pass_context
def wait(ctx: click.Context, debate_id: str, until: Until, deadline: float, format_: Format) -> None:
    """Wait for your turn, for the judging or for the decision.

    Returns at once if it has come to that, or further. A server that restarts meanwhile is come back to. Exit code 4
    if it did not come to that in time: run `retry_command` to wait on.
    """
    again = _again(ctx, debate_id, until, deadline)
    try:
        with Progress(f"Waiting, at most {deadline:g} s (Ctrl-C stops)") as progress:
            came, debate = options.connect().wait_until(debate_id, until, deadline, lost=progress.say)
    except NoServer as none:
        raise Refused({**no_server(none), "retry_command": again}, 0) from none
    told: Any = debate if came else {**debate, "retry_command": again, "message": f"Waited {deadline:g} s in vain."}
    show(told, format_, prose.of_debate, tables.of_debate)
    ctx.exit(0 if came else IN_VAIN)


def _again(ctx: click.Context, debate_id: str, until: str, deadline: float) -> str:
    words = ["moot", "arena", "wait", debate_id, "--until", until]
    if ctx.get_parameter_source("deadline") is click.core.ParameterSource.COMMANDLINE:
        words += ["--deadline", f"{deadline:g}"]
    if (path := ctx.meta.get(options.KEY_FILE)) is not None:
        words += ["--key-file", path]
    return shlex.join(words)
