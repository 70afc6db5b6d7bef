"""What the rows by which a house is overseen tell its operator."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from moot.desk.operations_replies import (
    DueTold,
    FailureOfPlayer,
    HourTold,
    ModelTold,
    PresenceTold,
    ProcessTold,
    SlowTold,
)
from moot.engine.limits import NANO
from moot.notation import Line, moment, read
from moot.store.calls import unpacked
from moot.store.database import Row


def due(row: Row) -> DueTold:
    """A debate that waits until a deadline."""
    debate, title, format, floor, deadline = row
    waiting = tuple(floor.split(",")) if floor else ()
    return DueTold(debate_id=debate, title=title, format=format, waiting_for=waiting, deadline=moment(deadline))


def hour(begun: str, row: Row) -> HourTold:
    """What the calls of an hour cost."""
    calls, tokens, nanos, priced, lost, lost_nanos = row
    return HourTold(
        hour=moment(begun),
        calls=calls,
        tokens=int(tokens or 0),
        money=_dollars(nanos),
        unpriced=calls - priced,
        lost=lost,
        lost_money=_dollars(lost_nanos),
    )


def _dollars(nanos: int | None) -> float:
    return round(int(nanos or 0) / NANO, 9)


def models(found: Sequence[Row]) -> tuple[ModelTold, ...]:
    """How long each model took, the slowest first."""
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


def slow(row: Row) -> SlowTold:
    """A call that took long."""
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


def failures(found: Sequence[Row]) -> tuple[FailureOfPlayer, ...]:
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


def presence(present: Sequence[Row]) -> PresenceTold:
    """How many are there, and how many have fallen silent."""
    here = [is_here for _, _, is_here in present]
    return PresenceTold(here=here.count(True), silent=here.count(False))


def processes(present: Sequence[Row], holders: Sequence[Row]) -> tuple[ProcessTold, ...]:
    """Those who are there and those who called on players lately; the same process is told once."""
    heard = {name: (at, here) for name, at, here in present}
    called = {name: more for name, *more in holders}
    return tuple(_process(name, heard.get(name), called.get(name, (0, 0, None))) for name in sorted({*heard, *called}))


def _process(name: str, heard: tuple[datetime, bool] | None, called: Sequence[Any]) -> ProcessTold:
    calls, asked, last_at = called
    return ProcessTold(
        name=name,
        state=None if heard is None else "here" if heard[1] else "silent",
        heard_at=None if heard is None else heard[0],
        calls=calls,
        asked=int(asked or 0),
        last_at=None if last_at is None else moment(last_at),
    )
