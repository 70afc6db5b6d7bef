"""Two agents and an arbitrator, each a process that has nothing but the shipped text, from the motion to the close."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support import skill_agent
from tests.support.house import ServerProcess
from tests.support.program import BIN
from tests.support.thorough import only_when_thorough

TYPE = "coding_plan_debate"
SECONDS = 120
"""How long an agent may take for a whole debate."""

pytestmark = [pytest.mark.journey, pytest.mark.timeout(2 * SECONDS)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server answers: `moot serve` in a process of its own, as users start it."""
    with ServerProcess.serving(str(tmp_path_factory.mktemp("server") / "moot.db")) as server:
        yield server.url


@pytest.fixture
def table(address: str, tmp_path: Path) -> "Iterator[Table]":
    table = Table(tmp_path, address)
    yield table
    for agent in table.seated:
        agent.leave()


def environment(folder: Path, url: str) -> dict[str, str]:
    """What a shell of the test's user would have set."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return outside | {"PATH": path, "DEBATE_SERVER_URL": url, "MOOT_HOME": str(folder / "home")}


def until(true: Callable[[], object]) -> None:
    """Look at other processes until something is so."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


class Table:
    """Where the agents sit: the server, a folder for each, and the pipes by which they are held up."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.env = environment(folder, url)
        self.seated: list[Seated] = []

    def text(self, role: str) -> str:
        """What an agent is given, from the program and not from the package."""
        return self.moot("skills", "show", role, TYPE)

    def moot(self, *words: str, ends: int = 0) -> str:
        done = subprocess.run(["moot", *words], env=self.env, capture_output=True, text=True, timeout=30)
        assert done.returncode == ends, done.stdout + done.stderr
        return done.stdout

    def aw(self, *words: str, ends: int = 0) -> dict[str, Any]:
        return json.loads(self.moot("debate", *words, ends=ends))["data"]

    def pipe(self, name: str) -> str:
        path = self.folder / name
        if not path.exists():
            os.mkfifo(path)
        return str(path)

    def seat(self, role: str, plan: Mapping[str, Any], text: str | None = None) -> "Seated":
        home = self.folder / f"{len(self.seated)}-{role}"
        home.mkdir()
        (home / "text.md").write_text(self.text(role) if text is None else text)
        (home / "plan.json").write_text(json.dumps(plan))
        command = [sys.executable, skill_agent.__file__, "text.md", "plan.json", "log.jsonl"]
        process = subprocess.Popen(command, cwd=home, env=self.env, stderr=subprocess.PIPE, text=True)
        self.seated.append(Seated(process, home / "log.jsonl"))
        return self.seated[-1]


class Seated:
    """An agent at work, in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self._process = process
        self._log = log

    @property
    def gone(self) -> bool:
        return self._process.poll() is not None

    def finished(self) -> None:
        _, said = self._process.communicate(timeout=SECONDS)
        assert self._process.returncode == 0, said

    def gave_up(self) -> str:
        """What it said when it could not go on."""
        _, said = self._process.communicate(timeout=SECONDS)
        assert self._process.returncode != 0
        return said

    def leave(self) -> None:
        self._process.kill()
        self._process.communicate()

    def log(self) -> list[dict[str, Any]]:
        lines = self._log.read_text().splitlines(keepends=True) if self._log.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def debate_id(self) -> str:
        """The id of the debate that this agent opens."""

        def opened() -> list[str]:
            creates = [line["reply"] for line in self.log() if line["command"].startswith("aw debate create")]
            return [reply["data"]["debate_id"] for reply in creates if reply.get("success")]

        until(lambda: opened() or self.gone)
        assert opened(), self.gave_up()
        return opened()[0]


def claim(on: str = "respond", **more: Any) -> dict[str, Any]:
    return {"on": on, "move": "claim", "text": "1. Accepted.", **more}


def plan_of_the_proposer() -> dict[str, Any]:
    def document(number: int) -> dict[str, str]:
        return {"title": "The plan", "text": f"# Plan\n\nVersion {number}.\n"}

    return {
        "given": {"TITLE": "Cache the leaderboard", "DEBATE_TYPE": TYPE},
        "motion": {"text": "We cache the leaderboard for a minute.", "document": document(1)},
        "moves": [
            claim(document=document(2), again=True),
            {
                "on": "respond",
                "move": "appeal",
                "text": "May it be a minute old? The opponent says no.",
                "values": {"OPTION_A": "A minute is fine", "OPTION_B": "Never stale"},
            },
            claim("align_to_ruling", document=document(3)),
            claim("align_to_ruling"),
            {"on": "respond", "move": "completion", "text": "All points are settled."},
            claim("align_to_ruling", document=document(4)),
            {"on": "respond", "move": "completion", "text": "Now with the way back."},
        ],
    }


def plan_of_the_opponent(debate: str, table: Table) -> dict[str, Any]:
    return {
        "given": {"DEBATE_ID": debate},
        "reads": True,
        "moves": [
            claim(),
            claim(),
            claim(text="Written while stopped.", hold=table.pipe("stopped"), signal=table.pipe("parked")),
            claim(text="No open points."),
            claim(text="No open points."),
        ],
    }


def plan_of_the_arbitrator(debate: str, table: Table) -> dict[str, Any]:
    return {
        "given": {"DEBATE_ID": debate},
        "moves": [
            {"on": "rule", "move": "choose", "text": "A minute is fine.", "values": {"OPTION": "A"}},
            {"intervene_after": 7, "text": "Stop: mind the way back.", "signal": table.pipe("stopped")},
            {"on": "rule", "move": "decide", "text": "Say how to undo it.", "hold": table.pipe("parked")},
            {"on": "rule", "move": "decide", "text": "Not yet: the way back is missing."},
            {"on": "rule", "move": "close", "text": "Agreed."},
        ],
    }


def test_three_processes_with_nothing_but_the_text_bring_a_debate_to_its_close(table: Table):
    proposer = table.seat("proposer", plan_of_the_proposer())
    debate = proposer.debate_id()
    table.seat("arbitrator", plan_of_the_arbitrator(debate, table))
    table.seat("opponent", plan_of_the_opponent(debate, table))
    for each in table.seated:
        each.finished()

    context = table.aw("get-context", "--debate-id", debate, "--argument-limit", "50")
    assert context["debate"]["state"] == "CLOSED"
    told = [f"{argument['role']} {argument['type']}" for argument in context["arguments"]]
    assert told == [
        "proposer MOTION",
        "opponent CLAIM",
        "proposer CLAIM",
        "opponent CLAIM",
        "proposer APPEAL",
        "arbitrator RULING",
        "proposer CLAIM",
        "arbitrator INTERVENTION",
        "opponent CLAIM",
        "arbitrator RULING",
        "proposer CLAIM",
        "opponent CLAIM",
        "proposer RESOLUTION",
        "arbitrator RULING",
        "proposer CLAIM",
        "opponent CLAIM",
        "proposer RESOLUTION",
        "arbitrator RULING",
    ]
    arguments = context["arguments"]
    assert [option["id"] for option in arguments[4]["options"]] == ["A", "B", "other"]
    assert arguments[5]["option"] == "A"
    assert arguments[8]["parked"]
    assert arguments[17]["close"]
    assert arguments[14]["documents"][0]["version"] == 4
    assert json.loads(table.moot("verify", debate))["data"]["sound"]


def nothing_to_settle() -> dict[str, Any]:
    return {"on": "respond", "move": "completion", "text": "Nothing to settle."}


def seat_the_others(table: Table, debate: str) -> None:
    """An opponent who is content, and an arbitrator who closes."""
    content = claim(text="No open points.")
    closing = {"on": "rule", "move": "close", "text": "Agreed."}
    table.seat("opponent", {"given": {"DEBATE_ID": debate}, "moves": [content]})
    table.seat("arbitrator", {"given": {"DEBATE_ID": debate}, "moves": [closing]})


def test_a_side_that_finds_nobody_there_waits_on_with_the_command_it_is_given(table: Table):
    impatient = table.text("proposer").replace("--deadline 100", "--deadline 1.5")
    proposer = table.seat("proposer", plan_of_the_proposer() | {"moves": [nothing_to_settle()]}, impatient)
    debate = proposer.debate_id()
    until(lambda: proposer.gone or sum(line["exit"] == 4 for line in proposer.log()) > 1)
    seat_the_others(table, debate)
    for each in table.seated:
        each.finished()
    waits = [line["command"] for line in proposer.log() if line["command"].startswith("aw debate wait")]
    assert any(debate in retried and "--deadline 1.5" in retried for retried in waits)


def test_an_agent_that_comes_back_goes_on_where_the_debate_stands(table: Table):
    crashed = table.seat("proposer", plan_of_the_proposer() | {"moves": []})
    debate = crashed.debate_id()
    seat_the_others(table, debate)
    assert "nothing planned for respond" in crashed.gave_up()
    back = table.seat("proposer", {"given": {"DEBATE_ID": debate}, "moves": [nothing_to_settle()]})
    for each in table.seated[1:]:
        each.finished()
    assert back.log()[0]["command"].startswith("aw debate get-context")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("--target-id", "--target"),
        pytest.param("aw debate wait", "aw debate await", marks=only_when_thorough),
        ("`data.wait_on` of the last reply", "`data.argument` of the last reply"),
        pytest.param("```sh action=respond", "```sh", marks=only_when_thorough),
        pytest.param("--role opponent --target-id", "--role proposer --target-id", marks=only_when_thorough),
    ],
)
def test_a_text_with_a_wrong_command_line_is_found_out(right: str, wrong: str, table: Table):
    debate = opened(table)["debate_id"]
    text = table.text("opponent")
    assert right in text
    opponent = table.seat("opponent", plan_of_the_opponent(debate, table), text.replace(right, wrong))
    assert "Stuck" in opponent.gave_up()


def opened(table: Table) -> dict[str, Any]:
    """A debate that was opened by hand."""
    debate = table.aw("generate-id")["id"]
    return table.aw("create", "--debate-id", debate, "--title", "T", "--debate-type", TYPE, "--content", "We cache.")


def test_who_waits_on_what_it_is_told_to_wait_on_does_not_go_round_in_circles(table: Table):
    """Else an agent that keeps to the text asks on and on, at full speed, while a parked claim awaits its ruling."""
    receipt = opened(table)
    of, motion = ("--debate-id", receipt["debate_id"]), receipt["argument_id"]
    table.aw("intervention", *of)
    parked = table.aw("submit", *of, "--role", "opponent", "--target-id", motion, "--content", "Written while stopped.")
    told = table.aw("wait", *of, "--argument-id", motion, "--role", "proposer")
    assert told["action"] == "wait_for_ruling"
    assert told["arguments"][-1]["id"] == parked["argument_id"]
    table.aw("wait", *of, "--argument-id", told["wait_on"], "--role", "proposer", "--deadline", "0.3", ends=4)
