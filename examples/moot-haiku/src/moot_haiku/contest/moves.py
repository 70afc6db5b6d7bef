"""What is agreed before a contest, and what is said in one."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from moot.debate import Move, Setup

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class Contest(Setup, frozen=True):
    """What is agreed before the theme."""

    poets: int = Field(default=2, ge=1, le=8)
    seconds: int = Field(default=300, ge=1, le=86_400)
    """How long a poet has."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats of the poets."""
        return tuple(f"poet-{number}" for number in range(1, self.poets + 1))


class Theme(Move, frozen=True):
    """The host says what to write about."""

    kind: Literal["THEME"] = "THEME"
    theme: Words


class Haiku(Move, frozen=True):
    """A poet writes: three lines."""

    kind: Literal["HAIKU"] = "HAIKU"
    lines: tuple[Words, Words, Words]
