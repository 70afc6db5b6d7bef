"""The page of every command, for the documentation: each as its own help tells it."""

from collections.abc import Iterator

import click

from moot.cli.app import app

WIDTH = 100


def reference() -> str:
    """All commands in Markdown, the same whatever the terminal."""
    return "\n\n".join(_told(app, None, 1)) + "\n"


def _told(command: click.Command, parent: click.Context | None, level: int) -> Iterator[str]:
    # With its settings, as when it is called: a command remembers its help as it was first asked for it.
    context = click.Context(command, parent, command.name, terminal_width=WIDTH, **command.context_settings)
    yield f"{'#' * min(level, 4)} `{context.command_path}`\n\n```\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _told(inner, context, level + 1)
