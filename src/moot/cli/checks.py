"""`moot checks`: which programs can check code here, and running them by hand."""

from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import REFUSED
from moot.cli.lazy import Group, load
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table


@click.group(cls=Group, epilog=example("moot checks list --format table", "moot checks run src --format table"))
def checks() -> None:
    """Check code with tests, linters and scanners, confined."""


@checks.command("list", epilog=example("moot checks list", "moot checks list --format table"))
@options.format_
def list_checks(format_: Format) -> None:
    """Say which checks there are here, and why not the others."""
    show(load("moot.cli.inside.checks:listed")(), format_, _listed_prose, _listed_table)


@checks.command(epilog=example("moot checks run .", "moot checks run src --only ruff --only security --format table"))
@click.argument("path", metavar="PATH", type=click.Path(exists=True))
@click.option("--only", multiple=True, metavar="CHECK", help="A check, or a kind of checks; may be repeated.  [auto]")
@click.option("--timeout", type=click.FloatRange(1, 600), default=60.0, show_default=True, help="Seconds for each.")
@click.option("--memory", type=click.IntRange(64, 8192), default=1024, show_default=True, help="Megabytes for each.")
@options.format_
@click.pass_context
def run(ctx: click.Context, path: str, only: tuple[str, ...], timeout: float, memory: int, format_: Format) -> None:
    """Check the files of a folder, or one file.

    Checks run in the sandbox on a copy of the files, without network. Exit code 1 if one of them found an error, or
    could not be run to its end.
    """
    told: dict[str, Any] = load("moot.cli.inside.checks:ran")(path, only, timeout, memory)
    show(told, format_, _found_prose, _found_table)
    ctx.exit(0 if told["passed"] else REFUSED)


def _listed_prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- {_mark(one)} **{one['name']}** ({one['kind']}): {_about(one)}" for one in told["checks"])


def _listed_table(told: dict[str, Any]) -> Table:
    rows = tuple((_mark(one), one["name"], one["kind"], one["version"], _about(one)) for one in told["checks"])
    return Table(("here", "check", "kind", "version", "about"), rows)


def _mark(one: dict[str, Any]) -> str:
    return "no" if one["why_not"] else "yes"


def _about(one: dict[str, Any]) -> str:
    return one["why_not"] or one["what"]


def _found_prose(told: dict[str, Any]) -> str:
    tools = [f"- **{tool['name']}**: {_ended(tool)}" for tool in told["tools"]]
    found = [f"- {_place(each)} {each['severity']} {each['code']} {each['message']}" for each in told["findings"]]
    return "\n\n".join(filter(None, ["\n".join(tools), "\n".join(found)])) or "Nothing was checked."


def _found_table(told: dict[str, Any]) -> Table:
    rows = tuple(
        (each["severity"], each["tool"], each["code"], _place(each), each["message"]) for each in told["findings"]
    )
    more = [f"and {told['left_off']} more"] if told["left_off"] else []
    note = ", ".join([*(f"{tool['name']}: {_ended(tool)}" for tool in told["tools"]), *more])
    return Table(("severity", "check", "code", "where", "what"), rows, note=note)


def _ended(tool: dict[str, Any]) -> str:
    return f"{tool['outcome']}: {tool['why']}" if tool["why"] else tool["outcome"]


def _place(each: dict[str, Any]) -> str:
    return ":".join(str(each[part]) for part in ("path", "line", "column") if each.get(part))
