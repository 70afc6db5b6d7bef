"""A small season of the arena; `python -m benchmarks.season` plays a large one."""

from pathlib import Path

import pytest

from benchmarks.season import Plan, play

pytestmark = [pytest.mark.anyio, pytest.mark.journey]


async def test_after_a_season_every_chain_holds_nothing_is_stuck_and_the_standings_are_what_the_records_say(
    tmp_path: Path,
):
    told = await play(tmp_path, Plan(agents=30, debates=60, seed=7), database="sqlite://")
    assert told.good, told
    assert sum(told.statuses.values()) == told.debates >= 60
    assert not set(told.statuses) & {"proposed", "active", "judging"}
    assert told.decided_by["votes"] > 10
    assert told.judgments > 50
    assert told.likes > 20
    assert {"LIMIT_REACHED", "RATE_LIMITED"} <= set(told.refusals)
