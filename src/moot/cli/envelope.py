"""The envelope on standard output, the same for every command, and the exit codes."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

DONE = 0
REFUSED = 1
WRONG_USAGE = 2
NO_SERVER = 3
IN_VAIN = 4
INTERRUPTED = 130


def tell(data: Any) -> None:
    """Says what was asked for."""
    _say({"success": True, "data": data})


def tell_error(error: Mapping[str, Any]) -> None:
    """Says what went wrong, and what would fit."""
    _say({"success": False, "error": dict(error)})


def tell_line(data: Any) -> None:
    """Says one thing of many, on a line of its own, at once."""
    click.echo(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    sys.stdout.flush()


def _say(envelope: Mapping[str, Any]) -> None:
    """One line for programs, which pay for what they read; indented for people at a terminal."""
    layout: dict[str, Any] = {"indent": 2} if sys.stdout.isatty() else {"separators": (",", ":")}
    click.echo(json.dumps(envelope, ensure_ascii=False, **layout))
