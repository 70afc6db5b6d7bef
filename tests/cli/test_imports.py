"""The fast path stays fast: what it must not load."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.client.scripted import Reply, ScriptedServer

HEAVY = ["pydantic", "fastapi", "sqlalchemy", "rich", "httpx2", "asyncio", "moot.debate", "moot.settings"]
SCRIPT = """
import json, sys
from moot.cli.app import run
code = run(sys.argv[2:])
loaded = [name for name in json.loads(sys.argv[1]) if name in sys.modules]
print(json.dumps({"code": code, "loaded": loaded}), file=sys.stderr)
"""
UNASKED = ["pydantic_ai", "openai", "mcp", "asyncpg", "llama_cpp", "moot.players.model", "moot.mcp.counter"]
SERVING = """
import json, sys, urllib.request
from pathlib import Path
from moot.cli.inside.serving import serving
home = Path(sys.argv[2])
with serving(str(home / "moot.db"), home, "none") as url:
    for path in ("/api/v1/ready", "/api/v1/players", "/"):
        assert urllib.request.urlopen(url + path).status == 200
    print(json.dumps([name for name in json.loads(sys.argv[1]) if name in sys.modules]))
"""


def loaded(aw: Shell, *arguments: str) -> dict[str, object]:
    command = [sys.executable, "-c", SCRIPT, json.dumps(HEAVY), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=aw.all, timeout=60)
    return json.loads(done.stderr.splitlines()[-1])


def test_an_id_is_made_without_the_house(aw: Shell):
    assert loaded(aw, "debate", "generate-id") == {"code": 0, "loaded": []}


@pytest.mark.parametrize(
    "arguments",
    [
        ["debate", "list", "--limit", "3"],
        ["debate", "submit", "--debate-id", "d", "--role", "opponent", "--target-id", "a", "--content", "x"],
        ["docs", "list"],
    ],
    ids=["list", "submit", "docs"],
)
def test_a_server_is_asked_without_the_house(aw: Shell, arguments: list[str]):
    with ScriptedServer(Reply({"seq": 1})) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert loaded(aw, *arguments) == {"code": 0, "loaded": []}


def test_help_is_shown_without_the_house(aw: Shell):
    assert loaded(aw, "--help") == {"code": 0, "loaded": []}


def test_a_server_loads_nothing_for_models_and_mcp_clients_that_nobody_has_asked_for(aw: Shell, tmp_path: Path):
    command = [sys.executable, "-c", SERVING, json.dumps(UNASKED), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=aw.all, timeout=60)
    assert (done.stderr, json.loads(done.stdout)) == ("", [])
