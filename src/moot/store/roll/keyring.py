"""Keys and sessions: whoever holds one is found by one look into an index."""

from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update

from moot.debate import AgentNotFound, LimitReached
from moot.members import MOST_KEYS, ApiKey, Holder, Session
from moot.notation import told_at
from moot.store.database import Database, Prepared, Transaction, sayable
from moot.store.roll.people import ADD_KEY, LOCK
from moot.store.roll.rows import KEY, MEMBER, holder_in, key_in, key_row, member_in, session_row
from moot.store.roll.tables import api_keys, members, sessions

_m, _k, _s = members.c, api_keys.c, sessions.c
_FEW = 100

BY_KEY = Prepared(
    select(*MEMBER, _k.scopes, _k.id)
    .select_from(api_keys.join(members))
    .where(_k.digest == bindparam("wanted"), _k.revoked_at.is_(None), _m.deleted_at.is_(None))
)
BY_SESSION = Prepared(
    select(*MEMBER, _s.scopes, _s.key_id)
    .select_from(sessions.join(members))
    .where(_s.digest == bindparam("wanted"), _s.ends_at > bindparam("at"), _m.deleted_at.is_(None))
)
KEYS_OF = Prepared(select(*KEY).where(_k.member_id == bindparam("wanted")).order_by(_k.id))
_HOW_MANY = Prepared(
    select(func.count()).select_from(api_keys).where(_k.member_id == bindparam("wanted"), _k.revoked_at.is_(None))
)
_THIS = (_k.id == bindparam("key"), _k.member_id == bindparam("wanted"))
_KEY = Prepared(select(*KEY).where(*_THIS))
_REVOKE = Prepared(update(api_keys).where(*_THIS, _k.revoked_at.is_(None)).values(revoked_at=bindparam("at")))
_GOOD = Prepared(select(_k.id).where(_k.id == bindparam("key"), _k.revoked_at.is_(None)).with_for_update())
_END_OF_KEY = Prepared(delete(sessions).where(_s.key_id == bindparam("key")))
BEGIN = Prepared(insert(sessions).values({column.name: bindparam(column.name) for column in _s}))
_END = Prepared(delete(sessions).where(_s.digest == bindparam("wanted")))
_over = select(_s.digest).where(_s.ends_at < bindparam("at")).order_by(_s.ends_at).limit(_FEW)
_FORGET = Prepared(delete(sessions).where(_s.digest.in_(_over.with_for_update(skip_locked=True))))


class Keyring:
    """The part of the roll that keeps keys and sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keys_of(self, member: str) -> tuple[ApiKey, ...]:
        """All keys of a member, the oldest first."""
        return tuple(key_in(row) for row in await self._database.rows(KEYS_OF, {"wanted": member}))

    async def add_key(self, key: ApiKey, digest: str) -> None:
        """Keeps a further key, or raises LimitReached or AgentNotFound."""

        async def work(tx: Transaction) -> None:
            await must_be_here(tx, key.member)
            ((there,),) = await tx.rows(_HOW_MANY, {"wanted": key.member})
            if there >= MOST_KEYS:
                raise LimitReached(f"An agent has at most {MOST_KEYS} keys.", suggestion="Revoke one that is not used.")
            await tx.run(ADD_KEY, key_row(key, digest))

        await self._database.write(work)

    async def revoke_key(self, member: str, key: str, at: datetime) -> ApiKey | None:
        """Ends a key and the sessions that began with it; None where this member has no such key."""
        named = {"key": key, "wanted": member}
        if not sayable(named):
            return None

        async def work(tx: Transaction) -> ApiKey | None:
            if await tx.run(_REVOKE, {**named, "at": told_at(at)}):
                await tx.run(_END_OF_KEY, {"key": key})
            rows = await tx.rows(_KEY, named)
            return key_in(rows[0]) if rows else None

        return await self._database.write(work)

    async def by_key(self, digest: str) -> Holder | None:
        """Whoever holds this key, if it is good."""
        rows = await self._database.rows(BY_KEY, {"wanted": digest})
        return holder_in(rows[0]) if rows else None

    async def begin_session(self, member: str, session: Session) -> bool:
        """Keeps a session; False where the member, or the key that it begins with, is gone."""

        async def work(tx: Transaction) -> bool:
            rows = await tx.rows(LOCK, {"wanted": member})
            if not rows or member_in(rows[0]).deleted_at is not None:
                return False
            if session.key is not None and not await tx.rows(_GOOD, {"key": session.key}):
                return False
            await began(tx, member, session)
            return True

        return await self._database.write(work)

    async def end_session(self, digest: str) -> None:
        """Ends a session, if there is one."""

        async def work(tx: Transaction) -> None:
            await tx.run(_END, {"wanted": digest})

        await self._database.write(work)

    async def by_session(self, digest: str, at: datetime) -> Holder | None:
        """Whoever has this session, if it is not over."""
        rows = await self._database.rows(BY_SESSION, {"wanted": digest, "at": told_at(at)})
        return holder_in(rows[0]) if rows else None


async def began(tx: Transaction, member: str, session: Session) -> None:
    """Keeps a session, and forgets some that are over."""
    await tx.run(_FORGET, {"at": told_at(session.begun_at)})
    await tx.run(BEGIN, session_row(member, session))


async def must_be_here(tx: Transaction, member: str) -> None:
    """Refuses to go on for a member that is gone; holds it until the transaction ends."""
    rows = await tx.rows(LOCK, {"wanted": member})
    if not rows or member_in(rows[0]).deleted_at is not None:
        raise AgentNotFound(member)
