"""Panels and evaluations with the real embedded model: whatever it says is a valid move, and the record is sound."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from moot.players.embedded import EmbeddedFailed, embedded
from tests.cli.shell import outside
from tests.support.house import API, SECONDS, ServerProcess, said
from tests.support.ideas import CHALLENGES, IDEA, SCORES, held
from tests.support.players import JUDGES, QUESTION, recommendation, response
from tests.support.thorough import only_when_thorough

pytestmark = [pytest.mark.journey, pytest.mark.real_model, pytest.mark.timeout(600)]

MODELS = Path(os.environ.get("MOOT_MODELS_DIR") or Path.home() / ".moot" / "models")
BOUND = 500
"""How many seconds one command may take on a machine that is busy elsewhere; alone it takes a tenth of them."""
CAN_REPEAT_ITSELF = {"reply"}
"""The turns that ask for something new, which no grammar can make sure of: small models often say the same again."""
# Nobody answers at this address, so that the command is its own house.
ALONE = """
import sys
from moot.cli import environment
from moot.cli.app import run
environment.DEFAULT_URL = "http://127.0.0.1:9"
sys.exit(run(sys.argv[1:], "moot"))
"""
PLAYERS = '[players.written]\nscript = "answers.yaml"\n'


class Home:
    """A home of Moot in which commands are typed, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "players.toml").write_text(PLAYERS)

    def write(self, name: str, told: Any) -> str:
        """A file of this home."""
        (self.folder / name).write_text(told if isinstance(told, str) else yaml.safe_dump(told))
        return str(self.folder / name)

    def type(self, *arguments: str) -> Any:
        """What a command answers."""
        environment = {**outside(), "MOOT_HOME": str(self.folder), "MOOT_MODELS_DIR": str(MODELS)}
        command = [sys.executable, "-c", ALONE, *arguments]
        done = subprocess.run(
            command, env=environment, cwd=self.folder, capture_output=True, text=True, timeout=BOUND, check=False
        )
        assert done.returncode == 0, (done.stdout, done.stderr)
        return json.loads(done.stdout)["data"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def small() -> str:
    """The small model, fetched if it is not there."""
    try:
        asyncio.run(embedded("small", MODELS).fetch())
    except EmbeddedFailed as trouble:
        pytest.skip(f"The small embedded model could not be had: {trouble}")
    return "embedded:small"


def panel(home: Home, model: str, *options: str) -> dict[str, Any]:
    """A panel whose risk judge is a model; what the two others say is written, and they do not agree."""
    home.write(
        "answers.yaml",
        {
            "value": [recommendation("B"), response("B", "effort")],
            "effort": [recommendation("C"), response("C", "value")],
        },
    )
    question = home.write("q.yaml", {**QUESTION, "timeout_per_judge": BOUND})
    players = dict(zip(JUDGES, (model, "written", "written"), strict=True))
    seats = [f"--seat={judge}={player}" for judge, player in players.items()]
    return home.type("panel", "ask", question, *seats, "--threshold", "1", *options)


def is_valid(home: Home, debate: str, spoke: int) -> None:
    """The rules and the hashes bear the record out; and each answer of a model fitted its form at the first asking."""
    assert home.type("verify", debate)["sound"] is True
    with ServerProcess.serving(str(home.folder / "moot.db")) as server:
        arguments = read(server, f"{API}/debates/{debate}/arguments")["arguments"]
        origins = [read(server, f"{API}/debates/{debate}/arguments/{told['id']}/provenance") for told in arguments]
    by_model = [origin for origin in origins if (origin["by"] or "").startswith("embedded")]
    assert len(by_model) == spoke
    assert all(origin["sound"] for origin in origins)
    asked_again = {call["turn"].split("/")[1] for origin in by_model for call in origin["calls"] if call["attempt"]}
    assert asked_again <= CAN_REPEAT_ITSELF


def read(server: ServerProcess, path: str) -> dict[str, Any]:
    """What a server answers."""
    with httpx2.Client(base_url=server.url, timeout=SECONDS, trust_env=False) as http:
        return said(http.get(path))


@only_when_thorough
def test_a_small_model_judges_and_answers_the_others(home: Home, small: str):
    found = panel(home, small)
    assert (found["outcome"], found["rounds"], found["notes"]) == ("CONTESTED", 2, [])
    assert {"risk_favors", "value_favors", "effort_favors"} == set(found["perspectives"])
    assert sum(len(judges) for judges in found["distribution"].values()) == 3
    is_valid(home, found["debate_id"], 2)


@only_when_thorough
def test_a_small_model_attacks_an_idea_and_judges_the_attack(home: Home, small: str):
    points = [{"claim": "Drills lie idle nearly always.", "evidence": ["E1"]}]
    speech = {"kind": "ARGUMENT", "content": "A drill is used for minutes.", "points": points}
    home.write("answers.yaml", {"advocate": [speech, {"kind": "REST", "concedes": []}]})
    files = [
        f"--scores={home.write('scores.yaml', dict(SCORES))}",
        f"--challenges={home.write('challenges.yaml', [dict(one) for one in CHALLENGES])}",
        f"--rounds={home.write('rounds.yaml', [held('use', 'problem')])}",
    ]
    seats = ["--seat=advocate=written", f"--seat=challenger={small}", f"--seat=arbiter={small}"]
    found = home.type("evaluate", home.write("IDEA.md", IDEA), "--debate", *files, *seats, f"--timeout={BOUND}")
    (only,) = found["rounds"]
    assert found["state"] == "evaluated"
    assert {missing["turn"] for missing in found["missing"]} <= CAN_REPEAT_ITSELF
    assert all("has not made before" in missing["detail"] for missing in found["missing"])
    assert [said["kind"] for said in only["challenger_arguments"]][:1] == ["ARGUMENT"]
    assert only["arbiter_verdict"]["winner"] in ("advocate", "challenger", "draw")
    assert [asked["side"] for asked in only["askings"]] == ["advocate", "challenger"]
    score = found["scores"]["problem"]
    assert score["after"] - score["before"] == score["delta"] == only["scored"]["delta"]
    assert (home.folder / "analysis" / "debate.md").exists()
    is_valid(home, found["debate_id"], 3)


@only_when_thorough
def test_the_default_model_judges(home: Home):
    if not embedded("default", MODELS).fetched:
        pytest.skip("The default embedded model could not be had: it is not in the folder of models")
    found = panel(home, "embedded", "--max-rounds", "1")
    assert (found["outcome"], found["notes"]) == ("CONTESTED", [])
    assert found["perspectives"]["risk_favors"].startswith("Option ")
    is_valid(home, found["debate_id"], 1)
