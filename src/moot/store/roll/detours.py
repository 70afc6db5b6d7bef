"""Detours to X: who was sent there, and who came back."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, insert, select, update

from moot.debate import XNotConfirmed
from moot.members import Detour
from moot.notation import told_at
from moot.store.database import Database, Prepared, Row, Transaction
from moot.store.roll.rows import DETOUR, detour_in, detour_row
from moot.store.roll.tables import detours

_d = detours.c
_FEW = 100
_REMEMBERED = timedelta(hours=1)
"""How long one that is over is remembered, so that who comes too late is told so."""

_SEND = Prepared(
    insert(detours).values({column.name: bindparam(column.name) for column in _d if column.name != "used_at"})
)
_old = select(_d.state).where(_d.ends_at < bindparam("at")).order_by(_d.ends_at).limit(_FEW)
_FORGET = Prepared(delete(detours).where(_d.state.in_(_old.with_for_update(skip_locked=True))))
_RETURN = Prepared(
    update(detours)
    .where(
        _d.state == bindparam("wanted"),
        _d.browser == bindparam("by"),
        _d.used_at.is_(None),
        _d.ends_at > bindparam("at"),
    )
    .values(used_at=bindparam("at"))
)
_DETOUR = Prepared(select(*DETOUR).where(_d.state == bindparam("wanted")))


class Detours:
    """The part of the roll that keeps detours."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def send(self, detour: Detour, at: datetime) -> None:
        """Notes that somebody was sent to X, and forgets some who were so long ago."""

        async def work(tx: Transaction) -> None:
            await tx.run(_FORGET, {"at": told_at(at - _REMEMBERED)})
            await tx.run(_SEND, detour_row(detour))

        await self._database.write(work)

    async def returned(self, state: str, browser: str, at: datetime) -> Detour:
        """The detour that somebody came back from, once, or raises XNotConfirmed and says why."""

        async def work(tx: Transaction) -> Detour:
            # Whoever comes back in another browser uses up nothing.
            first = await tx.run(_RETURN, {"wanted": state, "by": browser, "at": told_at(at)})
            rows = await tx.rows(_DETOUR, {"wanted": state})
            if not first:
                raise XNotConfirmed(_why_not(rows, browser), suggestion="Begin again from the page that led to X.")
            return detour_in(rows[0])

        return await self._database.write(work)


def _why_not(rows: Sequence[Row], browser: str) -> str:
    if not rows:
        return "Nobody was sent to X from here with this state."
    detour, used_at = detour_in(rows[0]), rows[0][-1]
    if detour.browser != browser:
        return "Another browser was sent to X with this state."
    if used_at is not None:
        return "This way back from X was taken before; it can be taken once."
    return "This took more than ten minutes, which is too long."
