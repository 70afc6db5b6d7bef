from datetime import UTC, datetime, timedelta
from typing import Any

from moot.desk.operations_replies import (
    CircuitTold,
    Disk,
    DueTold,
    FailureOfPlayer,
    Oversight,
    ProcessTold,
    QueueTold,
    ReplicaTold,
    Vitals,
)
from moot.desk.troubles import troubles

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
ROOMY = Disk(free_bytes=2**40, total_bytes=2**41)


def seen(queue: QueueTold | None = None, **more: Any) -> Oversight:
    """A house in which all is well but for what is named."""
    vitals = Vitals(open=1, ended=0, called=0, due=0, late=1, asked=0, outbox=0, database_bytes=1, queue=queue)
    well: dict[str, Any] = {
        **dict.fromkeys(("late", "due", "hours", "models", "slowest", "failures", "processes"), ()),
        "measured": 0,
        "attended_at": NOW - timedelta(seconds=30),
    }
    return Oversight(vitals=vitals, **{**well, **more})


def late(seconds: float) -> DueTold:
    deadline = NOW - timedelta(seconds=seconds)
    return DueTold(debate_id="d", title="Queues", format="panel", waiting_for=("risk",), deadline=deadline)


def process(name: str, state: Any) -> ProcessTold:
    return ProcessTold(name=name, state=state, heard_at=NOW, calls=1, asked=0, last_at=NOW)


def failure(player: str, reason: str, minutes: int) -> FailureOfPlayer:
    at = NOW - timedelta(minutes=minutes)
    return FailureOfPlayer(player=player, reason=reason, times=2, last_at=at, detail="No.", debate_id="d", seq=3)


def codes(
    told: Oversight, circuits: tuple[CircuitTold, ...] = (), disk: Disk | None = ROOMY, spared: datetime | None = None
) -> list[str]:
    return [trouble.code for trouble in troubles(told, circuits, disk, NOW, spared)]


def test_a_house_in_which_all_is_well_has_no_troubles():
    busy = QueueTold(waiting=9, late=0, held=3)
    read = ReplicaTold(in_use=True, behind_seconds=0.2, trouble=None)
    here = (process("a", "here"), process("b", None))
    assert codes(seen(queue=busy, replica=read, processes=here)) == []
    assert codes(seen(), disk=None) == []


def test_a_turn_is_late_when_nobody_acted_upon_its_deadline_for_longer_than_a_moment():
    assert codes(seen(late=(late(2),))) == []
    assert codes(seen(late=(late(11), late(2)))) == ["late"]
    assert codes(seen(late=(late(11),)), spared=NOW + timedelta(minutes=5)) == ["was_down"]


def test_each_trouble_says_what_is_wrong_and_what_to_do():
    told = seen(
        queue=QueueTold(waiting=9, late=4, held=3),
        attended_at=NOW - timedelta(minutes=2),
        processes=(process("a:1:x", "silent"), process("b:2:y", "here")),
        failures=(failure("openai:m", "failed", 1), failure("old", "failed", 40)),
        replica=ReplicaTold(in_use=False, behind_seconds=9.0, trouble="it is behind"),
    )
    alone = CircuitTold(provider="openai", failures=5, open=True, seconds=20)
    tried = CircuitTold(provider="other", failures=1, open=False, seconds=0)
    found = troubles(told, (alone, tried), Disk(free_bytes=2**29, total_bytes=40 * 2**30), NOW)
    assert [trouble.code for trouble in found] == [
        "unattended",
        "disk",
        "in_line",
        "silent",
        "left_alone",
        "no_answers",
        "replica_unread",
    ]
    said = {trouble.code: trouble.what for trouble in found}
    assert all(trouble.advice for trouble in found)
    assert "since 2026-11-16 11:58:00 UTC" in said["unattended"]
    assert "0.5 GiB of 40.0 GiB" in said["disk"]
    assert said["in_line"].startswith("4 debates are in line")
    assert said["silent"] == "1 process is silent: a:1:x."
    assert "openai" in said["left_alone"]
    assert "other" not in said["left_alone"]
    assert "openai:m" in said["no_answers"]
    assert "old" not in said["no_answers"]
    assert "it is behind" in said["replica_unread"]


def test_a_house_that_nobody_ever_attended_to_says_so_and_a_budget_that_is_spent_can_be_raised():
    told = seen(attended_at=None, failures=(failure("openai:m", "no budget", 1),))
    unattended, spent = troubles(told, (), None, NOW)
    assert "yet" in unattended.what
    assert "budget" in spent.advice


def test_of_many_only_some_are_named():
    silent = tuple(process(f"host:{number}", "silent") for number in range(6))
    (trouble,) = troubles(seen(processes=silent), (), None, NOW)
    assert trouble.what == "6 processes are silent: host:0, host:1, host:2, 3 more."
