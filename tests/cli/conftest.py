import os
import socket
from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def aw(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell with a home of its own."""
    for name in [name for name in os.environ if name.startswith(("MOOT_", "DEBATE_"))]:
        monkeypatch.delenv(name)
    shell = Shell(tmp_path, capsys, monkeypatch)
    # Nobody is called on who was not named: fetching a model is for tests of its own.
    shell.set(HOME=str(tmp_path), MOOT_HOME=str(tmp_path / "moot"), MOOT_NO_BROWSER="1", MOOT_PLAYER="human")
    return shell


@pytest.fixture
def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
