"""`moot serve`: a server in the foreground, or a detached one that can be stopped and asked after."""

import sys
from collections.abc import Callable

import click

from moot.cli import options, place
from moot.cli.envelope import NO_SERVER, tell
from moot.cli.environment import home, server_url, version_at
from moot.cli.lazy import Group, load
from moot.cli.options import example
from moot.cli.place import Place, without_password


@click.group(
    cls=Group,
    invoke_without_command=True,
    epilog=example("moot serve --port 3456 --database moot.db", "moot serve --detach"),
)
@place.options
@click.option("--detach", is_flag=True, help="Run on in the background; stop it with: moot serve stop")
@options.field
@click.pass_context
def serve(
    ctx: click.Context, host: str | None, port: int | None, database: str | None, x_stand_in: bool, detach: bool
) -> None:
    """Serve Moot: the API, the page and the record behind them."""
    if ctx.invoked_subcommand is not None:
        return
    at = Place.given(host, port, database)
    if detach and x_stand_in:
        raise click.UsageError("A stand-in for X ends with the command that started it: leave --detach out.")
    if detach:
        tell(load("moot.cli.daemon:start")(at))
    else:
        serve_here(at, lambda url: _ready(url, at), x_stand_in)


def serve_here(at: Place, ready: Callable[[str], None], x_stand_in: bool = False) -> None:
    """Serves in this process until it is interrupted, which is how a server ends."""
    try:
        load("moot.cli.inside.serving:serve")(at.host, at.port, at.database, at.home, ready, x_stand_in)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            click.echo("\nStopped. Everything is kept.", err=True)


def _ready(url: str, at: Place) -> None:
    tell({"url": url, "database": without_password(at.database)})
    sys.stdout.flush()
    if sys.stderr.isatty():
        click.echo("Ctrl-C stops it.", err=True)


@serve.command(epilog=example("moot serve stop"))
@options.field
def stop() -> None:
    """Stop the detached server."""
    tell(load("moot.cli.daemon:stop")(home()))


@serve.command(epilog=example("moot serve status"))
@options.field
@click.pass_context
def status(ctx: click.Context) -> None:
    """Say whether a server runs, and where; exit code 3 if none does."""
    detached = load("moot.cli.daemon:running")(home())
    url: str = server_url() if detached is None else detached["url"]
    version = version_at(url)
    told = detached or {"url": url, "pid": None, "database": None}
    tell({"running": version is not None, "detached": detached is not None, **told, "version": version})
    ctx.exit(0 if version is not None else NO_SERVER)
