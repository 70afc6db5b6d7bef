"""The ledger of calls, on whichever database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TypeVar

from sqlalchemy import text

from moot.engine import Answer, CallKey, Claim, Kept, Tally
from moot.engine.limits import must_fit_all, must_fit_debate
from moot.notation import moment, told_at
from moot.store import calls as rows
from moot.store.database import Clash, Database, Params, Prepared, Transaction, Work, sayable

T = TypeVar("T")

_ALONE = Prepared(text("SELECT pg_advisory_xact_lock(:name)"))


class _Overtaken(Exception):
    """Another changed the call after it was looked at; look again."""


class DatabaseLedger:
    """Where calls are kept. After an Outage nobody knows whether a claim stands: drop it before claiming anew."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, claim: Claim, is_gone: Callable[[str], bool]) -> Kept | None:
        """Claims a call, or gives it as another has it, or raises OverBudget.

        `is_gone` may be asked more than once, and by the thread that writes.
        """

        async def work(tx: Transaction) -> Kept | None:
            await self._wait_in_line(tx, claim)
            found = await tx.rows(rows.GET, rows.at(claim.key))
            if found and not await _forsaken(tx, kept := rows.kept_in(found[0]), is_gone):
                return kept
            await _must_fit(tx, claim)
            await tx.run(rows.PUT, rows.claimed(claim.key, claim.holder, claim.at, claim.reserve))
            return None

        return await self._write(work)

    async def keep(self, key: CallKey, answer: Answer, at: datetime) -> Kept:
        """Keeps an answer durably; the first one stays."""
        told = rows.answered(answer, at)

        async def work(tx: Transaction) -> Kept:
            if claimed := await tx.rows(rows.ANSWER, {**rows.at(key), **told}):
                ((holder, asked_at),) = claimed
                return Kept(key, holder, moment(asked_at), answer.spent, at, answer)
            if before := await tx.rows(rows.GET, rows.at(key)):
                return _must_be_answered(rows.kept_in(before[0]))
            await tx.run(rows.PUT, rows.unclaimed(key, at, told))
            return Kept(key, "", at, answer.spent, at, answer)

        return await self._write(work)

    async def drop(self, key: CallKey, holder: str) -> None:
        """Gives a claim up that was not answered and cost nothing."""
        await self._part_with(rows.DROP, key, holder)

    async def lose(self, key: CallKey, holder: str) -> None:
        """Notes that a claim will not be answered and may have been paid for."""
        await self._part_with(rows.LOSE, key, holder)

    async def _part_with(self, how: Prepared, key: CallKey, holder: str) -> None:
        async def work(tx: Transaction) -> None:
            await tx.run(how, {**rows.at(key), "by": holder})

        await self._write(work)

    async def calls(self, debate: str, turn: str | None = None) -> Sequence[Kept]:
        """The calls of a debate, or of one of its turns, in order."""
        wanted, params = rows.OF_DEBATE, {"debate": debate}
        if turn is not None:
            wanted, params = rows.OF_TURN, {"debate": debate, "turn": turn}
        found = await self._database.rows(wanted, params) if sayable(params) else ()
        # Not sorted by the database: each has an order of its own for texts.
        return sorted(map(rows.kept_in, found), key=lambda kept: kept.key)

    async def tally(self, debate: str | None = None, since: datetime | None = None) -> Tally:
        """What the calls of a debate, or of all, have cost."""
        sums, params = _sums(debate, since)
        if not sayable(params):
            return Tally()
        return rows.spending_in((await self._database.rows(sums, params))[0]).tally()

    async def _wait_in_line(self, tx: Transaction, claim: Claim) -> None:
        """On SQLite writers come one by one anyway; on PostgreSQL only those do who share a limit."""
        if self._database.dialect == "sqlite":
            return
        if not claim.for_debate.none:
            await tx.rows(_ALONE, {"name": _number(f"calls of {claim.key.debate}")})
        if not claim.for_all.none:
            await tx.rows(_ALONE, {"name": _number("calls of all")})

    async def _write(self, work: Work[T]) -> T:
        while True:
            try:
                return await self._database.write(work)
            except (Clash, _Overtaken):
                # Another was quicker at the same call, and has written it by now.
                continue


def _must_be_answered(kept: Kept) -> Kept:
    """The answer that was there before. A claim that another has taken over since we looked has none yet."""
    if kept.answer is None:
        raise _Overtaken
    return kept


async def _forsaken(tx: Transaction, kept: Kept, is_gone: Callable[[str], bool]) -> bool:
    """Whether nobody is there to answer the call; then it is lost."""
    if kept.answer is not None or not is_gone(kept.holder):
        return False
    if not await tx.run(rows.LOSE, {**rows.at(kept.key), "by": kept.holder}):
        raise _Overtaken
    return True


async def _must_fit(tx: Transaction, claim: Claim) -> None:
    if not claim.for_debate.none:
        sums, params = _sums(claim.key.debate, None)
        must_fit_debate(claim, rows.spending_in((await tx.rows(sums, params))[0]))
    if not claim.for_all.none:
        sums, params = _sums(None, claim.since)
        must_fit_all(claim, rows.spending_in((await tx.rows(sums, params))[0]))


def _sums(debate: str | None, since: datetime | None) -> tuple[Prepared, Params]:
    given = {"debate": debate, "since": None if since is None else told_at(since)}
    params = {name: value for name, value in given.items() if value is not None}
    return rows.summed("debate" in params, "since" in params), params


def _number(name: str) -> int:
    """A name as PostgreSQL's advisory locks want it."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True)
