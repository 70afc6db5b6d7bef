"""A process that dies while it makes a new database leaves one that the next process can open."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]


def test_a_database_whose_making_was_cut_off_at_any_statement_opens_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.chaos.first_opening", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
