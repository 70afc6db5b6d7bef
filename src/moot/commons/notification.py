"""A notification: something that a member is told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from moot.commons.naming import derived_id

Kind: TypeAlias = Literal[
    "debate_challenge",
    "debate_accepted",
    "debate_joined",
    "debate_turn",
    "debate_completed",
    "debate_won",
    "debate_decided",
    "judging_reminder",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

MOST_COUNTED = 100
"""Nobody counts further: a badge says 99+."""
MOST_MUTED = 200
"""How many kinds and debates a member may have muted."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that a member is told. Its words are composed when it is read."""

    member: str
    kind: Kind
    debate: str
    line: int
    """The line that gave rise to it."""
    at: datetime
    """When that line was written."""
    sender: str | None = None
    """The other member whom it is about."""
    detail: str | None = None
    """What decided the debate, or how it came to this."""
    topic: str = ""
    """What is debated, where it is known."""
    read_at: datetime | None = None

    @property
    def id(self) -> str:
        """The same, however often it is derived from the record."""
        rank = KINDS.index(self.kind)
        return derived_id("notification", self.member, self.kind, self.debate, line=self.line, rank=rank)
