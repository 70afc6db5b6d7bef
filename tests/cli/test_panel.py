"""`moot panel`: with a server or without one, in every form, with players of every kind."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from moot.testing.wire import WireServer
from tests.cli.matters import alone, asked, question_file, sitting, with_players, written
from tests.cli.shell import Shell
from tests.support.house import ServerProcess
from tests.support.players import (
    JUDGES,
    QUESTION,
    calls,
    convinced,
    one_by_one,
    recommendation,
    recommending,
    responding,
    seat,
)

pytestmark = pytest.mark.timeout(180)

AGREED = {"risk": "A", "value": "B", "effort": "A"}


@pytest.fixture
def agreeing() -> Iterator[WireServer]:
    """Models of which two of three recommend A."""
    with WireServer({judge: one_by_one(recommending(option)) for judge, option in AGREED.items()}) as wire:
        yield wire


@pytest.fixture
def disagreeing() -> Iterator[WireServer]:
    """Models that each recommend something else, and stay with it."""
    others = {"risk": ("A", "value"), "value": ("B", "effort"), "effort": ("C", "risk")}
    script = {
        judge: one_by_one(recommending(option), responding(option, other)) for judge, (option, other) in others.items()
    }
    with WireServer(script) as wire:
        yield wire


@pytest.fixture
def house(aw: Shell) -> Iterator[ServerProcess]:
    """A server that runs; commands speak to it."""
    with ServerProcess.serving(str(aw.home / "served.db")) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        yield server


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_without_a_server_a_panel_is_held_in_the_command_itself(
    aw: Shell, closed_port: int, agreeing: WireServer, kind: str, request: pytest.FixtureRequest
):
    alone(aw, closed_port)
    if kind == "postgres":
        aw.set(MOOT_DATABASE_URL=request.getfixturevalue("postgres_url"))
    said = asked(aw, question_file(aw), *sitting(agreeing))
    found = said.data
    assert (found["consensus"], found["recommended_option"], found["confidence"]) == (True, "A", "HIGH")
    assert found["distribution"] == {"A": ["risk", "effort"], "B": ["value"]}
    assert (found["state"], found["closed"], found["question_id"]) == ("CONSENSUS", True, "offline")
    assert calls(agreeing) == {"effort": 1, "risk": 1, "value": 1}

    # It is on the same database for every command that follows.
    later = aw("panel", "result", found["debate_id"], name="moot")
    assert later.data == found
    sound = aw("verify", found["debate_id"], name="moot")
    assert (sound.code, sound.data["sound"]) == (0, True)
    if kind == "sqlite":
        assert Path(aw.environment["MOOT_HOME"], "moot.db").exists()


def test_a_running_server_holds_it_where_there_is_one(aw: Shell, house: ServerProcess, agreeing: WireServer):
    found = asked(aw, question_file(aw), *sitting(agreeing)).data
    assert found["recommended_option"] == "A"
    assert [debate["id"] for debate in aw("debate", "list").data["debates"]] == [found["debate_id"]]
    assert not Path(aw.environment["MOOT_HOME"], "moot.db").exists()


def test_the_same_result_as_json_yaml_and_markdown(aw: Shell, closed_port: int, disagreeing: WireServer):
    alone(aw, closed_port)
    said = asked(aw, question_file(aw), *sitting(disagreeing), "--format", "yaml")
    told = yaml.safe_load(said.out)["debate_result"]
    assert told["outcome"] == "CONTESTED"
    assert told["perspectives"]["risk_favors"] == 'Option A - "The network is gone for hours."'
    assert "[C] Reading alone works" in told["user_prompt"]

    (debate,) = [told["id"] for told in listed(aw)]
    as_json = aw("panel", "result", debate, name="moot").data
    assert {name: as_json[name] for name in told} == told
    as_markdown = aw("panel", "result", debate, "--format", "markdown", name="moot")
    assert as_markdown.code == 0
    assert "# Result: offline" in as_markdown.out
    assert "# The risk judge, round 2" in as_markdown.out


def listed(aw: Shell) -> list[dict[str, Any]]:
    """The debates of the database at home."""
    with ServerProcess.serving(str(Path(aw.environment["MOOT_HOME"], "moot.db"))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        found = aw("debate", "list").data["debates"]
    aw.set(DEBATE_SERVER_URL="")
    return found


def test_the_files_of_the_judges_are_written_round_by_round(aw: Shell, closed_port: int, disagreeing: WireServer):
    alone(aw, closed_port)
    folder = aw.home / "specs" / "offline"
    found = asked(aw, question_file(aw), *sitting(disagreeing), "--write-dir", str(folder)).data
    names = [Path(name).name for name in found["written"]]
    assert names == [
        *(f"debate-offline-{judge}.md" for judge in JUDGES),
        *(f"debate-offline-{judge}-r2.md" for judge in JUDGES),
        "debate-offline-result.md",
    ]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    second = (folder / "debate-offline-effort-r2.md").read_text()
    assert "- recommends: **C**" in second
    assert "## Challenges the risk judge on this point" in second


def test_a_question_can_be_typed(aw: Shell, closed_port: int, agreeing: WireServer):
    alone(aw, closed_port)
    spec = written(aw, "spec.md", "Field workers lose the network for hours.")
    options = ["--option=A=No offline mode", "--option=B=All of it", "--option=C=Reading"]
    words = ["--question", "Does it work offline?", *options, "--context", spec, "--question-id", "net"]
    found = asked(aw, *words, "--threshold", "2/3", "--timeout", "60", *sitting(agreeing)).data
    assert (found["question_id"], found["recommended_option"]) == ("net", "A")
    sent = json.dumps(agreeing.asked[0].messages)
    assert "Field workers lose the network" in sent
    assert "All of it" in sent


def test_contested_is_a_result_and_the_choice_closes_it(aw: Shell, closed_port: int, disagreeing: WireServer):
    alone(aw, closed_port)
    found = asked(aw, question_file(aw), *sitting(disagreeing)).data
    assert (found["outcome"], found["consensus"], found["closed"]) == ("CONTESTED", False, False)
    wrong = aw("panel", "choose", found["debate_id"], "--option", "Z", name="moot")
    assert (wrong.code, wrong.error["code"]) == (1, "INVALID_INPUT")
    chosen = aw("panel", "choose", found["debate_id"], "--option", "B", "--reason", "We can undo it.", name="moot")
    assert (chosen.code, chosen.data["state"]) == (0, "CHOSEN")
    later = aw("panel", "result", found["debate_id"], name="moot").data
    assert (later["choice"]["option"], later["closed"]) == ("B", True)
    assert sum(calls(disagreeing).values()) == 6


BAD: dict[str, dict[str, Any]] = {
    "question_text": {"question_text": None},
    "options": {"options": ["A=Alone"]},
    "options.0.id": {"options": [{"id": "a b", "label": "Blank"}, "B=No"]},
    "consensus_threshold": {"consensus_threshold": "most"},
    "max_rounds": {"max_rounds": 9},
    "timeout_per_judge": {"timeout_per_judge": 0},
    "jugdes": {"jugdes": []},
    "judges": {"judges": [{"name": "alone", "stance": "sole", "optimise": "itself"}]},
    "question_id": {"question_id": "../../etc/passwd"},
}


@pytest.mark.parametrize("field", BAD)
def test_a_bad_question_is_refused_by_the_name_of_its_field(aw: Shell, house: ServerProcess, field: str):
    told = {name: value for name, value in {**QUESTION, **BAD[field]}.items() if value is not None}
    path = written(aw, "bad.yaml", yaml.safe_dump(told))
    said = aw("panel", "ask", path, *(f"--seat={judge}=human" for judge in JUDGES), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert field in said.error["message"]
    assert aw("debate", "list").data["debates"] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("question_text: [", "is not YAML"),
        ("- a\n- b\n", "must hold a mapping"),
        ("question: Why?\nquestion_text: Why?\n", "given twice"),
    ],
)
def test_a_file_that_cannot_be_read_as_a_question_is_refused(aw: Shell, text: str, told: str):
    said = aw("panel", "ask", written(aw, "bad.yaml", text), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert told in said.error["message"]


def test_who_is_unknown_cannot_be_seated_and_nothing_is_opened(aw: Shell, house: ServerProcess):
    path = question_file(aw)
    nobody = aw("panel", "ask", path, "--seat=risk=nobody", name="moot")
    assert (nobody.code, nobody.error["code"]) == (1, "INVALID_INPUT")
    assert "The seat 'risk'" in nobody.error["message"]
    assert "There is no player 'nobody'" in nobody.error["message"]
    nowhere = aw("panel", "ask", path, "--seat=rsik=human", name="moot")
    assert "there is no seat 'rsik'" in nowhere.error["message"]
    assert aw("panel", "ask", path, "--seat=risk", name="moot").code == 2
    assert aw("panel", "ask", name="moot").code == 2
    assert aw("debate", "list").data["debates"] == []


def test_a_person_holds_a_seat_and_is_told_what_a_model_would_be(aw: Shell, house: ServerProcess, agreeing: WireServer):
    people = ["--seat=effort=human"]
    opened = aw(
        "panel", "ask", question_file(aw), *sitting(agreeing, "risk", "value"), *people, "--no-wait", name="moot"
    )
    debate = opened.data["debate_id"]
    about = ["--debate-id", debate, "--role", "effort"]
    brief = aw("debate", "brief", *about).data
    assert "You are the effort judge" in brief["you"]
    assert "Field workers lose the network" in brief["record"]
    (form,) = brief["tasks"][0]["forms"]
    assert form["type"] == "RECOMMENDATION"
    assert "Pragmatic" in (prose := aw("debate", "brief", *about, "--format", "markdown").out).title()
    assert "Moves: RECOMMENDATION" in prose

    half = written(aw, "half.yaml", "recommendation: A\n")
    refused = aw("debate", "move", *about, "--type", "RECOMMENDATION", "--file", half)
    assert (refused.code, refused.error["code"]) == (1, "INVALID_INPUT")
    assert "summary" in refused.error["message"]
    whole = written(aw, "whole.yaml", yaml.safe_dump(recommendation("A", "It ships in a week.")))
    assert aw("debate", "move", *about, "--type", "RECOMMENDATION", "--file", whole).code == 0

    found = aw("panel", "result", debate, "--wait", name="moot").data
    assert found["distribution"] == {"A": ["risk", "effort"], "B": ["value"]}
    assert found["perspectives"]["effort"] == "Option A - It ships in a week."
    assert calls(agreeing) == {"risk": 1, "value": 1}


def test_a_program_a_script_and_a_model_judge_together_and_are_replayed_without_a_call(
    aw: Shell, closed_port: int, agreeing: WireServer
):
    alone(aw, closed_port)
    with_players(aw)
    mixed = [f"--seat=risk={seat(agreeing, 'risk')}", "--seat=value=written", "--seat=effort=program"]
    found = asked(aw, question_file(aw), *mixed).data
    assert found["distribution"] == {"A": ["risk", "effort"], "B": ["value"]}
    assert found["perspectives"]["effort"] == "Option A - It ships in a week."
    assert calls(agreeing) == {"risk": 1}

    again = [f"--seat={judge}=replay:{found['debate_id']}" for judge in JUDGES]
    replayed = asked(aw, question_file(aw), *again).data
    assert replayed["debate_id"] != found["debate_id"]
    assert {**replayed, "debate_id": None} == {**found, "debate_id": None}
    assert calls(agreeing) == {"risk": 1}


def test_a_panel_of_two_rounds_is_replayed_with_its_change_of_mind(aw: Shell, closed_port: int):
    alone(aw, closed_port)
    script = {
        "risk": one_by_one(recommending("A"), responding("A", "value")),
        "value": one_by_one(recommending("B", "A paper form is enough."), responding("B", "risk")),
        "effort": one_by_one(recommending("C"), convinced("B", "value", "A paper form is enough for me.")),
    }
    with WireServer(script) as wire:
        found = asked(aw, question_file(aw), *sitting(wire)).data
        assert found["change_log"][0]["convinced_by"] == "value"
        again = [f"--seat={judge}=replay:{found['debate_id']}" for judge in JUDGES]
        replayed = asked(aw, question_file(aw), *again).data
        assert (replayed["outcome"], replayed["recommended_option"]) == ("CONSENSUS", "B")
        assert replayed["perspectives"] == found["perspectives"]
        assert sum(calls(wire).values()) == 6
