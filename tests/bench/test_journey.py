"""Whole runs from the command line: models behind a local server, debates on the record, code in the sandbox."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from moot.bench import Folder
from moot.bench.data import json_lines
from moot.sandbox import SandboxUnavailable
from moot.testing.wire import Asked, Gate, Reply, WireServer, failing
from tests.bench import given
from tests.chaos.workmen import GOOD, at_work
from tests.cli.shell import Said, Shell
from tests.support.company import confined, must_confine

pytestmark = pytest.mark.journey

__all__ = ["confined"]

EVERY = ("--system", "single", "--system", "vote", "--system", "debate")
RIGHT = {"2 + 3": "5", "2 + 2": "4", "3 + 3": "6", "4 + 4": "8"}
SUMS = "".join(
    f"- {{id: '{sum}', prompt: 'What is {sum}?', check: {{number: {right}}}}}\n" for sum, right in RIGHT.items()
)


def told(asked: Asked) -> str:
    return "\n".join(str(message["content"]) for message in asked.messages)


def knows(asked: Asked) -> Reply:
    """Answers sums rightly, chooses B, and writes the program that adds up."""
    words = told(asked)
    if "in a workshop" in words or "of this workshop" in words:
        return at_work(asked)
    if "f(xs)" in words:
        own = {"tests": ["assert f([2]) == 2"]} if "`tests`" in words else {}
        return Reply(values={"answer": GOOD, **own})
    sum = next((right for sum, right in RIGHT.items() if sum in words), None)
    return Reply(values={"answer": sum or "B"})


def written(aw: Shell, text: str) -> str:
    path = aw.home / "own.yaml"
    path.write_text(text)
    return str(path)


def ran(aw: Shell, wire: WireServer, text: str, *options: str) -> Said:
    model = ("--model", f"openai:model@{wire.url}", "--out", str(aw.home / "out"))
    return aw("bench", "run", "custom", "--data", written(aw, text), *model, *options, name="moot")


def by_system(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["system"]: one for one in found["systems"]}


@pytest.mark.usefixtures("confined")
def test_systems_are_run_side_by_side_and_each_answer_stands_on_the_record(aw: Shell):
    with WireServer(knows) as wire:
        coding = given.CUSTOM[given.CUSTOM.index("  - id: add") :]
        said = ran(aw, wire, "tasks:\n" + coding, *EVERY, "--system", "workshop", "--json")
        assert said.code == 0, said.out + said.err
        found = json.loads(said.out)
        assert (found["suite"], found["passed"], found["total"], found["complete"]) == ("custom", 4, 4, True)
        rows = {row["system"]: row for row in found["rows"]}
        assert rows["single"]["calls"] == 1
        assert rows["debate"]["calls"] == 3
        assert rows["workshop"]["calls"] > 10
        assert (rows["debate"]["chosen_by"], rows["workshop"]["chosen_by"]) == (
            "own tests, 1 of 1",
            "vote of the workshop",
        )
        assert rows["vote"]["tokens"] <= rows["debate"]["tokens"]
        assert rows["vote"]["calls"] == len(rows["vote"]["debates"]) > 1
        assert all(one["cost"] is None and one["tokens"] > 0 for one in found["systems"])
        assert sum(one["calls"] for one in found["systems"]) == len(wire.asked)
    database = str(aw.home / "out" / "moot.db")
    debates = [debate for row in found["rows"] for debate in row["debates"]]
    every = aw("verify", "--all", "--database", database, name="moot").data
    assert (every["checked"], every["sound"]) == (len(debates), len(debates))
    again = aw("bench", "report", str(aw.home / "out"), name="moot").data
    assert again == found
    assert "## On the same tasks" in (aw.home / "out" / "report.md").read_text()
    assert (aw.home / "out" / "chart.svg").read_text().startswith("<svg")
    shown = aw("bench", "report", str(aw.home / "out"), "--format", "markdown", name="moot")
    assert "| workshop, openai:model@" in shown.out


def test_questions_are_counted_and_nothing_is_asked_twice(aw: Shell):
    with WireServer(knows) as wire:
        lines = ran(aw, wire, SUMS, *EVERY, "--limit", "2", "--format", "jsonl")
        assert lines.code == 0, lines.out + lines.err
        events = [json.loads(line) for line in lines.out.splitlines()]
        assert [event["event"] for event in events] == ["row"] * 6 + ["result"]
        single = by_system(events[-1]["data"])["single"]
        assert (single["passed"], single["total"], single["calls"]) == (2, 2, 2)
        asked = len(wire.asked)
        assert ran(aw, wire, SUMS, *EVERY, "--limit", "2").data["passed"] == 6
        assert len(wire.asked) == asked
        more = ran(aw, wire, SUMS, "--system", "single", "--limit", "3").data
        assert (more["total"], len(wire.asked)) == (3, asked + 1)
        other = ran(aw, wire, SUMS, "--system", "single", "--rounds", "3")
        assert (other.code, other.error["code"]) == (1, "INVALID_INPUT")
        assert "rounds 2" in other.error["message"]


def test_a_run_that_was_killed_goes_on_and_repeats_no_answered_call(aw: Shell):
    gate = Gate()
    before = 5

    def slow(asked: Asked) -> Reply:
        reply = knows(asked)
        return Reply(values=reply.values, gate=gate) if len(wire.asked) > before else reply

    with WireServer(slow) as wire:
        data, model = written(aw, SUMS), f"openai:model@{wire.url}"
        words = ["bench", "run", "custom", "--data", data, "--model", model, *EVERY, "--out", str(aw.home / "out")]
        process = aw.up(*words, "--parallel", "1")
        wire.awaited(before + 1)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        lost = len(wire.asked) - before
        gate.open()
        said = aw(*words, "--json", name="moot")
        assert said.code == 0, said.out + said.err
        found = json.loads(said.out)
        assert (found["passed"], found["total"], found["complete"]) == (12, 12, True)
        # What was under way when it died is asked for again; whatever was answered never is.
        assert len(wire.asked) - lost == sum(one["calls"] for one in found["systems"])


def test_a_budget_fails_closed_and_a_larger_one_goes_on(aw: Shell):
    def wordy(asked: Asked) -> Reply:
        return Reply(values={**knows(asked).values, "reasoning": "Well. " * 1500})

    with WireServer(wordy) as wire:
        starved = ran(aw, wire, SUMS, "--system", "single", "--budget", "6500", "--json", "--parallel", "1")
        assert starved.code == 1
        found = json.loads(starved.out)
        assert (found["complete"], found["total"]) == (False, 1)
        assert "6500 tokens" in found["stopped"]
        assert found["passed"] == found["total"]
        (given_up,) = found["given_up"]
        assert (given_up["task_id"], given_up["calls"], len(given_up["debates"])) == ("2 + 2", 0, 1)
        again = ran(aw, wire, SUMS, "--system", "single", "--budget", "6500", "--parallel", "1").data
        assert (again["stopped"], again["given_up"], again["total"]) == (found["stopped"], [given_up], 1)
        every = aw("verify", "--all", "--database", str(aw.home / "out" / "moot.db"), name="moot").data
        assert every["checked"] == 2, "what was given up under this budget was held anew under it"
        whole = ran(aw, wire, SUMS, "--system", "single", "--budget", "1000000").data
        assert (whole["passed"], whole["total"], whole["complete"]) == (4, 4, True)
        assert (len(wire.asked), whole["given_up"]) == (4, [])
        money = ran(aw, wire, SUMS, "--system", "debate", "--budget", "$1")
        # Nobody knows what this model costs, and what cannot be told counts as too much.
        assert (money.code, money.data["complete"], len(wire.asked)) == (1, False, 4)
    assert aw("bench", "run", "custom", "--budget", "much", name="moot").code == 2


def test_two_runs_cannot_share_a_folder(aw: Shell):
    with WireServer(knows) as wire:
        with Folder(aw.home / "out").alone():
            second = ran(aw, wire, SUMS, "--system", "single", "--limit", "1")
            assert (second.code, second.error["code"]) == (1, "ACTION_NOT_ALLOWED")
            assert "Another run is under way" in second.error["message"]
            assert not wire.asked
        assert ran(aw, wire, SUMS, "--system", "single", "--limit", "1").data["complete"]
        (aw.home / "file").write_text("")
        nowhere = ran(aw, wire, SUMS, "--system", "single", "--limit", "1", "--out", str(aw.home / "file"))
        assert (nowhere.code, nowhere.error["code"]) == (1, "INVALID_INPUT")
        assert "Nothing can be kept in" in nowhere.error["message"]


def test_a_model_that_cannot_be_reached_is_not_scored_and_one_that_answers_nonsense_is(aw: Shell):
    with WireServer(lambda asked: failing(404, "No such model.")) as wire:
        unreachable = ran(aw, wire, SUMS, "--system", "single", "--json")
        assert unreachable.code == 1
        assert json.loads(unreachable.out)["rows"] == []
        assert "No such model" in json.loads(unreachable.out)["stopped"] or "not known" in unreachable.out
    with WireServer(lambda asked: Reply(content="Five, I think.")) as wire:
        babbling = ran(aw, wire, SUMS, "--system", "single", "--limit", "1", "--out", str(aw.home / "other"))
        (row,) = babbling.data["rows"]
        assert (babbling.code, row["passed"], row.get("answer")) == (0, False, None)
        assert row["why"].startswith("no answer: unfit answers")


@pytest.mark.usefixtures("confined")
def test_recorded_answers_are_scored_without_a_model(aw: Shell):
    data = given.lines(aw.home / "HumanEval.jsonl.gz", given.HUMAN_EVAL)
    solved = {row["task_id"]: row["canonical_solution"] for row in given.HUMAN_EVAL}
    right = given.answers(aw.home / "right.jsonl", solved)
    scored = ("bench", "run", "human_eval", "--data", str(data), "--answers")
    found = json.loads(aw(*scored, str(right), "--json", name="moot").out)
    assert (found["suite"], found["passed"], found["total"], found["unanswered"]) == ("human_eval", 2, 2, 0)
    assert [(row["task_id"], row["passed"]) for row in found["rows"]] == [("HumanEval/0", True), ("HumanEval/1", True)]
    whole = {"HumanEval/1": "```python\ndef square(x):\n    return x\n```"}
    half = given.answers(aw.home / "half.jsonl", whole)
    told = aw(*scored, str(half), "--out", str(aw.home / "scored"), name="moot").data
    assert (told["passed"], told["total"], told["unanswered"]) == (0, 1, 1)
    assert told["rows"][0]["why"].startswith("official: failed AssertionError")
    again = aw("bench", "report", str(aw.home / "scored"), name="moot").data
    assert (again["total"], again["unanswered"]) == (1, 1)
    assert "**1 tasks have no answer** and are not counted." in (aw.home / "scored" / "report.md").read_text()
    wrong = given.answers(aw.home / "wrong.jsonl", {"HumanEval/9": "x"})
    refused = aw(*scored, str(wrong), name="moot")
    assert (refused.code, refused.error["where"]) == (1, "line 1")
    assert aw(*scored, str(right), "--model", "embedded", name="moot").code == 2


def test_where_no_sandbox_holds_no_code_is_scored(aw: Shell):
    async def none(*, unconfined: bool) -> None:
        raise SandboxUnavailable("No sandbox holds here, so no code is run.")

    aw.patch.setattr("moot.cli.inside.bench.sandbox", none)
    data = given.lines(aw.home / "HumanEval.jsonl", given.HUMAN_EVAL)
    right = given.answers(aw.home / "right.jsonl", {"HumanEval/0": "    return 2 * x\n"})
    refused = aw("bench", "run", "human_eval", "--data", str(data), "--answers", str(right), name="moot")
    assert (refused.code, refused.error["code"]) == (1, "NO_SANDBOX")


def test_a_suite_that_cannot_be_decided_here_says_so(aw: Shell):
    data = given.lines(aw.home / "swe.jsonl", given.SWE_BENCH)
    recorded = given.answers(aw.home / "a.jsonl", {"own__x-1": given.GOLD})
    found = json.loads(aw("bench", "run", "swe_bench", "--data", str(data), "--answers", str(recorded), "--json").out)
    assert (found["passed"], found["share"], found["total"]) == (None, None, 1)
    assert "not run" in found["cannot"]
    assert found["systems"][0]["metrics"]["file_recall"] == {"mean": 1.0, "of": 1}


def test_what_is_missing_is_said_with_what_to_give(aw: Shell):
    nowhere = aw("bench", "run", "gsm8k", name="moot")
    assert (nowhere.code, nowhere.error["code"]) == (1, "INVALID_INPUT")
    assert "--data" in nowhere.error["suggestion"]
    data = str(given.lines(aw.home / "g.jsonl", given.GSM8K))
    nobody = aw("bench", "run", "gsm8k", "--data", data, "--model", "nobody", "--out", str(aw.home / "o"), name="moot")
    assert "There is no player 'nobody'" in nobody.error["message"]
    somebody = ("--model", "openai:model@http://127.0.0.1:9/v1", "--out", str(aw.home / "o"))
    shop = aw("bench", "run", "gsm8k", "--data", data, "--system", "workshop", *somebody, name="moot")
    assert "writes code" in shop.error["message"]
    assert aw("bench", "report", str(aw.home / "none"), name="moot").error["code"] == "INVALID_INPUT"
    listed = aw("bench", "list", name="moot").data["suites"]
    assert [one["name"] for one in listed] == [
        "human_eval",
        "mbpp",
        "mmlu",
        "gsm8k",
        "truthfulqa",
        "swe_bench",
        "custom",
    ]
    assert "gsm8k" in aw("bench", "list", "--format", "table", name="moot").out


DATA = os.environ.get("MOOT_DATA")


@pytest.mark.skipif(DATA is None, reason="MOOT_DATA does not name the folder of the real data")
@pytest.mark.parametrize(("suite", "file"), [("human_eval", "HumanEval.jsonl.gz"), ("mbpp", "mbpp_sanitized.json")])
def test_solutions_that_come_with_real_data_pass(aw: Shell, suite: str, file: str):
    must_confine()
    path = Path(str(DATA)) / "benchmarks" / file
    rows: list[dict[str, Any]] = (
        json.loads(path.read_text()) if path.suffix == ".json" else [row for _, row in json_lines(path)]
    )
    solved = {str(row["task_id"]): row.get("code") or row["canonical_solution"] for row in rows[:5]}
    recorded = given.answers(aw.home / "a.jsonl", solved)
    told = aw("bench", "run", suite, "--data", str(path), "--answers", str(recorded), name="moot").data
    assert (told["passed"], told["total"]) == (5, 5)
