"""Troubles: what of all that is told of a house its operator should look after, and how."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from moot.desk.operations_replies import CircuitTold, Disk, Oversight, Trouble

SCARCE = 20
"""A disk of which less than one part in so many is free is nearly full."""
_MOMENT = timedelta(seconds=10)
"""A runner acts upon a deadline within a moment; only what is later is told."""
_UNATTENDED = timedelta(seconds=90)
"""An attended house says so every half minute."""
_LATELY = timedelta(minutes=15)
_NAMED = 3
_GIB = 2**30


def troubles(
    told: Oversight,
    circuits: Sequence[CircuitTold],
    disk: Disk | None,
    now: datetime,
    spared_until: datetime | None = None,
) -> tuple[Trouble, ...]:
    """What to look after, the worst first. Turns that fell due while the house was down are spared until a moment."""
    return (
        *_unattended(told, now),
        *_full(disk),
        *_late(told, now, spared_until),
        *_in_line(told),
        *_silent(told),
        *_left_alone(circuits),
        *_no_answers(told, now),
        *_unread(told),
    )


def _unattended(told: Oversight, now: datetime) -> Iterator[Trouble]:
    if told.attended_at is None or now - told.attended_at > _UNATTENDED:
        since = "yet" if told.attended_at is None else f"since {_at(told.attended_at)}"
        yield Trouble(
            code="unattended",
            what=f"No process has attended to this house {since}: nobody calls on players or acts upon deadlines.",
            advice="Start moot serve or moot work on this database; if one runs, its log says what keeps it.",
        )


def _full(disk: Disk | None) -> Iterator[Trouble]:
    if disk is not None and disk.free_bytes * SCARCE < disk.total_bytes:
        free, total = disk.free_bytes / _GIB, disk.total_bytes / _GIB
        yield Trouble(
            code="disk",
            what=f"Of the disk that the house's home is on, {free:.1f} GiB of {total:.1f} GiB are free.",
            advice="Make room before it is full: then every move is refused.",
        )


def _late(told: Oversight, now: datetime, spared_until: datetime | None) -> Iterator[Trouble]:
    if not told.late or now - told.late[0].deadline <= _MOMENT:
        return
    many, since = _counted(told.vitals.late, "debate"), _at(told.late[0].deadline)
    if spared_until is not None:
        yield Trouble(
            code="was_down",
            what=f"The house was down: {many} late, since {since}, and may still be answered for a while.",
            advice=f"Nothing is to be done: from {_at(spared_until)} on what is still late then lapses.",
        )
        return
    yield Trouble(
        code="late",
        what=f"{many} late, since {since}: a deadline is over and nobody has acted upon it.",
        advice="A runner does so within a moment. See that one is there, and what its log says of the database.",
    )


def _in_line(told: Oversight) -> Iterator[Trouble]:
    queue = told.vitals.queue
    if queue is not None and queue.late:
        yield Trouble(
            code="in_line",
            what=f"{_counted(queue.late, 'debate')} in line for more than 5 seconds, and no process takes what waits.",
            advice="All of them are busy, or frozen: start another moot work, or see why one is silent.",
        )


def _silent(told: Oversight) -> Iterator[Trouble]:
    silent = [process for process in told.processes if process.state == "silent"]
    if silent:
        yield Trouble(
            code="silent",
            what=f"{_counted(len(silent), 'process')} silent: {_named([each.name for each in silent])}.",
            advice="It was killed or is frozen; others have its debates by now. Start it again if it should be there.",
        )


def _left_alone(circuits: Sequence[CircuitTold]) -> Iterator[Trouble]:
    alone = [circuit for circuit in circuits if circuit.open]
    if alone:
        yield Trouble(
            code="left_alone",
            what=f"Nothing is sent to {_named([each.provider for each in alone])} for now: it failed again and again.",
            advice="It is tried again by itself. See that it is up, that its key holds and its limits are not met.",
        )


def _no_answers(told: Oversight, now: datetime) -> Iterator[Trouble]:
    failing = [failure for failure in told.failures if now - failure.last_at <= _LATELY]
    if failing:
        worst = failing[0]
        yield Trouble(
            code="no_answers",
            what=f"Within a quarter of an hour {_named([each.player for each in failing])} gave no answer"
            f" ({worst.reason}).",
            advice="Raise the budget, or ask less." if worst.reason == "no budget" else "See below what it said.",
        )


def _unread(told: Oversight) -> Iterator[Trouble]:
    replica = told.replica
    if replica is not None and not replica.in_use:
        yield Trouble(
            code="replica_unread",
            what=f"Lists are read from the database itself, and not from its replica: {replica.trouble}.",
            advice="See that the replica runs and keeps up; moot doctor looks at it. It is tried again by itself.",
        )


def _counted(number: int, noun: str) -> str:
    ending = "es" if noun.endswith("s") else "s"
    return f"1 {noun} is" if number == 1 else f"{number:,} {noun}{ending} are"


def _named(names: Sequence[str]) -> str:
    told = list(dict.fromkeys(names))
    more = [f"{len(told) - _NAMED} more"] if len(told) > _NAMED else []
    return ", ".join([*told[:_NAMED], *more])


def _at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
