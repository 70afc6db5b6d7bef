"""`moot skills`: instructions for coding agents."""

from pathlib import Path

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.lazy import Group, load
from moot.cli.options import example, offering

TARGETS = ("claude-code", "codex", "cursor", "gemini", "generic")


@click.group(cls=Group, epilog=example("moot skills install --for claude-code"))
def skills() -> None:
    """Teach coding agents how to debate."""


@skills.command(epilog=example("moot skills install --for codex --dir ~/code/project"))
@click.option(
    "--for",
    "target",
    default="generic",
    show_default=True,
    metavar="TOOL",
    shell_complete=offering(*TARGETS),
    help=f"The tool that reads them: {', '.join(TARGETS)}.",
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="The project they are for.  [default: the current folder]",
)
@options.field
def install(target: str, folder: Path) -> None:
    """Write the instructions where a tool looks for them."""
    written: list[Path] = load("moot.cli.inside.teaching:install")(target, folder)
    tell({"for": target, "written": [str(path) for path in written]})


@skills.command("show", epilog=example("moot skills show proposer coding_plan_debate", "moot skills show arena"))
@click.argument("role", metavar="ROLE|arena", shell_complete=offering(*options.ROLES, "arena"))
@click.argument("debate_type", metavar="[TYPE]", required=False, shell_complete=offering(*options.DEBATE_TYPES))
@click.option("--format", "format_", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
def show_skill(role: str, debate_type: str | None, format_: str) -> None:
    """Print the instructions for a role, or for the arena."""
    text: str = load("moot.cli.inside.teaching:show")(role, debate_type)
    if format_ == "json":
        tell({"role": role, "debate_type": debate_type, "text": text})
    else:
        click.echo(text)
