"""Members: registering, finding, listing, changing, and leaving."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from sqlalchemy import bindparam, delete, insert, null, select, update

from moot.debate import HandleTaken, InvalidInput
from moot.engine import Page
from moot.members import NOBODY, Joining, Member, Quota, Role, as_handle, is_handle
from moot.notation import told_at
from moot.store.database import Clash, Database, Params, Prepared, Row, Transaction, lists_of, sayable
from moot.store.roll.quota import must_have_room
from moot.store.roll.rows import MEMBER, key_row, member_in, member_row
from moot.store.roll.tables import api_keys, members, origins, sessions

_m = members.c
_HERE = _m.deleted_at.is_(None)
_MANY = 64
_BEYOND = "\x7f"
"""Comes after every character that a handle can have."""
_TRIES = 3

_JOIN = Prepared(
    insert(members).values(
        {name: bindparam(name) for name in ("id", "handle", "name", "bio", "avatar", "role", "registered_at", "claim")}
    )
)
ADD_KEY = Prepared(
    insert(api_keys).values(
        {name: bindparam(name) for name in ("id", "member_id", "name", "scopes", "digest", "created_at")}
    )
)
BY_ID = Prepared(select(*MEMBER).where(_m.id == bindparam("wanted")))
BY_HANDLE = Prepared(select(*MEMBER).where(_m.handle == bindparam("wanted")))
BY_CLAIM = Prepared(select(*MEMBER).where(_m.claim == bindparam("wanted")))
BY_X = Prepared(select(*MEMBER).where(_m.x_id == bindparam("wanted")))
LOCK = Prepared(select(*MEMBER).where(_m.id == bindparam("wanted")).with_for_update())
"""A member that nobody else changes, or counts for, until the transaction ends."""
LISTED = Prepared(
    select(*MEMBER)
    .where(_HERE, _m.handle > bindparam("after"), _m.handle >= bindparam("least"), _m.handle < bindparam("beyond"))
    .order_by(_m.handle)
    .limit(bindparam("limit"))
)
_CHANGE = Prepared(
    update(members)
    .where(_m.id == bindparam("wanted"), _HERE)
    .values(name=bindparam("name"), bio=bindparam("bio"), avatar=bindparam("avatar"))
)
_GIVE_ROLE = Prepared(update(members).where(_m.id == bindparam("wanted"), _HERE).values(role=bindparam("role")))
_ERASE = Prepared(
    update(members)
    .where(_m.id == bindparam("wanted"), _HERE)
    .values(
        name=NOBODY,
        bio="",
        avatar=null(),
        role="member",
        claim=null(),
        x_handle=null(),
        x_name=null(),
        x_verified_at=null(),
        deleted_at=bindparam("at"),
    )
)
_END_KEYS = Prepared(
    update(api_keys)
    .where(api_keys.c.member_id == bindparam("wanted"), api_keys.c.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
)
_END_SESSIONS = Prepared(delete(sessions).where(sessions.c.member_id == bindparam("wanted")))


class People:
    """The part of the roll that keeps members."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def register(self, joining: Joining, quota: Quota | None) -> Member:
        """Takes in a member with its first key, or raises HandleTaken or RateLimited."""

        async def work(tx: Transaction) -> None:
            if quota is not None:
                await must_have_room(tx, quota)
            await tx.run(_JOIN, member_row(joining))
            await tx.run(ADD_KEY, key_row(joining.key, joining.key_digest))

        for left in reversed(range(_TRIES)):
            try:
                await self._database.write(work)
            except Clash as clash:
                # The first two of one place may come at the same moment: the later one looks again.
                if clash.constraint == origins.primary_key.name and left:
                    continue
                raise HandleTaken(joining.member.handle) from None
            return joining.member
        raise AssertionError

    async def among(self, ids: Collection[str]) -> Mapping[str, Member]:
        """These members, by id; those that are not known are left out."""
        wanted = sorted({id for id in ids if sayable({"id": id})})
        found: dict[str, Member] = {}
        for start in range(0, len(wanted), _MANY):
            rows = await self._database.rows(*_these(wanted[start : start + _MANY]))
            found.update((member.id, member) for member in map(member_in, rows))
        return found

    async def find(self, name: str) -> Member | None:
        """The member with this id or handle, with or without the sign in front."""
        # Ids are longer than any handle, so nothing can be both.
        handle = as_handle(name)
        return await (self.by_handle(handle) if is_handle(handle) else self.by_id(handle))

    async def by_id(self, id: str) -> Member | None:
        """The member with this id."""
        return await self._one(BY_ID, id)

    async def by_handle(self, handle: str) -> Member | None:
        """The member that has, or had, this handle."""
        return await self._one(BY_HANDLE, handle)

    async def by_claim(self, claim: str) -> Member | None:
        """The member that this token claims, or claimed."""
        return await self._one(BY_CLAIM, claim)

    async def by_x(self, x_id: str) -> Member | None:
        """The member that this X account vouches for, or vouched for."""
        return await self._one(BY_X, x_id)

    async def listed(self, prefix: str = "", after: str | None = None, limit: int = 50) -> Page[Member]:
        """Those who are still here, by handle; only those whose handle begins so."""
        if after is not None and not is_handle(after):
            raise InvalidInput(
                f"{after[:80]!r} is not a cursor of this list.",
                suggestion="Leave the cursor out to start at the first page.",
            )
        asked = {"least": prefix, "beyond": prefix + _BEYOND, "after": after or "", "limit": limit + 1}
        rows = await lists_of(self._database).rows(LISTED, asked) if sayable(asked) else ()
        found = tuple(member_in(row) for row in rows[:limit])
        return Page(found, found[-1].handle if len(rows) > limit else None)

    async def change(self, member: Member) -> Member | None:
        """Keeps another name, bio and avatar; None once the member is gone."""
        told = {"wanted": member.id, "name": member.name, "bio": member.bio, "avatar": member.avatar}
        return await self._changed(_CHANGE, told)

    async def give_role(self, id: str, role: Role) -> Member | None:
        """Gives another role; None once the member is gone."""
        return await self._changed(_GIVE_ROLE, {"wanted": id, "role": role})

    async def delete(self, id: str, at: datetime) -> Member | None:
        """Erases what a member said of itself, and ends its keys and sessions; None where it was gone already."""
        return await self._changed(_ERASE, {"wanted": id, "at": told_at(at)}, and_then=(_END_KEYS, _END_SESSIONS))

    async def _one(self, prepared: Prepared, wanted: str) -> Member | None:
        rows = await self._database.rows(prepared, {"wanted": wanted}) if sayable({"wanted": wanted}) else ()
        return member_in(rows[0]) if rows else None

    async def _changed(self, change: Prepared, params: Params, and_then: Sequence[Prepared] = ()) -> Member | None:
        async def work(tx: Transaction) -> Sequence[Row]:
            if not await tx.run(change, params):
                return ()
            for further in and_then:
                await tx.run(further, params)
            return await tx.rows(BY_ID, {"wanted": params["wanted"]})

        rows = await self._database.write(work)
        return member_in(rows[0]) if rows else None


def _these(ids: Sequence[str]) -> tuple[Prepared, Params]:
    """The statement for as many as these, rounded up, so that there are few of them; the last fills the rest."""
    size = 1 << (len(ids) - 1).bit_length()
    filled = [*ids, *[ids[-1]] * (size - len(ids))]
    return among(size), {f"id_{number}": id for number, id in enumerate(filled)}


@lru_cache
def among(size: int) -> Prepared:
    """Reads so many members."""
    return Prepared(select(*MEMBER).where(_m.id.in_([bindparam(f"id_{number}") for number in range(size)])))
