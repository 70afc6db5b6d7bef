"""Showing what was read: JSON for programs, Markdown or a table for people."""

import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from moot.cli.envelope import chosen_field, tell
from moot.cli.harmless import harmless
from moot.cli.lazy import load
from moot.cli.options import Format
from moot.cli.tables import Table

T = TypeVar("T", bound=Mapping[str, Any])


def show(data: T, format_: Format, prose: Callable[[T], str], table: Callable[[T], Table]) -> None:
    """Shows a reading in the format that was asked for."""
    match "json" if chosen_field() is not None else format_:
        case "json":
            tell(data)
        case "markdown":
            show_prose(prose(data))
        case "table":
            load("moot.cli.screen:show_table")(table(data).cleaned(harmless))


def show_prose(text: str, end: str = "\n") -> None:
    """Shows Markdown: as it is in a pipe, laid out on a terminal."""
    if sys.stdout.isatty():
        load("moot.cli.screen:show_markdown")(harmless(text))
    else:
        click.echo(f"{text}{end}", nl=False)


def show_text(text: str) -> None:
    """Shows a text as it is in a pipe; a terminal is not told what it would obey."""
    click.echo(harmless(text) if sys.stdout.isatty() else text, nl=False)
