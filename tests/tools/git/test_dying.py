"""SIGKILL in the middle of the work on a repository: the same refs come of it when it is begun again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.git.ground import Ground

EVERY = 11
"""Every how many steps it dies; each takes a copy of the repository."""


@pytest.mark.chaos
def test_a_house_that_was_killed_in_the_middle_of_its_work_makes_the_same_of_the_record(ground: Ground, tmp_path: Path):
    before = ground.theirs()
    words = [sys.executable, "-m", "tests.tools.git.dying", str(ground.root), str(tmp_path / "deaths"), str(EVERY)]
    done = subprocess.run(words, cwd=Path(__file__).parents[3], capture_output=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr.decode()
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["died"] for each in told] == [True] * (len(told) - 1) + [False]
    assert len(told) > 20
    whole = Path(told[-1]["home"])
    assert len(expected := Ground(whole / "ground").ours()) == 4
    for each in told:
        home = Path(each["home"])
        there = Ground(home / "ground")
        assert there.ours() == expected, each
        assert list((home / "house").iterdir()) == [home / "house/.lock"], each
        assert not list((home / "ground/.git").glob("worktrees/*")), each
        assert (home / "ground/.git/HEAD").read_bytes() == before["HEAD"]
        assert (home / "ground/.git/index").read_bytes() == before["index"]
    assert Ground(Path(told[len(told) // 2]["home"]) / "ground").git("fsck", "--strict", "--no-dangling") == ""
