"""The example package, built and installed: its own tests hold, and a contest is held by every door."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from moot.cli.app import run
from moot.settings import Settings
from moot.wiring import serving
from tests.support.packages import HAIKU, built, installed


@pytest.fixture(scope="module", autouse=True)
def haiku(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example, installed for this module."""
    with installed(built(HAIKU, tmp_path_factory.mktemp("haiku"))):
        yield


def own_tests() -> list[str]:
    text = (HAIKU / "tests" / "test_haiku.py").read_text()
    return [line.split("(")[0].removeprefix("def ") for line in text.splitlines() if line.startswith("def test_")]


@pytest.mark.parametrize("name", own_tests())
def test_its_own_tests_hold(name: str, tmp_path: Path):
    spec = importlib.util.spec_from_file_location("haiku_tests", HAIKU / "tests" / "test_haiku.py")
    assert spec is not None
    assert spec.loader is not None
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    test = getattr(tests, name)
    test(**({"tmp_path": tmp_path} if "tmp_path" in test.__annotations__ else {}))


def test_a_contest_is_held_over_rest_and_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def moot(*arguments: str) -> Any:
        capsys.readouterr()
        assert run(arguments) == 0
        return json.loads(capsys.readouterr().out)["data"]

    monkeypatch.setenv("MOOT_HOME", str(tmp_path))
    settings = Settings(host="127.0.0.1", port=0, home=tmp_path, database_url=f"scroll://{tmp_path}/kept")
    with serving(settings) as url, httpx2.Client(base_url=f"{url}/api/v1", timeout=60) as http:
        monkeypatch.setenv("DEBATE_SERVER_URL", url)
        there = {player["name"]: player for player in http.get("/players").json()["players"]}
        assert (there["basho"]["kind"], there["basho"]["detail"]) == ("package", "moot-haiku 0.1.0")
        setup = {"title": "Ponds", "poets": 2, "players": {"poet-1": "basho"}}
        opening = {"setup": setup, "role": "host", "type": "THEME", "move": {"theme": "water"}}
        opened = http.post("/formats/haiku/debates", json=opening)
        assert opened.status_code == 201, opened.text
        debate = opened.json()["debate_id"]

        told = moot("debate", "brief", "--debate-id", debate, "--role", "poet-2")
        assert told["tasks"][0]["forms"][0]["type"] == "HAIKU"
        poem = json.dumps({"lines": ["one", "two", "three"]})
        moot("debate", "move", "--debate-id", debate, "--role", "poet-2", "--type", "HAIKU", "--content", poem)
        told = opened.json()
        while told["state"] != "READ":
            waiting = {"argument_id": told["wait_on"], "role": "host", "timeout": 60}
            told = http.get(f"/debates/{debate}/wait", params=waiting).json()
            assert told["status"] == "ready", told
        result = moot("debate", "result", "--debate-id", debate)
        assert result["poems"]["poet-1"] == ["the old pond", "a frog jumps in", "the sound of water"]
        assert moot("verify", debate)["sound"]
        counted = moot("tools", "try", "count_syllables", "--arguments", json.dumps({"line": "the old pond"}))
        assert (counted["ok"], counted["result"]) == (True, "3")
        task = {"task": "Write f().", "cast": ["poet", "judge"], "player": "human", "convergence": {"method": "veto"}}
        assert http.post("/workshops", json=task).status_code == 201
    assert (tmp_path / "kept" / "scroll.db").is_file()
