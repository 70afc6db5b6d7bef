"""A process that dies while it makes a new database leaves one that the next process can open."""

import os
from pathlib import Path

import pytest

from tests.chaos.first_opening import main as opening_again_and_again
from tests.support.thorough import THOROUGH
from tests.support.understudy import Understudy

STRIDE = 1 if THOROUGH else 7
"""At every how manieth statement it dies: each takes two processes, and there are more than a hundred."""

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]


def test_a_database_whose_making_was_cut_off_at_any_statement_opens_again(tmp_path: Path) -> None:
    opening = Understudy([str(tmp_path), str(STRIDE)], os.environ, main=opening_again_and_again)
    out, err = opening.communicate()
    assert opening.returncode == 0, err.decode()
    assert int(out) > 20
