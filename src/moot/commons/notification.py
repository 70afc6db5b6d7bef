"""A notification: something that a member, or the owner of the house, is told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from moot.commons.naming import derived_id

MemberKind: TypeAlias = Literal[
    "debate_challenge",
    "debate_accepted",
    "debate_joined",
    "debate_turn",
    "debate_completed",
    "debate_won",
    "debate_decided",
    "judging_reminder",
]
HouseKind: TypeAlias = Literal["gate_opened", "gate_decided", "gate_timed_out", "turn_awaited", "debate_closed"]
Kind: TypeAlias = MemberKind | HouseKind
KINDS: tuple[MemberKind, ...] = get_args(MemberKind)
"""What members are told."""
HOUSE_KINDS: tuple[HouseKind, ...] = get_args(HouseKind)
"""What the owner of the house is told."""
HOUSE = "house"
"""Stands where a member's id does: what the house's owner is told, who is no member."""

MOST_COUNTED = 100
"""Nobody counts further: a badge says 99+."""
MOST_MUTED = 200
"""How many kinds and debates a member may have muted."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that a member, or the house's owner, is told. Its words are composed when it is read."""

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
    """What decided the debate, or how it came to this; which gate, seat or ending it is about."""
    topic: str = ""
    """What is debated, where it is known."""
    read_at: datetime | None = None

    @property
    def id(self) -> str:
        """The same, however often it is derived from the record."""
        rank = (*KINDS, *HOUSE_KINDS).index(self.kind)
        return derived_id("notification", self.member, self.kind, self.debate, line=self.line, rank=rank)
