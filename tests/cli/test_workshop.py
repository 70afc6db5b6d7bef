"""`moot workshop`: a task from a file to its result, in this process or at a server, and what is read and decided."""

import json
from pathlib import Path
from typing import Any

import pytest

from moot.notation.jsonl import verify_jsonl
from moot.sandbox import detected
from moot.settings import Settings
from moot.wiring import serving
from tests.cli.matters import written
from tests.cli.shell import Said, Shell
from tests.cli.tasks import BAD, GOOD, ORACLE, RUN, prepared
from tests.support.trails import record_in

pytestmark = pytest.mark.timeout(180)


def workshop(aw: Shell, *arguments: str, code: int = 0) -> Said:
    said = aw("workshop", *arguments, name="moot")
    assert said.code == code, (said.out, said.err)
    assert "Traceback" not in said.err
    return said


def lines_of(said: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_a_task_goes_to_its_result_line_by_line_and_leaves_its_files(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    *events, last = lines_of(workshop(aw, "run", *RUN, "--format", "jsonl", "--write-dir", "out"))
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["data"]["type"] for event in events][:3] == ["TASK", "phase_began", "TESTS"]
    found = last["data"]
    assert (last["event"], last["exit_code"], found["state"], found["closed"]) == ("result", 0, "decided", True)
    assert found["result"]["winner"] == "generator"
    assert (aw.home / "out/result/solution.py").read_text() == GOOD
    assert sorted(found["written"]) == ["out/result/solution.py", "out/workshop.md"]


def test_what_came_of_a_workshop_is_read_at_a_server(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    checked = ("--checks", "proposal", "--check", "lint")
    debate = workshop(aw, "run", *RUN, *checked, "--field", "debate_id").out.strip()
    with serving(Settings(port=0, home=Path(aw.environment["MOOT_HOME"]))) as url:
        aw.set(DEBATE_SERVER_URL=url)
        _read_all(aw, debate)


def _read_all(aw: Shell, debate: str) -> None:
    assert workshop(aw, "show", debate).data["result"]["winner"] == "generator"
    assert "# Add two numbers" in workshop(aw, "show", debate, "--format", "markdown").out
    (listed,) = workshop(aw, "list").data["debates"]
    assert (listed["id"], listed["state"]) == (debate, "decided")
    assert workshop(aw, "list", "--state", "decided").data["debates"] == [listed]
    assert workshop(aw, "list", "--state", "gate_after_proposal").data["debates"] == []
    assert "is not one of" in workshop(aw, "list", "--state", "dreaming", code=2).error["message"]

    turns = workshop(aw, "turns", debate, "--limit", "3").data
    assert [turn["kind"] for turn in turns["turns"]] == ["TASK", "TESTS", "REPORT"]
    assert f"--cursor {turns['next_cursor']}" in workshop(aw, "turns", debate, "--limit", "3", "--format", "table").out
    told = workshop(aw, "turns", debate, "--cursor", turns["next_cursor"], "--format", "markdown").out
    assert "executor: REPORT in self_evolvement, 0 of 2 passed" in told

    versions = workshop(aw, "versions", debate).data["versions"]
    assert [(one["passed"], one["total"], one["best"]) for one in versions] == [(0, 2, False), (2, 2, True)]
    assert workshop(aw, "versions", debate, "2").data["files"] == {"solution.py": GOOD}
    assert "2 of 2 passed" in workshop(aw, "versions", debate, "--format", "table").out
    assert "**Version 1** by generator" in workshop(aw, "versions", debate, "--format", "markdown").out
    assert GOOD in workshop(aw, "versions", debate, "2", "--format", "markdown").out
    assert "solution.py" in workshop(aw, "versions", debate, "2", "--format", "table").out
    assert (versions[0]["checks"], versions[1]["checks"]["error"]) == (None, 1)
    assert "1 error, 0 warnings" in workshop(aw, "versions", debate, "--format", "table").out
    told = workshop(aw, "versions", debate, "2", "--format", "markdown").out
    assert "- `solution.py:2` error: Short (own E1)" in told
    assert "- other absent: it is not here" in told
    assert "other: absent: it is not here" in workshop(aw, "show", debate, "--format", "markdown").out

    changed = workshop(aw, "diff", debate, "--from", "1", "--to", "2").data
    assert "-    return a - b\n+    return a + b\n" in changed["diff"]
    assert "```diff" in workshop(aw, "diff", debate, "--format", "markdown").out
    assert "1 added, 1 removed" in workshop(aw, "diff", debate, "--from", "1", "--format", "table").out

    assert workshop(aw, "gates", debate).data["gates"] == []
    assert "No gate was shut." in workshop(aw, "gates", debate, "--format", "markdown").out

    aw("audit", debate, "--out", "audit.json", name="moot")
    trail = json.loads((aw.home / "audit.json").read_text())
    assert trail["debate"]["hash"] == verify_jsonl(record_in(trail)).head
    attempt = trail["lines"][versions[0]["seq"]]
    assert (attempt["by"], attempt["sound"]) == ("written", True)
    assert [json.loads(call["raw"]) for call in attempt["calls"]] == [{"files": {"solution.py": BAD}}]
    (turn,) = [turn for turn in trail["summary"]["workshop"]["turns"] if turn["seq"] == versions[0]["seq"]]
    assert (turn["provider"], turn["model"], turn["agent_role"]) == ("written", "written", "generator")


def test_a_gate_waits_for_whoever_set_the_task_and_is_decided_later(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    waits = workshop(aw, "run", *RUN, "--gates", "proposal, critique", code=4).data
    debate = waits["debate_id"]
    assert (waits["state"], waits["waiting_for"]) == ("gate_after_proposal", ["owner"])
    assert waits["retry_command"] == f"moot workshop show {debate} --wait"
    assert f"moot workshop approve {debate}" in waits["message"]
    assert workshop(aw, "show", debate).data["state"] == "gate_after_proposal"
    again = workshop(aw, "approve", debate, "--reason", "Go on.", "--wait", code=4).data
    assert again["state"] == "gate_after_critique"
    assert "pending, until" in workshop(aw, "gates", debate, "--format", "markdown").out
    ended = workshop(aw, "reject", debate, "--reason", "Not needed.", "--wait", code=1).error
    assert (ended["code"], ended["data"]["state"]) == ("NOT_DECIDED", "rejected")
    assert "Not needed." in workshop(aw, "gates", debate, "--format", "table").out
    refused = workshop(aw, "approve", debate, code=1).error
    assert (refused["code"], refused["current_state"]) == ("ACTION_NOT_ALLOWED", "rejected")


def test_a_workshop_is_called_off_by_its_owner(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    debate = workshop(aw, "run", *RUN, "--gates", "proposal", code=4).data["debate_id"]
    receipt = workshop(aw, "stop", debate, "--reason", "The task was wrong.").data
    assert (receipt["type"], receipt["state"]) == ("STOP", "cancelled")
    (listed,) = workshop(aw, "list", "--state", "cancelled").data["debates"]
    assert listed["id"] == debate
    assert workshop(aw, "stop", debate, "--reason", "Again.", code=1).error["code"] == "ACTION_NOT_ALLOWED"


def test_a_workshop_that_is_rejected_can_go_back(aw: Shell, closed_port: int):
    proposals = [{"summary": "It adds.", "rationale": "It is short.", "confidence": 0.9}] * 2
    prepared(aw, closed_port, propose=proposals)
    debate = workshop(aw, "run", *RUN, "--gates", "proposal", code=4).data["debate_id"]
    receipt = workshop(aw, "reject", debate, "--reason", "Say more.", "--back-to", "proposal").data
    assert receipt["type"] == "REJECTION"
    workshop(aw, "show", debate, "--wait", code=4)
    assert workshop(aw, "approve", debate, "--wait").data["state"] == "decided"
    decisions = [gate["decision"] for gate in workshop(aw, "gates", debate).data["gates"]]
    assert decisions == ["rejected", "approved"]


def test_a_workshop_asks_its_owner_at_a_terminal(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    aw.patch.setattr("moot.cli.workshop.asking.at_terminal", lambda: True)
    said: list[str] = []
    answers = iter(["Yes.", "r", "Say more.", "proposal", "a"])

    def prompt(text: str, **more: Any) -> str:
        said.append(text)
        return next(answers)

    aw.patch.setattr("click.prompt", prompt)
    aw.patch.setattr("click.confirm", lambda text, **more: True)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    proposals = [{"summary": "It adds.", "rationale": "It is short.", "confidence": 0.9}] * 2
    prepared(aw, closed_port, propose=proposals)
    written = "Write add(a, b), which adds two numbers. " * 12
    (aw.home / "TASK.md").write_text(f"# Add two numbers\n\n{written}")
    told = workshop(aw, "run", *RUN, "--gates", "proposal")
    assert told.data["state"] == "decided"
    assert "1. Whole numbers?" in told.err
    assert "generator, line" in told.err
    assert said[3] == "Back to which phase (dehallucination, self_evolvement, proposal); empty: it ends"
    assert [gate["decision"] for gate in told.data["gates"]] == ["rejected", "approved"]


def test_a_workshop_in_which_nobody_proposes_ends_with_exit_code_1(aw: Shell, closed_port: int):
    prepared(aw, closed_port, propose=[{"fail": "no"}] * 2)
    arguments = ("run", *RUN, "--off", "self_evolvement", "--timeout", "1")
    ended = workshop(aw, *arguments, code=1).error
    assert (ended["code"], ended["data"]["state"]) == ("NOT_DECIDED", "failed")


def test_a_player_that_fails_once_is_called_on_again(aw: Shell, closed_port: int):
    prepared(aw, closed_port, attempt=[{"fail": "busy"}, {"files": {"solution.py": GOOD}}])
    assert workshop(aw, "run", *RUN).data["state"] == "decided"


def test_roles_of_the_owner_are_cast(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    written(aw, "roles/oracle.md", ORACLE)
    aw.set(MOOT_ROLES_DIR="roles")
    arguments = ["generator,tester,executor,seer=oracle" if each.startswith("generator,") else each for each in RUN]
    voted = workshop(aw, "run", *arguments).data["votes"]
    assert "seer" in {vote["voter"] for vote in voted}
    aw.set(MOOT_ROLES_DIR="nowhere")
    assert "There is no folder 'nowhere' with roles" in workshop(aw, "list", code=1).error["message"]


def test_a_workshop_is_opened_at_a_server_without_waiting_for_it(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    with serving(Settings(port=0, home=Path(aw.environment["MOOT_HOME"]))) as url:
        aw.set(DEBATE_SERVER_URL=url)
        folder = aw.home / "repo"
        written(aw, "repo/solution.py", BAD)
        more = ("--repo", str(folder), "--off", "dehallucination", "--no-lessons", "--max-calls", "30", "--no-wait")
        receipt = workshop(aw, "run", *RUN, *more).data
        found = workshop(aw, "show", receipt["debate_id"], "--wait").data
        assert found["task_kind"] == "repo"
        context = aw("debate", "get-context", "--debate-id", receipt["debate_id"]).data
        assert context["arguments"][0]["move"]["files"] == {"solution.py": BAD}


def test_what_is_wrong_with_a_task_is_refused_before_anything_is_opened(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    assert workshop(aw, "run", "NOWHERE.md", code=1).error["code"] == "INVALID_INPUT"
    (aw.home / "tests.json").write_text('{"a": 1}')
    assert "must hold a list of tests" in workshop(aw, "run", *RUN, code=1).error["message"]
    assert workshop(aw, "run", "TASK.md", "--off", "proposal", code=2).error["code"] == "WRONG_USAGE"
    assert workshop(aw, "list").data["debates"] == []


@pytest.mark.skipif(not any(one.holds for one in detected()), reason="no sandbox holds here")
def test_code_is_run_in_the_sandbox_where_nobody_else_is_named(aw: Shell, closed_port: int):
    prepared(aw, closed_port)
    arguments = [each for each in RUN if each not in ("--seat", "executor=runner")]
    found = workshop(aw, "run", *arguments, "--field", "result.winner")
    assert found.out == "generator\n"
