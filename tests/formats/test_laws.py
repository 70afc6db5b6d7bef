"""Every installed format, and two toys that need more of the kernel than it does, keep the laws."""

import pytest

from moot.testing.laws import Guide, check_laws, check_random, check_silent, check_stubborn
from tests.formats.guides import JURY, WORKBENCH, guides
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


def test_all_laws_are_checked_in_one_call_and_plain_rules_need_no_guide():
    check_laws(Guide(JURY.rules, attended=JURY.attended), examples=5)
    check_laws(WORKBENCH, examples=5)
