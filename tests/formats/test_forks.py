"""Any debate of any format can be forked wherever it can go on: the past fits, and nobody's time is up."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from moot.debate import InvalidInput, Public
from moot.engine import Branch, rehearsed
from moot.engine.forking import forked, past_of, relinked
from moot.testing.laws import Guide
from moot.testing.laws.walk import DEBATE
from moot.testing.laws.walking import walks
from tests.formats.guides import guides

GUIDES = [guide for guide in guides() if not isinstance(guide.rules, Public)]
YEAR = timedelta(days=365)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_fork_of_any_walk_has_the_same_turns_with_all_their_time(guide: Guide):
    @settings(
        max_examples=12,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
    )
    @given(st.data())
    def hold(data: DataObject) -> None:
        walk = data.draw(walks(guide))
        lines = walk.lines()
        line = data.draw(st.integers(1, max(1, len(lines) - 1)))
        now = walk.entries[-1].at + YEAR
        try:
            past = past_of(lines, line)
        except InvalidInput:
            # Only where nothing was said yet, or all was.
            assert len(lines) == 1 or walk.ended
            return
        tabled = forked(guide.rules, Branch(DEBATE, line, walk.setup), past, lambda: now)
        old = next(stop for stop in walk.stops if stop.line >= past.last)
        if old.line == past.last:
            assert [turn.key for turn in tabled.position.due()] == [turn.key for turn in old.due()]
        for turn in tabled.position.due():
            dealt = walk.entries[turn.since].at
            before = next(due for due in guide.rules.due(tabled.position.state) if due.key == turn.key)
            assert (turn.until is None) == (before.until is None)
            assert turn.until is None or before.until is None or turn.until - now >= before.until - dealt
        assert not tabled.followed(now).entries[len(tabled.entries) :]
        assert rehearsed("fork", relinked("fork", tabled.entries[0], past.lines[1:]), {guide.name: guide.rules}).sound

    hold()
