"""The envelope on standard output, the same for every command, and the exit codes."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from moot.cli.harmless import escaped, harmless
from moot.client import Refused

DONE = 0
REFUSED = 1
WRONG_USAGE = 2
NO_SERVER = 3
IN_VAIN = 4
INTERRUPTED = 130


FIELD = "moot.cli.field"


def choose_field(context: click.Context, option: click.Parameter, name: str | None) -> None:
    """Remembers that one field is to be said, and not the whole."""
    context.meta[FIELD] = name


def chosen_field() -> str | None:
    """The field that is to be said, if one is."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(FIELD)


def tell(data: Any) -> None:
    """Says what was asked for, or the one field of it."""
    name = chosen_field()
    if name is None:
        _say({"success": True, "data": data})
    else:
        _tell_field(data, name)


def _tell_field(data: Any, name: str) -> None:
    """Says a field bare, fit for a shell's variable; a terminal is not told what it would obey."""
    value = data
    for part in name.split("."):
        try:
            value = value[int(part) if isinstance(value, list) else part]
        except (KeyError, IndexError, ValueError, TypeError):
            # What was asked for may have been done: it must not get lost with the name.
            error = {"code": "NO_SUCH_FIELD", "message": f"The reply has no field {name!r}.", "data": data}
            raise Refused(error, 0) from None
    told = value if isinstance(value, str) else _json(value)
    click.echo(harmless(told) if sys.stdout.isatty() else told)


def tell_error(error: Mapping[str, Any]) -> None:
    """Says what went wrong, and what would fit."""
    _say({"success": False, "error": dict(error)})


def tell_line(data: Any) -> None:
    """Says one thing of many, on a line of its own, at once."""
    click.echo(_json(data))
    sys.stdout.flush()


def _say(envelope: Mapping[str, Any]) -> None:
    """One line for programs; indented for people at a terminal."""
    click.echo(_json(envelope, indent=2 if sys.stdout.isatty() else None))


def _json(data: Any, indent: int | None = None) -> str:
    return escaped(json.dumps(data, ensure_ascii=False, indent=indent))
