"""What is done beside the doors of a house."""

import asyncio

import pytest

from moot.engine import Runner
from moot.errands import Rounds
from moot.testing import START, FixedClock
from moot.wiring import errands, house, running
from tests.support.house import settings

pytestmark = pytest.mark.anyio


async def test_whoever_breaks_beside_a_house_is_told_of_and_takes_nobody_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def breaks(self: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(Runner, "run", breaks)
    monkeypatch.setattr(Rounds, "run", breaks)
    async with house(settings(), FixedClock()) as opened, running(opened), errands(opened):
        await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name() in ("runner", "errands")])
        assert (await opened.store.attended())[0] == START, "it is attended from before its doors are open"
    told = [record for record in caplog.records if record.levelname == "CRITICAL"]
    assert {record.getMessage().partition(" ")[0] for record in told} == {"runner", "errands"}
    assert all(record.exc_info for record in told)


async def test_a_house_that_is_open_for_one_debate_attends_to_no_other():
    async with house(settings(), FixedClock()) as opened, running(opened, "debate"):
        assert (await opened.store.attended())[0] is None
