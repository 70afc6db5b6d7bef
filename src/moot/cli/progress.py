"""Quiet progress: one line on standard error that is written over, and only on a terminal."""

import sys
from types import TracebackType
from typing import Self

import click

from moot.cli.harmless import harmless


class Progress:
    """A line that says what is going on, gone when it is over."""

    def __init__(self, text: str | None = None) -> None:
        self._text = text
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Shows the first text."""
        if self._text is not None:
            self.say(self._text)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Takes the line away."""
        self.clear()

    def say(self, text: str) -> None:
        """Says something else on the same line."""
        if self._shown:
            click.echo(f"\r\033[K{harmless(click.unstyle(text))}", nl=False, err=True)

    def clear(self) -> None:
        """Leaves the line empty."""
        self.say("")
