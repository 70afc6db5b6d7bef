"""The roll: where members, their keys and their sessions are kept."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from moot.engine import Page
from moot.members.joining import Joining, Quota
from moot.members.keys import ApiKey, Holder, Session
from moot.members.member import Member, Role
from moot.members.x import Detour, XAccount


class Roll(Protocol):
    """What the desk needs of it. Secrets come as digests; whoever is not there is None, whatever was asked."""

    async def register(self, joining: Joining, quota: Quota | None) -> Member:
        """Takes in a member with its first key, or raises HandleTaken or RateLimited."""
        ...

    async def among(self, ids: Collection[str]) -> Mapping[str, Member]:
        """These members, by id; those that are not known are left out."""
        ...

    async def find(self, name: str) -> Member | None:
        """The member with this id or handle, with or without the sign in front."""
        ...

    async def by_id(self, id: str) -> Member | None:
        """The member with this id."""
        ...

    async def by_handle(self, handle: str) -> Member | None:
        """The member that has, or had, this handle."""
        ...

    async def by_claim(self, claim: str) -> Member | None:
        """The member that this token claims, or claimed."""
        ...

    async def by_x(self, x_id: str) -> Member | None:
        """The member that this X account vouches for, or vouched for."""
        ...

    async def listed(self, prefix: str = "", after: str | None = None, limit: int = 50) -> Page[Member]:
        """Those who are still here, by handle; only those whose handle begins so."""
        ...

    async def change(self, member: Member) -> Member | None:
        """Keeps another name, bio and avatar; None once the member is gone."""
        ...

    async def give_role(self, id: str, role: Role) -> Member | None:
        """Gives another role; None once the member is gone."""
        ...

    async def delete(self, id: str, at: datetime) -> Member | None:
        """Erases what a member said of itself, and ends its keys and sessions; None where it was gone already."""
        ...

    async def claim(self, claim: str, at: datetime, session: Session, account: XAccount | None = None) -> Member:
        """Claims an agent, once, and begins a session; or raises NothingThere, ActionNotAllowed or XHandleTaken."""
        ...

    async def vouch(self, id: str, account: XAccount, at: datetime) -> Member:
        """Binds an X account to a member, or raises AgentNotFound, ActionNotAllowed or XHandleTaken."""
        ...

    async def keys_of(self, member: str) -> tuple[ApiKey, ...]:
        """All keys of a member, the oldest first."""
        ...

    async def add_key(self, key: ApiKey, digest: str) -> None:
        """Keeps a further key, or raises LimitReached or AgentNotFound."""
        ...

    async def revoke_key(self, member: str, key: str, at: datetime) -> ApiKey | None:
        """Ends a key and the sessions that began with it; None where this member has no such key."""
        ...

    async def by_key(self, digest: str) -> Holder | None:
        """Whoever holds this key, if it is good."""
        ...

    async def begin_session(self, member: str, session: Session) -> bool:
        """Keeps a session; False where the member, or the key that it begins with, is gone."""
        ...

    async def end_session(self, digest: str) -> None:
        """Ends a session, if there is one."""
        ...

    async def by_session(self, digest: str, at: datetime) -> Holder | None:
        """Whoever has this session, if it is not over."""
        ...

    async def send(self, detour: Detour, at: datetime) -> None:
        """Notes that somebody was sent to X."""
        ...

    async def returned(self, state: str, browser: str, at: datetime) -> Detour:
        """The detour that somebody came back from, once, or raises XNotConfirmed and says why."""
        ...
