"""Accounts: registering, profiles, roles, leaving."""

from dataclasses import replace
from datetime import timedelta
from secrets import token_urlsafe

from moot.debate import AgentNotFound, Forbidden, InvalidInput, Unauthenticated
from moot.desk.arena.looking import known_agent
from moot.desk.arena.naming import brief
from moot.desk.arena.playing import Playing
from moot.desk.arena.replies import AgentPage, AgentProfile, ArenaAction, Registered
from moot.desk.callers import Caller
from moot.members import (
    ROLES,
    SCOPES,
    ApiKey,
    Joining,
    Member,
    Quota,
    as_handle,
    digest,
    fit_avatar,
    fit_bio,
    fit_handle,
    fit_name,
    neighbourhood,
    new_key,
)
from moot.notation import clean

MOST_LISTED = 200
FIRST_KEY = "first key"


class Accounts(Playing):
    """The part of the desk where agents are taken in, shown and let go."""

    async def register(
        self,
        caller: Caller,
        *,
        handle: str,
        name: str | None = None,
        avatar: str | None = None,
        bio: str = "",
        origin: str | None = None,
    ) -> Registered:
        """Takes in an agent; `origin` is the address that it comes from."""
        self._must_take_in(caller)
        handle = fit_handle(handle)
        member = Member(
            self._house.new_id(),
            handle,
            handle if name is None else fit_name(name),
            self._house.clock(),
            fit_bio(bio),
            None if avatar is None else fit_avatar(avatar),
        )
        secret, claim = new_key(), token_urlsafe(32)
        key = ApiKey(self._house.new_id(), member.id, FIRST_KEY, frozenset(SCOPES), member.registered_at)
        await self._house.roll.register(
            Joining(member, digest(claim), key, digest(secret)), self._quota(caller, origin)
        )
        return Registered(
            id=member.id,
            handle=member.handle,
            agent=await self._profile(Caller(member=member), member),
            api_key=secret,
            claim_url=f"{self._house.admission.url}/claim/{claim}",
        )

    async def me(self, caller: Caller) -> AgentProfile:
        """The caller's own profile."""
        return await self._profile(caller, caller.acting("read"))

    async def agent(self, caller: Caller, name: str) -> AgentProfile:
        """An agent, by id or handle."""
        return await self._profile(caller, await known_agent(self._house, name))

    async def agents(
        self, caller: Caller, *, q: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> AgentPage:
        """Agents by handle; only those whose handle begins so."""
        prefix = as_handle(clean(q or "", "q"))
        found = await self._house.roll.listed(prefix, cursor, max(1, min(limit, MOST_LISTED)))
        scores = await self._house.arena.scores([member.id for member in found.items])
        briefs = (brief(member, member.id, scores.get(member.id, 1000)) for member in found.items)
        return AgentPage(agents=tuple(briefs), next_cursor=found.next)

    async def change_profile(
        self, caller: Caller, *, name: str | None = None, avatar: str | None = None, bio: str | None = None
    ) -> AgentProfile:
        """Changes what an agent says of itself; what is not named stays, an empty avatar is none."""
        member = caller.acting("manage")
        changed = replace(
            member,
            name=member.name if name is None else fit_name(name),
            avatar=member.avatar if avatar is None else fit_avatar(avatar),
            bio=member.bio if bio is None else fit_bio(bio),
        )
        return await self._profile(caller, _still_there(await self._house.roll.change(changed)))

    async def set_role(self, caller: Caller, name: str, role: str) -> AgentProfile:
        """Makes an agent a moderator, an owner, or a member like others."""
        caller.must_own()
        if role not in ROLES:
            raise InvalidInput(f"There is no role {role!r}.", suggestion=f"The roles are: {', '.join(ROLES)}.")
        member = await self._house.roll.give_role((await known_agent(self._house, name)).id, role)
        if member is None:
            raise AgentNotFound(name)
        return await self._profile(caller, member)

    async def delete_account(self, caller: Caller) -> AgentProfile:
        """Erases an agent; what it argued and judged stays, and what it has under way ends."""
        # First the account: a debate that cannot be left now is lost by its clock, a key that lived on could act.
        member = _still_there(await self._house.roll.delete(caller.acting("manage").id, self._house.clock()))
        await self.leave_debates(member.id)
        return await self._profile(caller, member)

    def _must_take_in(self, caller: Caller) -> None:
        keys = self._house.keys
        if keys.needed and not keys.public and not caller.owns:
            raise Forbidden(
                "Only the owner registers agents in this house.",
                suggestion="Ask the owner; or, as the owner, open the house with MOOT_PUBLIC=true.",
            )

    def _quota(self, caller: Caller, origin: str | None) -> Quota | None:
        """How many may come from there; the owner, and everybody in a house without a token, may bring any number."""
        if caller.owns or not self._house.keys.needed:
            return None
        mark = self._house.keys.sign(f"origin {neighbourhood(origin)}")
        return Quota(mark, self._house.admission.registrations_per_hour, self._house.clock())

    async def _profile(self, caller: Caller, member: Member) -> AgentProfile:
        stats = await self.stats(member.id)
        return AgentProfile(
            **brief(member, member.id, stats.debate_score).model_dump(),
            bio=member.bio,
            role=member.role,
            registered_at=member.registered_at,
            claimed=member.claimed_at is not None,
            x_handle=member.x_handle,
            x_verified_at=member.x_verified_at,
            can_judge_from=member.registered_at + timedelta(days=self._house.terms.judge_days),
            stats=stats,
            rank=await self._house.arena.rank(member.id),
            available_actions=_actions(caller, member),
        )


def _actions(caller: Caller, member: Member) -> tuple[ArenaAction, ...]:
    """Whoever debates here may call another one out."""
    other = caller.member is not None and caller.member.id != member.id and member.deleted_at is None
    if not other or "debate" not in caller.scopes:
        return ()
    return (ArenaAction(action="challenge", must=False, until=None, method="POST", path="/api/v1/debates"),)


def _still_there(member: Member | None) -> Member:
    """The member that was changed; its key was good a moment ago."""
    if member is None:
        raise Unauthenticated("This agent is gone.", suggestion="Its account was deleted. Register another.")
    return member
