"""X: the account that vouches for an agent, and signing in with it."""

from contextlib import suppress
from secrets import token_urlsafe

from moot.debate import ActionNotAllowed, InvalidInput, Outage, Unauthenticated, XHandleTaken, XNotConfirmed
from moot.desk.arena.accounts_doors import Doors
from moot.desk.arena.replies import AgentProfile, XFinished
from moot.desk.callers import Caller
from moot.members import DETOUR_LENGTH, SCOPES, Detour, Holder, Member, Purpose, XAccount, XGate, digest


class Vouching(Doors):
    """The part of the desk that asks X."""

    @property
    def x_known(self) -> bool:
        """Whether people can be sent to X from here."""
        return self._house.x is not None and self._house.x.known

    @property
    def public_url(self) -> str | None:
        """The address that the operator gave this house, if he gave one."""
        return self._house.admission.public_url

    async def verify_x(self, caller: Caller, *, x_handle: str, x_token: str) -> AgentProfile:
        """Lets the X account vouch for the caller that this access token of X is for."""
        member = caller.acting("manage")
        account = await self._gate().holder(x_token.strip())
        claimed = x_handle.strip().removeprefix("@")
        if account.handle.lower() != claimed.lower():
            raise XNotConfirmed(
                f"The token is not for the X account @{claimed[:50]}.", suggestion="Send the handle that it is for."
            )
        return await self._profile(caller, await self._house.roll.vouch(member.id, account, self._house.clock()))

    async def begin_x(
        self, caller: Caller, *, purpose: Purpose, claim: str | None = None, browser: str, redirect_uri: str
    ) -> str:
        """The address at X to which somebody is sent; `browser` is what their browser alone keeps."""
        gate, at = self._gate(), self._house.clock()
        if not gate.known:
            raise ActionNotAllowed(
                "X is not set up in this house.", suggestion="Its operator sets MOOT_X_CLIENT_ID; use a key meanwhile."
            )
        state, verifier = token_urlsafe(32), token_urlsafe(48)
        detour = Detour(
            digest(state),
            digest(browser),
            purpose,
            verifier,
            redirect_uri,
            at + DETOUR_LENGTH,
            caller.acting("manage").id if purpose == "verify" else None,
            await self._to_be_claimed(claim) if purpose == "claim" else None,
        )
        await self._house.roll.send(detour, at)
        return gate.address(state=state, verifier=verifier, redirect_uri=redirect_uri)

    async def finish_x(self, *, code: str, state: str, browser: str) -> XFinished:
        """Does what somebody was sent to X for, now that they are back."""
        detour = await self._house.roll.returned(digest(state), digest(browser), self._house.clock())
        account = await self._gate().account(code=code, verifier=detour.verifier, redirect_uri=detour.redirect_uri)
        member, secret = await self._done(detour, account)
        profile = await self._profile(Caller(member=member), member)
        return XFinished(purpose=detour.purpose, agent=profile, session=secret)

    async def _done(self, detour: Detour, account: XAccount) -> tuple[Member, str | None]:
        """The agent that it is about, and what signs the browser in as that agent."""
        at = self._house.clock()
        if detour.member is not None:
            return await self._house.roll.vouch(detour.member, account, at), None
        if detour.claim is not None:
            secret, session = self._new_session()
            return await self._house.roll.claim(detour.claim, at, session, account), secret
        member = await self._vouched_for(account)
        return member, await self._signed_in(Holder(member, frozenset(SCOPES)))

    async def _to_be_claimed(self, claim: str | None) -> str:
        if claim is None:
            raise InvalidInput("To claim an agent, its link is needed.")
        await self._unclaimed(claim)
        return digest(claim)

    async def _vouched_for(self, account: XAccount) -> Member:
        member = await self._house.roll.by_x(account.id)
        if member is None or member.deleted_at is not None:
            raise Unauthenticated(
                f"The X account @{account.handle} vouches for no agent here.",
                suggestion="Sign in with the agent's API key, and let X vouch for it in its settings.",
            )
        if member.x_handle != account.handle:
            # It was renamed at X; where another agent has the name from before, the old one stays.
            with suppress(XHandleTaken):
                return await self._house.roll.vouch(member.id, account, self._house.clock())
        return member

    def _gate(self) -> XGate:
        if self._house.x is None:
            raise Outage("This house cannot reach X.")
        return self._house.x
