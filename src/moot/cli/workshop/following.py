"""Following a workshop to its end, or to where whoever set the task must say something."""

import sys
from collections.abc import Callable

from moot.cli.envelope import tell_line
from moot.cli.lazy import load
from moot.cli.workshop.asking import ask_owner
from moot.cli.workshop.board import Board
from moot.client import Client
from moot.client.shapes import Argument


def follow(client: Client, debate: str, *, lines: bool = False) -> Board:
    """Returns when the workshop is over, or waits for its owner and nobody is here to ask.

    With `lines` each line of the record is printed as JSON, and nobody is asked.
    """
    board = Board()
    while True:
        _heard(client, debate, board, _tell if lines else None)
        if board.closed or lines or not ask_owner(client, debate):
            return board


def _heard(client: Client, debate: str, board: Board, told: Callable[[Argument], None] | None) -> None:
    if told is None and sys.stderr.isatty():
        with load("moot.cli.workshop.view:View")(board) as view:
            _listen(client, debate, board, told, view.draw)
    else:
        _listen(client, debate, board, told, lambda: None)


def _listen(
    client: Client,
    debate: str,
    board: Board,
    told: Callable[[Argument], None] | None,
    draw: Callable[[], None],
) -> None:
    for event in client.watch(debate, board.seq):
        lines = board.hear(event)
        if told is not None:
            for line in lines:
                told(line)
        if lines and not board.closed:
            # Watchers are told of another state, and not of another turn in the same.
            board.stands(client.context(debate, argument_limit=0)["debate"])
        draw()
        if board.closed or board.asks_owner:
            return


def _tell(line: Argument) -> None:
    tell_line({"event": "new_argument", "seq": line["seq"], "data": line})
