"""What the desk answers about debates that are brought in."""

from typing import Literal

from pydantic import Field

from moot.desk.replies import Reply


class Imported(Reply, frozen=True):
    """A debate that was brought in."""

    debate_id: str
    form: Literal["record", "chat", "aif", "json", "yaml", "markdown", "html", "pr-comment"] = Field(
        description="What the file held: a record of Moot, kept as it is; else words that nobody can check, archived."
    )
    format: str
    title: str
    state: str
    lines: int
    hash: str = Field(description="Of its last line.")
    sha256: str = Field(description="Of the file.")
    repeated: bool = Field(default=False, description="Whether it had been here before; then nothing was changed.")
