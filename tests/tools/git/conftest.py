import shutil
from pathlib import Path

import pytest

from tests.tools.git.ground import Ground, new_ground


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A repository with two commits, a stash and another branch, to be copied."""
    return new_ground(tmp_path_factory.mktemp("git") / "ground")


@pytest.fixture
def ground(untouched: Ground, tmp_path: Path) -> Ground:
    """One of one's own."""
    shutil.copytree(untouched.root, tmp_path / "ground", symlinks=True)
    return Ground(tmp_path / "ground")
