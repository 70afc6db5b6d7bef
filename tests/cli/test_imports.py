"""The fast path stays fast: what it must not load."""

import json
import subprocess
import sys

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
