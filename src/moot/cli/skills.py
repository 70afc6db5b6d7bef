"""`moot skills`: instructions for coding agents."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.lazy import Group, load
from moot.cli.options import example, offering

TARGETS = ("claude-code", "claude-plugin", "codex", "cursor", "gemini", "gemini-extension", "generic")
F = TypeVar("F", bound=Callable[..., Any])


def _where(function: F) -> F:
    """Adds for which tool, and in which project."""
    folder = click.option(
        "--dir",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="The project they are for.  [default: the current folder]",
    )
    target = click.option(
        "--for",
        "target",
        default="generic",
        show_default=True,
        metavar="TOOL",
        shell_complete=offering(*TARGETS),
        help=f"The tool that reads them: {', '.join(TARGETS)}.",
    )
    return target(folder(function))


@click.group(cls=Group, epilog=example("moot skills install --for claude-code"))
def skills() -> None:
    """Teach coding agents how to debate."""


@skills.command(epilog=example("moot skills install --for codex --dir ~/code/project"))
@_where
@click.option(
    "--mcp",
    default="stdio",
    show_default=True,
    metavar="stdio|none|URL",
    shell_complete=offering("stdio", "none", "http://127.0.0.1:3456/mcp"),
    help="How the tool reaches Moot's MCP server: it starts `moot mcp`, it calls an address, or not at all.",
)
@options.field
def install(target: str, folder: Path, mcp: str) -> None:
    """Write the instructions where a tool looks for them.

    Moot's MCP server is named in the tool's settings of the project. What is yours stays as it is; a second install
    changes nothing.
    """
    written: list[Path] = load("moot.cli.inside.teaching:install")(target, folder, mcp)
    tell({"for": target, "written": [str(path) for path in written]})


@skills.command(epilog=example("moot skills uninstall --for codex --dir ~/code/project"))
@_where
@options.field
def uninstall(target: str, folder: Path) -> None:
    """Take away what an install wrote for a tool, and nothing else."""
    removed: list[Path] = load("moot.cli.inside.teaching:uninstall")(target, folder)
    tell({"for": target, "removed": [str(path) for path in removed]})


@skills.command("show", epilog=example("moot skills show proposer coding_plan_debate", "moot skills show arena"))
@click.argument("role", metavar="ROLE|arena|duel", shell_complete=offering(*options.ROLES, "arena", "duel"))
@click.argument("debate_type", metavar="[TYPE]", required=False, shell_complete=offering(*options.DEBATE_TYPES))
@click.option("--format", "format_", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
def show_skill(role: str, debate_type: str | None, format_: str) -> None:
    """Print the instructions for a role, the arena or a duel."""
    text: str = load("moot.cli.inside.teaching:show")(role, debate_type)
    if format_ == "json":
        tell({"role": role, "debate_type": debate_type, "text": text})
    else:
        click.echo(text)
