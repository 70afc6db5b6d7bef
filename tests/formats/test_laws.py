"""Every installed format, and two toys that need more of the kernel than it does, keep the laws."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from moot.testing.laws import Guide, check_laws, check_random, check_silent, check_stubborn
from moot.testing.laws.endings import an_end_stays_reachable
from moot.testing.laws.pool import Pool
from moot.testing.laws.walk import Walk
from tests.formats.guides import JURY, WORKBENCH, guides
from tests.formats.toys.workbench import Piece, Plan, Workbench
from tests.support.thorough import THOROUGH

every_format = pytest.mark.parametrize("guide", list(guides()), ids=lambda guide: guide.name)


@every_format
def test_the_laws_hold_when_anybody_does_anything(guide: Guide):
    check_random(guide, examples=60 if THOROUGH else 25)


@every_format
def test_the_laws_hold_when_nobody_is_ever_satisfied(guide: Guide):
    check_stubborn(guide, examples=10 if THOROUGH else 3)


@every_format
def test_the_laws_hold_when_everybody_falls_silent(guide: Guide):
    check_silent(guide, examples=80 if THOROUGH else 15)


@settings(max_examples=3, database=None, derandomize=True)
@given(st.data())
def test_an_end_is_found_where_many_may_move_at_once(data: DataObject):
    walk = Walk.opened(WORKBENCH, Workbench(title="Bench", pieces=4))
    assert walk.attempt("builder", Plan(content="Plan."))
    assert all(walk.attempt("builder", Piece(content="Piece.")) for _ in range(4))
    assert (walk.position.status, len(walk.position.due())) == ("test", 4)
    an_end_stays_reachable(walk, Pool(data.draw, WORKBENCH))


def test_all_laws_are_checked_in_one_call_and_plain_rules_need_no_guide():
    check_laws(Guide(JURY.rules, attended=JURY.attended), examples=5)
    check_laws(WORKBENCH, examples=5)
