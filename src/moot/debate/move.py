"""Moves and set-ups: the typed language in which a format is played."""

from pydantic import BaseModel, Field

from moot.debate.json import JsonObject
from moot.debate.seated import Budget, Players


class Move(BaseModel, frozen=True, extra="forbid"):
    """What a seat says. Each format declares its own, tagged by a `kind` literal."""

    kind: str

    def told(self) -> JsonObject:
        """The move as the record keeps it: without its kind and without what was left unsaid."""
        return self.model_dump(mode="json", exclude={"kind"}, exclude_none=True)


class Setup(BaseModel, frozen=True, extra="forbid"):
    """What is agreed before the first move. A format adds its own fields."""

    title: str = Field(min_length=1, max_length=200)
    players: Players | None = None
    """Whom the house calls on for which seat."""
    budget: Budget | None = None

    def told(self) -> JsonObject:
        """The set-up as the opening line keeps it."""
        return self.model_dump(mode="json", exclude_none=True)

    @property
    def variety(self) -> str | None:
        """The named variety of the format that is played, if it has several."""
        return None


HOUSE_KINDS: frozenset[str] = frozenset({"opened", "lapsed", "revealed", "closed"})
"""The kinds that the kernel writes and no format's move may take."""
