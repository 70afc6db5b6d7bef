"""What is known of a debate that was held elsewhere: where it came from, who spoke, and in which order."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from moot.debate import Setup

IMPORTER = "importer"
"""The seat of whoever brought it in; what it says is about the file, and never an argument."""
MOST_SPEAKERS = 100
MOST_LINES = 5000
LONGEST_TEXT = 256 * 1024


class Source(BaseModel, frozen=True, extra="forbid"):
    """The file that it came from."""

    form: Literal["chat", "aif", "json", "yaml", "markdown", "html", "pr-comment"]
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Of the bytes of the file, so that whoever has it can tell that this is it."""
    name: str = Field(default="", max_length=200)
    facts: dict[str, str] | None = None
    """What a transcript says of itself, its debate and its last hash among it: its own words, which nobody checked."""


class Speaker(BaseModel, frozen=True, extra="forbid"):
    """Somebody who spoke there."""

    seat: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    name: str = Field(min_length=1, max_length=200)
    """As the file has it."""


class Archive(Setup, frozen=True):
    """A debate that was held elsewhere."""

    source: Source
    speakers: tuple[Speaker, ...] = Field(min_length=1, max_length=MOST_SPEAKERS)
    order: tuple[Annotated[int, Field(ge=0, lt=MOST_SPEAKERS)], ...] = Field(min_length=1, max_length=MOST_LINES)
    """Who speaks, line by line: places among the speakers. With the last of them it is over."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        seats = [speaker.seat for speaker in self.speakers]
        if len(set(seats)) != len(seats):
            raise ValueError("each speaker needs a seat of its own")
        if max(self.order) >= len(seats):
            raise ValueError("the order names a speaker that there is not")
        if self.players or self.budget:
            raise ValueError("nobody is called on in an archive: it has neither players nor a budget")
        return self
