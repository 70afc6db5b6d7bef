"""The terminal, drawn with rich; only the view of a workshop loads it too."""

import sys

from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as RichTable
from rich.text import Text

from moot.cli.tables import Table

PIPE_WIDTH = 200
UNBROKEN = frozenset({"debate", "document", "id"})
"""Columns with ids, which people copy."""


def _console() -> Console:
    """Colour only on a terminal and without NO_COLOR, which rich sees to itself."""
    return Console(file=sys.stdout, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def show_markdown(text: str) -> None:
    """Lays out Markdown."""
    # Where a link leads is written out: behind other words it could lead anywhere.
    _console().print(Markdown(text, hyperlinks=False))


def show_table(table: Table) -> None:
    """Draws a table."""
    title = None if table.title is None else Text(table.title)
    drawn = RichTable(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in table.columns:
        drawn.add_column(column, overflow="fold", no_wrap=column in UNBROKEN)
    for row in table.rows:
        drawn.add_row(*(Text(cell) for cell in row))
    _console().print(drawn)
    if table.note is not None:
        _console().print(Text(table.note))
