"""Oversight: what whoever runs the house must know of everything that is kept, asked for in a few statements."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from moot.desk.operations_replies import (
    DueTold,
    FailureOfPlayer,
    HourTold,
    ModelTold,
    Oversight,
    SlowTold,
    Vitals,
    WorkerTold,
)
from moot.engine.limits import NANO
from moot.notation import Line, moment, read, told_at
from moot.store import overseen as rows
from moot.store.calls import unpacked
from moot.store.database import Database, Params, Row
from moot.store.house import attended

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_WITH_HOUR = ":00:00.000000Z"


class DatabaseOverseer:
    """Looks over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def vitals(self, now: datetime) -> Vitals:
        """How much there is of what waits."""
        size = rows.SIZE[self._database.dialect]
        moments = {"now": told_at(now), "soon": told_at(now + _HOUR), "hour": told_at(now - _HOUR)}
        (numbers,) = await self._database.rows(rows.VITALS, moments)
        (bytes_kept,) = await self._database.rows(size, {})
        told = {name: int(number or 0) for name, number in zip(rows.COUNTED, numbers, strict=True)}
        return Vitals(**told, database_bytes=int(bytes_kept[0]))

    async def oversight(self, now: datetime) -> Oversight:
        """The last day."""
        day, hour = {"since": told_at(now - _DAY)}, {"since": told_at(now - _HOUR)}
        newest = await self._database.rows(rows.NEWEST, day)
        slowest = await self._database.rows(rows.SLOWEST, day)
        # Answers are unpacked beside the event loop: some hundred of them take a while.
        models, slow = await asyncio.to_thread(lambda: (_models(newest), tuple(map(_slow, slowest))))
        return Oversight(
            vitals=await self.vitals(now),
            late=await self._due({"after": "", "until": told_at(now)}),
            due=await self._due({"after": told_at(now), "until": told_at(now + _HOUR)}),
            hours=_hours(await self._database.rows(rows.HOURS, {"since": _hour_of(now - _DAY + _HOUR)}), now),
            models=models,
            measured=len(newest),
            slowest=slow,
            failures=_failures(await self._database.rows(rows.LAPSED, day)),
            workers=tuple(map(_worker, await self._database.rows(rows.HOLDERS, hour))),
            attended_at=(await attended(self._database))[0],
        )

    async def _due(self, between: Params) -> tuple[DueTold, ...]:
        return tuple(map(_due, await self._database.rows(rows.DUE, between)))


def _due(row: Row) -> DueTold:
    debate, title, format, floor, deadline = row
    waiting = tuple(floor.split(",")) if floor else ()
    return DueTold(debate_id=debate, title=title, format=format, waiting_for=waiting, deadline=moment(deadline))


def _hour_of(at: datetime) -> str:
    return told_at(at)[: rows.TO_THE_HOUR] + _WITH_HOUR


def _hours(found: Sequence[Row], now: datetime) -> tuple[HourTold, ...]:
    """Every hour of the day, also those in which nothing was asked."""
    known = {row[0]: row[1:] for row in found}
    return tuple(_hour(_hour_of(now - _HOUR * back), known) for back in reversed(range(24)))


def _hour(hour: str, known: dict[str, Row]) -> HourTold:
    calls, tokens, nanos, priced = known.get(hour[: rows.TO_THE_HOUR], (0, 0, 0, 0))
    money = round(int(nanos or 0) / NANO, 9)
    return HourTold(hour=moment(hour), calls=calls, tokens=int(tokens or 0), money=money, unpriced=calls - priced)


def _models(found: Sequence[Row]) -> tuple[ModelTold, ...]:
    took: defaultdict[str, list[int]] = defaultdict(list)
    for milliseconds, body in found:
        took[unpacked(body).by].append(milliseconds)
    told = (
        ModelTold(model=model, calls=len(times), median_ms=_at(times, 50), p95_ms=_at(times, 95))
        for model, times in took.items()
    )
    return tuple(sorted(told, key=lambda each: (-each.p95_ms, each.model)))


def _at(times: Iterable[int], percent: int) -> int:
    """The time that so many percent of all did not exceed: one that was measured, never one between two."""
    ordered = sorted(times)
    return ordered[-(-len(ordered) * percent // 100) - 1]


def _slow(row: Row) -> SlowTold:
    debate, title, turn, asked_at, milliseconds, body = row
    answer = unpacked(body)
    trace = answer.facts.get("trace")
    return SlowTold(
        debate_id=debate,
        title=title,
        turn=turn,
        model=answer.by,
        milliseconds=milliseconds,
        asked_at=moment(asked_at),
        trace=trace if isinstance(trace, str) else None,
    )


def _failures(found: Sequence[Row]) -> tuple[FailureOfPlayer, ...]:
    """Those who were called on and gave no answer, each with its last word; others just came too late."""
    told: dict[tuple[str, str], FailureOfPlayer] = {}
    for debate, *line in found:
        entry = read(Line(*line))
        if entry.by is None:
            continue
        reason = str(entry.move["reason"])
        before = told.get((entry.by, reason))
        this = FailureOfPlayer(
            player=entry.by,
            reason=reason,
            times=1 if before is None else before.times + 1,
            last_at=entry.noted,
            detail=str(entry.move.get("detail", "")),
            debate_id=debate,
            seq=entry.line,
        )
        if before is not None and before.last_at > this.last_at:
            this = before.model_copy(update={"times": this.times})
        told[entry.by, reason] = this
    return tuple(sorted(told.values(), key=lambda each: (-each.times, each.player, each.reason)))


def _worker(row: Row) -> WorkerTold:
    name, calls, asked, last_at = row
    return WorkerTold(name=name, calls=calls, asked=int(asked or 0), last_at=moment(last_at))
