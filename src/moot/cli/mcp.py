"""`moot mcp`: serve MCP clients that start Moot themselves, over standard input and output."""

import os

import click

from moot.cli.awaiting import came
from moot.cli.environment import connect, elsewhere, home, own_token, server_url, version_at
from moot.cli.lazy import load
from moot.cli.options import example, offering
from moot.cli.place import Place
from moot.client import NoServer, Refused
from moot.client.errors import invalid

CALLED_ON = "MOOT_CALLED_ON"
"""Set for a coding agent that the house has called on: as in `moot.players.command`, which takes long to load."""
START_SECONDS = 60.0
GROUPS = ("debate", "panel", "evaluation", "workshop", "memory", "house", "document", "arena")


@click.command(epilog=example("moot mcp", "moot mcp --tools debate,document,panel"))
@click.option(
    "--tools",
    metavar="GROUPS",
    default="",
    shell_complete=offering(*GROUPS),
    help=f"Offer only some tools: {', '.join(GROUPS)}; with commas between.  [default: all]",
)
@click.option("--no-start", is_flag=True, help="Start no server where none answers.")
def mcp(tools: str, no_start: bool) -> None:
    """Serve an MCP client over standard input and output.

    For the configuration of a client: command `moot`, arguments `["mcp"]`. Every call goes to the server that other
    commands would use; where none answers, a detached one is started. A server serves MCP over HTTP itself, at /mcp.
    """
    groups = [group.strip() for group in tools.split(",") if group.strip()]
    if strange := [group for group in groups if group not in GROUPS]:
        raise click.UsageError(f"There is no group of tools {strange[0]!r}. There are: {', '.join(GROUPS)}.")
    try:
        _must_not_be_called_on()
        connect()  # Refuses an address or a token that cannot be used, before any client is answered.
        token = os.environ.get("DEBATE_AUTH_TOKEN") if elsewhere() else own_token()
        url = _found(server_url(), no_start)
    except (Refused, NoServer) as trouble:
        click.echo(str(trouble), err=True)  # Where clients look; standard output is the protocol's.
        raise
    load("moot.cli.inside.mcp:serve")(url, (token or "").strip() or None, groups)


def _must_not_be_called_on() -> None:
    """Refuses a coding agent in its turn: it could rule on the debate in which it speaks."""
    if os.environ.get(CALLED_ON):
        raise invalid(
            "This agent was called on for a turn, and answers by what it prints.",
            suggestion="Nothing is wrong: the house is not served to an agent within its turn.",
        )


def _found(url: str, no_start: bool) -> str:
    """The address of a server that answers; one is started where that is allowed and none was named."""
    if version_at(url) is not None:
        return url
    if no_start or elsewhere():
        raise NoServer(url, "nobody answers")
    detached = load("moot.cli.daemon:running")(home())
    if detached is not None and version_at(detached["url"]) is not None:
        return str(detached["url"])
    return _started(Place.given(None, None, None))


def _started(at: Place) -> str:
    """The address of a detached server, started now or, by another client, a moment ago."""
    try:
        url = str(load("moot.cli.daemon:start")(at)["url"])
    except Refused as refused:
        if refused.error.get("code") != "ALREADY_RUNNING":
            raise
        return _awaited(at.url, refused)
    click.echo(f"No server answered, so one was started at {url}; stop it with: moot serve stop", err=True)
    return url


def _awaited(url: str, refused: Refused) -> str:
    if not came(lambda: version_at(url) is not None, START_SECONDS):
        raise refused
    return url
