"""`moot doctor`: what works here, what does not, and what to do about it."""

from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import REFUSED
from moot.cli.environment import home
from moot.cli.lazy import load
from moot.cli.options import Format, example
from moot.cli.progress import Progress
from moot.cli.show import show
from moot.cli.tables import Table


@click.command(epilog=example("moot doctor", "moot doctor --json", "moot doctor --call"))
@click.option("--call", is_flag=True, help="Put one tiny question to the usual player, too; a provider is paid for it.")
@options.format_for_people
@click.pass_context
def doctor(ctx: click.Context, call: bool, format_: Format) -> None:
    """Say what works here, what does not, and what to do.

    Looks at settings, home, database, clock, keys, port, formats, players, sandboxes, checks, tools, repositories and
    browser, and changes nothing. Exit code 1 if something is broken that the house needs.
    """
    with Progress("Looking at everything"):
        told = _examined(call)
    show(told, format_, _prose, _table)
    ctx.exit(0 if told["sound"] else REFUSED)


def _examined(call: bool) -> dict[str, Any]:
    try:
        return load("moot.cli.inside.doctor:examined")(home(), call=call)
    except ImportError as missing:
        # Without a package that all stand on, even the doctor cannot look; this much can still be said.
        how = "Install Moot anew, into an environment of its own: pipx install moot"
        found = {"about": "packages", "state": "fails", "needed": True, "what": str(missing), "how": how}
        return {"sound": False, "findings": [found]}


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- {_mark(one)} **{one['about']}**: {_about(one)}" for one in told["findings"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((_mark(one), one["about"], _about(one)) for one in told["findings"])
    return Table(("", "about", "what was seen, and what to do"), rows, note=_verdict(told))


def _mark(one: dict[str, Any]) -> str:
    if one["state"] != "fails":
        return one["state"]
    return "BROKEN" if one["needed"] else "fails"


def _about(one: dict[str, Any]) -> str:
    return f"{one['what']}. {one['how']}" if "how" in one else one["what"]


def _verdict(told: dict[str, Any]) -> str:
    if not told["sound"]:
        return "Something is broken that this house needs."
    minor = sum(one["state"] == "fails" for one in told["findings"])
    return "All that this house needs works." + (f" {minor} beside it should be seen to." if minor else "")
