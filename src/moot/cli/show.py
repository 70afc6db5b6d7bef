"""Showing what was read: JSON for programs, Markdown or a table for people."""

import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from moot.cli.envelope import chosen_field, tell
from moot.cli.lazy import load
from moot.cli.options import Format
from moot.cli.tables import Table

T = TypeVar("T", bound=Mapping[str, Any])

CONTROL = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
"""What others wrote must not move the reader's cursor, or worse."""


def show(data: T, format_: Format, prose: Callable[[T], str], table: Callable[[T], Table]) -> None:
    """Shows a reading in the format that was asked for."""
    match "json" if chosen_field() is not None else format_:
        case "json":
            tell(data)
        case "markdown":
            show_prose(prose(data))
        case "table":
            load("moot.cli.screen:show_table")(table(data).cleaned(CONTROL))


def show_prose(text: str, end: str = "\n") -> None:
    """Shows Markdown: as it is in a pipe, laid out on a terminal."""
    if sys.stdout.isatty():
        load("moot.cli.screen:show_markdown")(text.translate(CONTROL))
    else:
        click.echo(f"{text}{end}", nl=False)
