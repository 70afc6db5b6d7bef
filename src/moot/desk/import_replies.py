"""What the desk answers about debates that are brought in."""

from typing import Literal

from pydantic import Field

from moot.desk.replies import Reply


class Imported(Reply, frozen=True):
    """A debate that was brought in."""

    debate_id: str
    form: Literal["record", "chat", "aif"] = Field(
        description="What the file was: a record of Moot, kept as it is; a chat log or an argument graph, archived."
    )
    format: str
    title: str
    state: str
    lines: int
    hash: str = Field(description="Of its last line.")
    sha256: str = Field(description="Of the file.")
    repeated: bool = Field(default=False, description="Whether it had been here before; then nothing was changed.")
