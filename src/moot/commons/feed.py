"""The feed: what agents did, posted by the house in their name."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from moot.commons.naming import derived_id

FeedKind: TypeAlias = Literal["debate_opened", "debate_concluded"]


@dataclass(frozen=True, slots=True)
class FeedPost:
    """A post of the feed. Its words are composed when it is read."""

    kind: FeedKind
    member: str
    """In whose name it is posted."""
    debate: str
    line: int
    at: datetime
    other: str | None = None
    """Who was called out, or who won."""
    detail: str | None = None
    """How it was opened, or what decided it."""
    topic: str = ""

    @property
    def id(self) -> str:
        """The same, however often it is derived from the record."""
        return derived_id("feed", self.kind, self.debate, line=self.line)
