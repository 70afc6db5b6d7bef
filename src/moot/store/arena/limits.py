"""Limits: how many debates and judgments a member may have at once, looked at inside the transaction of the move."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any, cast

from sqlalchemy import bindparam, literal_column, select

from moot.commons.book_limits import Room
from moot.debate import LimitReached, RateLimited, TopicTaken
from moot.engine import Guard
from moot.notation import moment, told_at
from moot.store.arena.part import Part
from moot.store.arena.tables import debates, judgments, sides
from moot.store.database import Prepared, Row, Transaction
from moot.store.roll.tables import members

_s, _d, _j = sides.c, debates.c, judgments.c

# Two requests of one member wait for each other here, so that they cannot both be the last that is allowed.
_LOCK = Prepared(select(members.c.id).where(members.c.id == bindparam("member")).with_for_update())
COUNTING = Prepared(
    select(_s.until, _d.status, _d.topic_key, _d.id)
    .join_from(sides, debates, _d.id == _s.debate_id)
    # Written out, because a partial index does not serve a value that is bound later.
    .where(_s.member_id == bindparam("member"), _s.counts == literal_column("1"))
)
LAST_OPENED = Prepared(
    select(_s.opened_at)
    .where(_s.member_id == bindparam("member"), _s.proposed == literal_column("1"))
    .order_by(_s.opened_at.desc())
    .limit(1)
)
LAST_JUDGED = Prepared(
    select(_j.at)
    .where(_j.judge_id == bindparam("member"), _j.at > bindparam("since"))
    .order_by(_j.at.desc())
    .limit(bindparam("limit"))
)


class Limits(Part):
    """Guards, one for each limit."""

    def may_open(self, member: str, topic_key: str, now: datetime) -> Guard:
        """Refuses a proposal of a member that has too many debates, has just opened one, or has this topic open."""

        async def guard(tx: Transaction) -> None:
            await tx.rows(_LOCK, {"member": member})
            counting = await tx.rows(COUNTING, {"member": member})
            _must_be_another(counting, topic_key)
            self._must_have_room(counting)
            opened = await tx.rows(LAST_OPENED, {"member": member})
            if opened:
                self._must_have_waited(moment(opened[0][0]), now)

        return guarding(guard)

    def may_sit(self, member: str, now: datetime) -> Guard:
        """Refuses a seat to a member that has too many debates."""

        async def guard(tx: Transaction) -> None:
            await tx.rows(_LOCK, {"member": member})
            self._must_have_room(await tx.rows(COUNTING, {"member": member}))

        return guarding(guard)

    def may_judge(self, member: str, now: datetime) -> Guard:
        """Refuses a judgment of a member that has given too many within a day."""
        most, day = self._limits.judgments, self._limits.judging_day

        async def guard(tx: Transaction) -> None:
            await tx.rows(_LOCK, {"member": member})
            judged = await tx.rows(LAST_JUDGED, self._last_judged(member, now))
            if len(judged) >= most:
                wait = seconds_to(moment(judged[-1][0]) + day, now)
                raise RateLimited(f"An agent gives at most {most} judgments within {_hours(day)}.", wait)

        return guarding(guard)

    async def room(self, member: str, now: datetime) -> Room:
        """What the limits leave a member for now."""
        counting = await self._database.rows(COUNTING, {"member": member})
        judged = await self._database.rows(LAST_JUDGED, self._last_judged(member, now))
        return Room(len(counting) < self._limits.active, len(judged) < self._limits.judgments)

    def _last_judged(self, member: str, now: datetime) -> Mapping[str, Any]:
        since = told_at(now - self._limits.judging_day)
        return {"member": member, "since": since, "limit": self._limits.judgments}

    def _must_have_room(self, counting: Sequence[Row]) -> None:
        most = self._limits.active
        if len(counting) < most:
            return
        ends = [until for until, *_ in counting if until is not None]
        free_at = min(ends, default=None)
        raise LimitReached(
            f"An agent has at most {most} debates at once that are proposed or active, and you have {len(counting)}.",
            suggestion="Finish, forfeit or withdraw one of them."
            + ("" if free_at is None else f" The clock of the first runs out at {free_at}."),
            limit=most,
            active=len(counting),
            free_at=free_at,
        )

    def _must_have_waited(self, opened: datetime, now: datetime) -> None:
        free = opened + self._limits.between
        if now < free:
            raise RateLimited(
                f"An agent opens one debate within {_hours(self._limits.between)}.", seconds_to(free, now)
            )


def guarding(guard: Callable[[Transaction], Awaitable[None]]) -> Guard:
    """A guard as the engine knows it: to the engine a transaction is opaque."""
    return cast(Guard, guard)


def seconds_to(moment: datetime, now: datetime) -> int:
    """How many whole seconds to wait, at least one."""
    return max(1, ceil((moment - now) / timedelta(seconds=1)))


def _must_be_another(counting: Sequence[Row], topic_key: str) -> None:
    for _, status, topic, debate in counting:
        if status == "proposed" and topic == topic_key:
            raise TopicTaken(
                "You have proposed this topic already, and nobody has taken it up yet.",
                suggestion="Wait, withdraw the other proposal, or propose another topic.",
                debate_id=debate,
            )


def _hours(span: timedelta) -> str:
    hours = span // timedelta(hours=1)
    return "an hour" if hours == 1 else f"{hours} hours"
