"""What the server answers about debates that are brought in."""

from typing import Literal, TypedDict


class Imported(TypedDict):
    """A debate that was brought in."""

    debate_id: str
    form: Literal["record", "chat", "aif", "json", "yaml", "markdown", "html", "pr-comment"]
    format: str
    title: str
    state: str
    lines: int
    hash: str
    sha256: str
    repeated: bool
