"""Groups of commands; a command is imported when it is called, so that none pays for the others."""

import gc
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click
from click.exceptions import NoSuchCommand


def load(where: str) -> Any:
    """What `module:name` names."""
    module, _, name = where.partition(":")
    # What an import makes stays: to look through it for rubbish is a sixth of what starting a server takes.
    collects = gc.isenabled()
    gc.disable()
    try:
        return getattr(import_module(module), name)
    finally:
        if collects:
            gc.enable()


class Group(click.Group):
    """Commands in the order they were given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return list(self.commands)


class LazyGroup(Group):
    """A group whose commands are named by where they are."""

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        where = self._lazy.get(cmd_name)
        if where is None:
            return None
        command = load(where)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; one that is misspelt is answered with what may have been meant."""
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as unknown:
            raise NoSuchCommand(unknown.command_name, possibilities=self._lazy, ctx=ctx) from None
