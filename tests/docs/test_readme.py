"""What the README shows is run as it stands, in one shell, against a real server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.testing.wire import WireServer
from tests.support.ports import steady_port

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[dict[str, str]]:
    port = steady_port()
    with WireServer() as model:
        yield {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "MOOT_HOME": str(tmp_path / "home"),
            "MOOT_PORT": str(port),
            "DEBATE_SERVER_URL": f"http://127.0.0.1:{port}",
            "MOOT_PLAYER": f"openai:any@{model.url}",
        }


@pytest.mark.journey
def test_the_commands_in_the_readme_work_as_they_stand(shell: dict[str, str], tmp_path: Path) -> None:
    blocks = BLOCK.findall((ROOT / "README.md").read_text())
    assert len(blocks) >= 3
    script = "set -eu\nmoot serve --detach\ntrap 'moot serve stop >/dev/null' EXIT\n" + "\n".join(blocks)
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=shell, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"sound": true' in done.stdout
    assert "One minute, and check again at checkout." in done.stdout
    assert "+TTL 60 s" in done.stdout
    assert (tmp_path / ".claude").is_dir()
    assert '"recommended_option"' in done.stdout
    assert (tmp_path / "analysis" / "synthesis.md").is_file()


def test_every_setting_in_the_readme_exists_and_none_is_missing() -> None:
    named = set(re.findall(r"`((?:MOOT|DEBATE)_[A-Z_]+)`", (ROOT / "README.md").read_text()))
    script = (
        "import json; from moot.settings import Settings; "
        "print(json.dumps([f.validation_alias or f'MOOT_{n.upper()}' for n, f in Settings.model_fields.items()]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    of_the_server = set(json.loads(done.stdout))
    of_the_client = {"DEBATE_SERVER_URL", "DEBATE_WAIT_DEADLINE"}
    assert named == of_the_server | of_the_client
