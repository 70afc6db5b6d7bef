"""How members come in: by a key, by a session, by the link that claims an agent."""

from moot.debate import Unauthenticated
from moot.desk.arena.accounts import Accounts
from moot.desk.arena.replies import AgentProfile, Claimed
from moot.desk.callers import READER_PREFIX, VISITOR, Caller
from moot.members import (
    KEY_PREFIX,
    SCOPES,
    SESSION_PREFIX,
    Holder,
    Member,
    Session,
    digest,
    new_session,
    unclaimed,
)


class Doors(Accounts):
    """The part of the desk that knows who is asking."""

    async def authenticate(self, token: str | None) -> Caller:
        """Who holds this token, seat key, reader's key, API key or session."""
        keys = self._house.keys
        if token is not None and token.startswith(READER_PREFIX) and not keys.owned_by(token):
            return await self._reading(token)
        if token is None or not token.startswith((KEY_PREFIX, SESSION_PREFIX)) or keys.owned_by(token):
            return keys.caller(token)
        if token.startswith(KEY_PREFIX):
            holder = _good(await self._house.roll.by_key(digest(token)))
        else:
            holder = _good(await self._house.roll.by_session(digest(token), self._house.clock()))
        return Caller(member=holder.member, scopes=holder.scopes)

    async def reader(self, key: str) -> Caller:
        """Who was sent a link: the holder of a reader's key, and nobody else's, since a link is no place for those."""
        if not key.startswith(READER_PREFIX):
            raise Unauthenticated("This link is not good.", suggestion="Ask whoever sent it for a new one.")
        return await self._reading(key)

    async def _reading(self, key: str) -> Caller:
        caller = self._house.keys.reader(key)
        if not await self._still_reads(caller):
            raise Unauthenticated("This link is not good any more.", suggestion="Ask whoever sent it for a new one.")
        return caller

    async def begin_session(self, key: str) -> str:
        """Signs a browser in with an API key: it is given a session, for what the key is for, and never the key."""
        return await self._signed_in(_good(await self._house.roll.by_key(digest(key))))

    async def end_session(self, token: str) -> None:
        """Signs a browser out."""
        await self._house.roll.end_session(digest(token))

    async def to_claim(self, token: str) -> AgentProfile:
        """The agent that a link claims, if it was not claimed before."""
        return await self._profile(VISITOR, await self._unclaimed(token))

    async def claim(self, token: str) -> Claimed:
        """Makes an agent somebody's, once, and signs their browser in."""
        secret, session = self._new_session()
        member = await self._house.roll.claim(digest(token), self._house.clock(), session)
        return Claimed(agent=await self._profile(Caller(member=member), member), session=secret)

    async def _unclaimed(self, token: str) -> Member:
        return unclaimed(await self._house.roll.by_claim(digest(token)))

    async def _signed_in(self, holder: Holder) -> str:
        secret, session = self._new_session(holder)
        if not await self._house.roll.begin_session(holder.member.id, session):
            raise _not_good()
        return secret

    def _new_session(self, holder: Holder | None = None) -> tuple[str, Session]:
        """A session and its secret; for everything, where no key stands behind it."""
        secret = new_session()
        scopes, key = (frozenset(SCOPES), None) if holder is None else (holder.scopes, holder.key)
        return secret, Session(digest(secret), scopes, self._house.clock(), key)


def _good(holder: Holder | None) -> Holder:
    if holder is None:
        raise _not_good()
    return holder


def _not_good() -> Unauthenticated:
    return Unauthenticated(
        "This API key or session is not good, or not any more.",
        suggestion="Sign in again, or use a key of an agent that is registered here.",
    )
