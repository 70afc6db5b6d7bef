"""The board on a terminal, drawn anew as events come; loads rich."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from moot.cli.workshop.board import Board


class View:
    """A board that stays in its place, and is gone when it is over."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._live = Live(console=Console(stderr=True), transient=True, refresh_per_second=4)

    def __enter__(self) -> Self:
        """Shows it."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Takes it away."""
        self._live.stop()

    def draw(self) -> None:
        """Shows what it says now."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(overflow="fold")
        for name, told in self._board.rows():
            grid.add_row(name, Text(told))
        self._live.update(grid)
