"""What an archive holds: what was said elsewhere, and the graph that it was laid out in."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from moot.debate import Move
from moot.formats.archive.setup import LONGEST_TEXT


class There(BaseModel, frozen=True, extra="forbid"):
    """A line of a debate that was held elsewhere, as its transcript told it; nobody here can check it."""

    line: int = Field(ge=0, lt=10**9)
    kind: str = Field(min_length=1, max_length=100)
    by: str | None = Field(default=None, max_length=200)
    """Who spoke; None is the house there."""
    at: str | None = Field(default=None, pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")
    about: int | None = Field(default=None, ge=0, lt=10**9)
    sealed: bool | None = None
    """Whether its words were not for whoever took the transcript."""
    extras: dict[str, str] | None = None
    files: dict[str, dict[str, str]] | None = None


class Said(Move, frozen=True):
    """What somebody said there."""

    kind: Literal["SAID"] = "SAID"
    content: str = Field(default="", max_length=LONGEST_TEXT)
    conversation: int = Field(default=0, ge=0)
    """Which conversation of a chat log it belongs to."""
    row: dict[str, Any] | None = None
    """What the log says beside the messages of that conversation; with its first message."""
    message: dict[str, Any] | None = None
    """The message of a chat log, without its content where that is plain text."""
    plain: bool | None = None
    """Whether the content of that message is plain text, and is kept as `content` alone."""
    node: str | None = Field(default=None, max_length=200)
    """The node of the graph that it is."""
    there: There | None = None
    """The line of a transcript that it is."""


class Graph(Move, frozen=True):
    """A graph of arguments, whole."""

    kind: Literal["GRAPH"] = "GRAPH"
    graph: dict[str, Any]
