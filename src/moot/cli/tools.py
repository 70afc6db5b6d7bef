"""`moot tools`: what a model may use in its turn."""

from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import REFUSED, tell
from moot.cli.environment import home
from moot.cli.lazy import Group, load
from moot.cli.options import Format, example, offering
from moot.cli.show import show
from moot.cli.tables import Table

NAMES = (
    "list_files", "read_file", "search", "find_definition", "find_references", "hover", "diagnostics", "format_code",
    "run_code", "run_tests", "run_checks", "git_history", "git_blame", "git_show",
)  # fmt: skip


@click.group(
    cls=Group,
    epilog=example(
        "moot tools list --format table",
        'moot tools try search --arguments \'{"query": "parse"}\' --repo .',
    ),
)
def tools() -> None:
    """See and try the tools that models may use in their turns."""


@tools.command("list", epilog=example("moot tools list", "moot tools list --format table"))
@options.format_
def list_(format_: Format) -> None:
    """List what can be granted to a seat, and why not all of it is here."""
    show(load("moot.cli.inside.tools:listed")(home()), format_, _prose, _table)


@tools.command(
    "try",
    epilog=example(
        "moot tools try list_files --repo .",
        'moot tools try diagnostics --arguments \'{"path": "app.py"}\' --repo .',
    ),
)
@click.argument("name", shell_complete=offering(*NAMES))
@click.option("--arguments", default="{}", metavar="JSON", help="What the tool is given: one JSON object.")
@click.option(
    "--repo",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="The folder whose files it looks at; its history too, where it is a git repository.",
)
@options.field
@click.pass_context
def try_(ctx: click.Context, name: str, arguments: str, repo: Path | None) -> None:
    """Use a tool once, as a model would.

    Exit code 1 if the tool could not do what it was asked.
    """
    told: dict[str, Any] = load("moot.cli.inside.tools:tried")(home(), name, arguments, repo)
    tell(told)
    ctx.exit(0 if told["ok"] else REFUSED)


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- {_mark(one)} **{one['name']}**: {_about(one)}" for one in told["tools"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((_mark(one), one["name"], _about(one)) for one in told["tools"])
    return Table(("", "tool", "about"), rows, note=f"Tools file: {told['file']}")


def _mark(one: dict[str, Any]) -> str:
    return "yes" if one["usable"] else "no"


def _about(one: dict[str, Any]) -> str:
    shown = f"{one['about']} ({one['detail']})" if one["detail"] else one["about"]
    return shown if one["usable"] else f"{shown}. Not now: {one['why_not']}"
