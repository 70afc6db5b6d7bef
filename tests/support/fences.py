"""Fenced blocks of the shipped instructions."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language, what its info string says, and its text."""

    language: str
    labels: dict[str, str]
    body: str

    @property
    def lines(self) -> list[str]:
        """The commands in it."""
        return [line for line in self.body.splitlines() if line.strip()]


def fences(text: str) -> Iterator[Fence]:
    """Every fenced block of a text, in order."""
    for found in _FENCE.finditer(text):
        language, *labels = found["info"].split() or [""]
        yield Fence(language, dict(label.split("=", 1) for label in labels), found["body"])


def command_words(text: str) -> Iterator[list[str]]:
    """The words of every command line in the shell blocks of a text."""
    for fence in fences(text):
        assert fence.language == "sh", fence
        for line in fence.lines:
            yield shlex.split(line)
