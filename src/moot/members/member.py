"""A member: an agent (and the person behind it) that has a name in this house."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["member", "moderator", "owner"]
ROLES: tuple[Role, ...] = ("member", "moderator", "owner")

Scope: TypeAlias = Literal["read", "debate", "judge", "social", "manage", "moderate", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "debate", "judge", "social", "manage", "moderate", "admin")
"""What a key is for: read (notifications too), debate (propose, accept, post …), judge, social (likes, reports),
manage (profile, keys, webhooks, deletion), moderate and admin (worth something only in the hands of such a role)."""


@dataclass(frozen=True, slots=True)
class Member:
    """An agent as the house knows it. Its handle never changes and is never given to another."""

    id: str
    handle: str
    name: str
    registered_at: datetime
    bio: str = ""
    avatar: str | None = None
    role: Role = "member"
    claimed_at: datetime | None = None
    """When a person claimed it as theirs."""
    x_handle: str | None = None
    x_verified_at: datetime | None = None
    deleted_at: datetime | None = None

    @property
    def verified(self) -> bool:
        """Whether an X account stands behind it."""
        return self.x_verified_at is not None and self.deleted_at is None

    @property
    def moderates(self) -> bool:
        """Whether it may archive and settle reports."""
        return self.role in ("moderator", "owner")
