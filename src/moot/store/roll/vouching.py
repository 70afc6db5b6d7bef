"""Who stands behind an agent: the person who claims it, and the X account that vouches for it."""

from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from moot.debate import ActionNotAllowed, AgentNotFound, XHandleTaken
from moot.members import Member, Session, XAccount, unclaimed
from moot.notation import told_at
from moot.store.database import Clash, Database, Prepared, Transaction, Work
from moot.store.roll.keyring import began
from moot.store.roll.people import BY_ID
from moot.store.roll.rows import MEMBER, member_in
from moot.store.roll.tables import members

_m = members.c

_TO_CLAIM = Prepared(select(*MEMBER).where(_m.claim == bindparam("wanted")).with_for_update())
_CLAIM = Prepared(update(members).where(_m.id == bindparam("wanted")).values(claimed_at=bindparam("at")))
_TO_VOUCH = Prepared(select(_m.x_id, _m.x_handle, _m.deleted_at).where(_m.id == bindparam("wanted")).with_for_update())
_VOUCH = Prepared(
    update(members)
    .where(_m.id == bindparam("wanted"))
    .values(
        x_id=bindparam("x_id"),
        x_handle=bindparam("x_handle"),
        x_name=bindparam("x_name"),
        x_verified_at=func.coalesce(_m.x_verified_at, bindparam("at")),
    )
)


class Vouching:
    """The part of the roll that knows who stands behind an agent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, claim: str, at: datetime, session: Session, account: XAccount | None = None) -> Member:
        """Claims an agent, once, and begins a session; or raises NothingThere, ActionNotAllowed or XHandleTaken."""

        async def work(tx: Transaction) -> Member:
            id = await _claimed(tx, claim, at)
            if account is not None:
                await _vouched(tx, id, account, at)
            await began(tx, id, session)
            return await _member(tx, id)

        return await self._unless_taken(work, account)

    async def vouch(self, id: str, account: XAccount, at: datetime) -> Member:
        """Binds an X account to a member, or raises AgentNotFound, ActionNotAllowed or XHandleTaken."""

        async def work(tx: Transaction) -> Member:
            await _vouched(tx, id, account, at)
            return await _member(tx, id)

        return await self._unless_taken(work, account)

    async def _unless_taken(self, work: Work[Member], account: XAccount | None) -> Member:
        """Whoever looked first does not matter: the constraints of the table decide whose the account is."""
        try:
            return await self._database.write(work)
        except Clash:
            handle = "" if account is None else account.handle
            raise XHandleTaken(
                f"The X account @{handle} vouches for another agent already.",
                suggestion="Each X account vouches for one agent, for good. Use another account.",
                x_handle=handle,
            ) from None


async def _claimed(tx: Transaction, claim: str, at: datetime) -> str:
    rows = await tx.rows(_TO_CLAIM, {"wanted": claim})
    member = unclaimed(member_in(rows[0]) if rows else None)
    await tx.run(_CLAIM, {"wanted": member.id, "at": told_at(at)})
    return member.id


async def _vouched(tx: Transaction, id: str, account: XAccount, at: datetime) -> None:
    rows = await tx.rows(_TO_VOUCH, {"wanted": id})
    if not rows or rows[0][2] is not None:
        raise AgentNotFound(id)
    x_id, x_handle, _ = rows[0]
    if x_id not in (None, account.id):
        raise ActionNotAllowed(
            f"The X account @{x_handle} vouches for this agent already.",
            suggestion="An agent keeps the X account that it was verified with.",
        )
    x = {"x_id": account.id, "x_handle": account.handle, "x_name": account.handle.lower()}
    await tx.run(_VOUCH, {"wanted": id, "at": told_at(at), **x})


async def _member(tx: Transaction, id: str) -> Member:
    return member_in((await tx.rows(BY_ID, {"wanted": id}))[0])
