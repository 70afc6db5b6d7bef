"""`moot models`: who can be called on here."""

from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import home
from moot.cli.lazy import Group, load
from moot.cli.options import Format, example, offering
from moot.cli.progress import Progress
from moot.cli.show import show
from moot.cli.tables import Table

FETCHED = ("default", "small")
BAR = 30


@click.group(
    cls=Group, invoke_without_command=True, epilog=example("moot models --format table", "moot models check embedded")
)
@options.format_
@click.pass_context
def models(ctx: click.Context, format_: Format) -> None:
    """List who can be called on for a seat, and why not others."""
    if ctx.invoked_subcommand is None:
        show(load("moot.cli.inside.players:listed")(home()), format_, _prose, _table)


@models.command(epilog=example("moot models fetch", "moot models fetch small"))
@click.argument("name", default="default", shell_complete=offering(*FETCHED))
@options.field
def fetch(name: str) -> None:
    """Download an embedded model: default or small.

    It is fetched by itself when it is first called on; this is so that no debate waits for it.
    """
    with Progress() as progress:

        def seen(done: int, total: int, what: str) -> None:
            progress.say(_bar(done, total, what))

        fetched: dict[str, Any] = load("moot.cli.inside.players:fetch")(home(), name, seen)
    tell(fetched)


@models.command(epilog=example("moot models check embedded", "moot models check anthropic:MODEL --field answer"))
@click.argument("name")
@options.field
def check(name: str) -> None:
    """Put one tiny question to a player.

    Shows what it answers, how long that took, and what it cost where that can be told.
    """
    with Progress(f"Asking {name}"):
        told: dict[str, Any] = load("moot.cli.inside.players:check")(home(), name)
    tell(told)


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- {_mark(one)} **{one['name']}** ({one['kind']}): {_about(one)}" for one in told["players"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((_mark(one), one["name"], one["kind"], one.get("manner", ""), _about(one)) for one in told["players"])
    return Table(("", "name", "kind", "judges", "about"), rows, note=f"Players file: {told['file']}")


def _mark(one: dict[str, Any]) -> str:
    return "yes" if one["usable"] else "no"


def _about(one: dict[str, Any]) -> str:
    if one["usable"]:
        return one["detail"]
    return one["why_not"] if one["kind"] == "provider" else f"{one['detail']}. Not now: {one['why_not']}"


def _bar(done: int, total: int, what: str) -> str:
    """How much of a file is there: `███░░░░░░░ 335 of 1,117 MB, from the model hub`."""
    filled = round(BAR * done / total) if total else 0
    return f"{'█' * filled}{'░' * (BAR - filled)} {done / 1e6:,.0f} of {total / 1e6:,.0f} MB, {what}"
