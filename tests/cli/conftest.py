import os
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.support.ports import closed_port

__all__ = ["closed_port"]


@pytest.fixture
def aw(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell with a home of its own."""
    for name in [name for name in os.environ if name.startswith(("MOOT_", "DEBATE_"))]:
        monkeypatch.delenv(name)
    shell = Shell(tmp_path, capsys, monkeypatch)
    # Nobody is called on who was not named: fetching a model is for tests of its own.
    shell.set(HOME=str(tmp_path), MOOT_HOME=str(tmp_path / "moot"), MOOT_NO_BROWSER="1", MOOT_PLAYER="human")
    return shell
