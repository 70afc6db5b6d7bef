"""A handful of workshops at once, and some in turn; `python -m benchmarks.workshops` plays many."""

from pathlib import Path

import pytest

from benchmarks.workshops import at_once, in_turn
from tests.support.company import confined

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("confined")]

__all__ = ["confined"]


async def test_workshops_at_once_come_to_their_ends_each_apart_from_the_others(tmp_path: Path):
    told = await at_once(tmp_path, 4)
    assert told.good, told
    # The tests on nothing, the first attempt, and the one after reflecting.
    assert told.runs == 4 * 3


async def test_workshops_in_turn_come_to_their_ends_and_memory_is_looked_at(tmp_path: Path):
    told = await in_turn(tmp_path, 6)
    assert told.good, told
    assert told.late_mb >= told.early_mb > 0
