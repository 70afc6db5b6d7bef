"""`moot evaluate`: an idea from a file, what is given beside it, and the papers that are left beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from moot.cli.matters.showing import write_papers
from moot.client import Client, Refused
from moot.testing.wire import WireServer
from tests.cli.matters import alone, sitting, written
from tests.cli.shell import Said, Shell
from tests.client.scripted import Reply, ScriptedServer
from tests.support.house import ServerProcess
from tests.support.ideas import (
    ASSESSMENT,
    CHALLENGES,
    DEBATERS,
    IDEA,
    SCORES,
    held,
    paired,
    replying,
    resting,
    speaking,
)
from tests.support.players import calls, filled, one_by_one, seat

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def arguing() -> Iterator[WireServer]:
    """Models that argue one round, which the challenger wins."""
    script = {
        "advocate": one_by_one(speaking("Twenty-two homes joined.", "E3"), replying("Nine of ten stayed.", "E3")),
        "challenger": one_by_one(speaking("It is one street.", "C1"), resting()),
        "arbiter": paired({"street": (("challenger", 2), ("challenger", 2))}),
    }
    with WireServer(script) as wire:
        yield wire


def given(aw: Shell) -> list[str]:
    """Files beside an idea: its scores, challenges to it, and one round."""
    rounds = [{"name": "street", "targetCategory": "market", **positions()}]
    return [
        f"--scores={written(aw, 'ideas/scores.yaml', yaml.safe_dump(dict(SCORES)))}",
        f"--challenges={written(aw, 'ideas/challenges.json', json.dumps({'challenges': CHALLENGES}))}",
        f"--rounds={written(aw, 'ideas/rounds.yaml', yaml.safe_dump({'rounds': rounds}))}",
    ]


def positions() -> dict[str, str]:
    """What each side holds, as some files name it."""
    told = held("street", "market")
    return {"advocatePosition": told["advocate_position"], "challengerPosition": told["challenger_position"]}


def evaluated(aw: Shell, *arguments: str) -> Said:
    """`moot evaluate`, which must succeed."""
    said = aw("evaluate", *arguments, name="moot")
    assert said.code == 0, (said.out, said.err)
    return said


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_an_idea_is_argued_from_its_files_and_the_papers_lie_beside_it(
    aw: Shell, closed_port: int, arguing: WireServer, kind: str, request: pytest.FixtureRequest
):
    alone(aw, closed_port)
    if kind == "postgres":
        aw.set(MOOT_DATABASE_URL=request.getfixturevalue("postgres_url"))
    idea = written(aw, "ideas/IDEA.md", IDEA)
    found = evaluated(aw, idea, "--debate", *given(aw), *sitting(arguing, *DEBATERS)).data
    market = found["scores"]["market"]
    assert (market["before"], market["after"], market["delta"]) == (7, 5, -2)
    assert (found["title"], found["state"]) == ("Tools for one street", "evaluated")
    folder = Path(idea).parent / "analysis"
    assert found["written"] == [
        str(folder / name) for name in ("evaluation.md", "debate.md", "synthesis.md", "evaluation.json")
    ]
    kept = json.loads((folder / "evaluation.json").read_text())
    assert kept["scores"] == found["scores"]
    assert "| Market | 7 | 5 | -2 |" in (folder / "evaluation.md").read_text()
    debate = (folder / "debate.md").read_text()
    assert "Twenty-two homes joined. [E3]" in debate
    assert "advocate first: challenger, strength 2." in debate
    assert "**C1** (market, high, open) One street is no market. [E3]" in (folder / "synthesis.md").read_text()
    assert calls(arguing) == {"advocate": 2, "arbiter": 2, "challenger": 2}
    sound = aw("verify", found["debate_id"], name="moot")
    assert (sound.code, sound.data["sound"]) == (0, True)


def test_papers_go_where_they_are_sent_or_nowhere(aw: Shell, arguing: WireServer):
    with ServerProcess.serving(str(aw.home / "served.db")) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        idea, elsewhere = written(aw, "ideas/IDEA.md", IDEA), aw.home / "elsewhere"
        files = given(aw)
        said = evaluated(
            aw, idea, "--debate", *files, *sitting(arguing, *DEBATERS), "--write-dir", str(elsewhere),
            "--format", "markdown", "--title", "Drills",
        )  # fmt: skip
        assert "# Evaluation: Drills" in said.out
        assert sorted(path.name for path in (elsewhere / "analysis").iterdir()) == [
            "debate.md", "evaluation.json", "evaluation.md", "synthesis.md"
        ]  # fmt: skip
        (debate,) = [told["id"] for told in aw("debate", "list").data["debates"]]
        assert aw("debate", "result", "--debate-id", debate).data["scores"]["market"]["delta"] == -2
        told = yaml.safe_load(aw("debate", "result", "--debate-id", debate, "--format", "yaml").out)["debate_result"]
        assert told["scores"]["market"]["after"] == 5
    assert not (aw.home / "ideas" / "analysis").exists()


@pytest.mark.parametrize("name", ["../elsewhere.md", "/tmp/elsewhere.md", "analysis/../../elsewhere.md", "."])
def test_a_server_that_names_a_paper_outside_the_folder_is_not_obeyed(tmp_path: Path, name: str):
    folder = tmp_path / "folder"
    papers = Reply({"debate_id": "d", "files": {"analysis/fit.md": "fit", name: "evil"}})
    with ScriptedServer(papers) as server, pytest.raises(Refused, match="no place in a folder"):
        write_papers(Client(server.url), "d", folder)
    assert [path.name for path in tmp_path.rglob("*.md")] == ["fit.md"]


def test_without_a_debate_the_assessor_and_the_red_team_speak_alone(aw: Shell, closed_port: int):
    alone(aw, closed_port)
    with WireServer({"assessor": one_by_one(filled(**ASSESSMENT))}) as wire:
        seats = [*sitting(wire, "assessor"), f"--seat=red_team={seat(wire, 'red')}"]
        found = evaluated(aw, written(aw, "IDEA.md", IDEA), *seats, "--no-write").data
        assert (found["state"], found["written"], found["rounds"]) == ("assessed", [], [])
        assert calls(wire) == {"assessor": 1, "red": 3}
    assert not (aw.home / "analysis").exists()


BAD: dict[str, tuple[str, Any]] = {
    "scores.0.score": ("--scores", {"problem": "high"}),
    "problems": ("--scores", {"problems": 7}),
    "evidence": ("--challenges", [{"category": "market", "claim": "No.", "evidence": ["E9"]}]),
    "category": ("--challenges", [{"claim": "No."}]),
    "rounds[0]": ("--rounds", [{"topic": "street"}]),
    "round 1": ("--rounds", [held("street", "beauty")]),
    "body.rounds": ("--rounds", 3),
}


@pytest.mark.parametrize("told", BAD)
def test_a_bad_file_is_refused_by_what_is_wrong_with_it(aw: Shell, closed_port: int, told: str):
    alone(aw, closed_port)
    option, holds = BAD[told]
    path = written(aw, "bad.yaml", yaml.safe_dump(holds))
    said = aw("evaluate", written(aw, "IDEA.md", IDEA), "--debate", option, path, *people(), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert told in said.error["message"]


def people() -> list[str]:
    """Nobody who would be called on."""
    return [f"--seat={name}=human" for name in ("assessor", "red_team", *DEBATERS)]


def test_an_idea_that_is_not_there_or_says_nothing_is_refused(aw: Shell, closed_port: int):
    alone(aw, closed_port)
    missing = aw("evaluate", str(aw.home / "none.md"), *people(), name="moot")
    assert (missing.code, missing.error["code"]) == (1, "INVALID_INPUT")
    blank = aw("evaluate", written(aw, "blank.md", " \n"), *people(), name="moot")
    assert (blank.code, blank.error["code"]) == (1, "INVALID_INPUT")
    unknown = aw("evaluate", written(aw, "IDEA.md", IDEA), "--seat=judge=human", name="moot")
    assert "there is no seat 'judge'" in unknown.error["message"]
