"""The sandbox as a player: it answers a job with a report, and lapses where nothing confines."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from moot.debate import Ask, Seated
from moot.engine import PlayerFailed
from moot.formats.workshop import Findings
from moot.players.hiring import Hiring
from moot.players.sandbox import SandboxPlayer
from moot.sandbox import Obstacle, detected
from moot.sandbox.backends import Bubblewrap
from tests.players.asking import Shelf, answered, call

pytestmark = pytest.mark.anyio

JOB: dict[str, Any] = {
    "job": "tests",
    "language": "python",
    "files": {"solution.py": "def f(x):\n    print('f', x)\n    return len(x)"},
    "module": "solution",
    "cases": [
        {"id": "t1", "name": "empty list", "call": "f", "args": [[]], "kwargs": {}, "expected": 0},
        {"id": "t2", "name": "raises", "call": "f", "args": [1], "raises": "TypeError"},
        {"id": "t3", "name": "any code", "code": "assert f([1]) == 2"},
    ],
    "timeout": 10,
    "memory": 512,
}


class Whatever(BaseModel):
    """Whatever comes."""


def asked(task: str) -> Ask:
    return Ask(task, (Whatever,), name="run")


@pytest.fixture
def nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("moot.sandbox.detect")
    monkeypatch.setattr(module, "_found", {})
    monkeypatch.setattr(module, "BACKENDS", (Missing(),))


class Missing(Bubblewrap):
    """A sandbox whose program is not there."""

    def obstacle(self) -> Obstacle:
        return Obstacle("there is no program 'bwrap' on the PATH", "Install it: apt install bubblewrap")


def needs_a_sandbox() -> None:
    if not detected()[-1].holds:
        pytest.skip("A sandbox could not be had: moot sandbox check says why")


async def test_a_job_is_answered_with_a_report():
    needs_a_sandbox()
    answer = await answered(SandboxPlayer("sandbox"), call(asked(json.dumps(JOB))))
    report = json.loads(answer.raw)
    assert set(report) == {"backend", "outcomes", "why", "output", "seconds"}
    assert [(one["id"], one["outcome"]) for one in report["outcomes"]] == [
        ("t1", "passed"),
        ("t2", "passed"),
        ("t3", "failed"),
    ]
    assert report["outcomes"][2]["detail"] == "AssertionError at line 1: assert f([1]) == 2"
    assert report["output"] == "f []\nf 1\nf [1]\n"
    assert (report["why"], answer.by) == ("exit", f"sandbox:{report['backend']}")
    assert answer.spent is not None
    assert answer.prompt == {"task": json.dumps(JOB)}


@pytest.mark.parametrize("task", ["Please test my function.", json.dumps({**JOB, "language": "cobol"}), "{}"])
async def test_what_is_no_job_fails_with_what_is_wrong(task: str):
    with pytest.raises(PlayerFailed, match="not a job") as failed:
        await answered(SandboxPlayer("sandbox"), call(asked(task)))
    assert failed.value.reason == "failed"


async def test_a_job_of_checks_is_answered_by_whoever_checks_and_fails_where_nobody_does():
    job = json.dumps({"job": "checks", "files": {}})
    found = Findings(metrics={"n": 1.0}, backend="bwrap")

    async def checking(task: str) -> Findings:
        assert task == job
        return found

    answer = await answered(SandboxPlayer("sandbox", checking=checking), call(asked(job)))
    assert Findings.model_validate_json(answer.raw) == found
    assert answer.by == "sandbox:bwrap"
    with pytest.raises(PlayerFailed, match="Nobody checks code here"):
        await answered(SandboxPlayer("sandbox"), call(asked(job)))


@pytest.mark.usefixtures("nothing_holds")
async def test_without_a_sandbox_nothing_is_run_and_it_is_said_what_to_do():
    with pytest.raises(PlayerFailed, match="apt install bubblewrap") as failed:
        await answered(SandboxPlayer("sandbox"), call(asked(json.dumps(JOB))))
    assert failed.value.reason == "no sandbox"


@pytest.mark.usefixtures("nothing_holds")
async def test_a_seat_may_name_it_even_so_and_the_catalogue_says_why_not(tmp_path: Path):
    hiring = Hiring(tmp_path, models=tmp_path / "models", environment={}, entries=Shelf())
    hiring.must_know(Seated(player="sandbox"))
    assert isinstance(await hiring.hire(Seated(player="sandbox")), SandboxPlayer)
    (offer,) = (offer for offer in hiring.catalogue() if offer.name == "sandbox")
    assert not offer.usable
    assert "there is no program 'bwrap'" in str(offer.why_not)
    assert "moot sandbox check" in str(offer.why_not)


@pytest.mark.usefixtures("nothing_holds")
async def test_the_owner_may_have_it_run_unconfined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    hiring = Hiring(tmp_path, models=tmp_path / "models", environment={}, entries=Shelf(), unconfined=True)
    player = await hiring.hire(Seated(player="sandbox"))
    report = json.loads((await answered(player, call(asked(json.dumps(JOB))))).raw)
    assert report["backend"] == "none"
    assert [one["outcome"] for one in report["outcomes"]] == ["passed", "passed", "failed"]
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(PlayerFailed, match="root"):
        await answered(player, call(asked(json.dumps(JOB))))


async def test_the_catalogue_says_what_confines(tmp_path: Path):
    needs_a_sandbox()
    hiring = Hiring(tmp_path, models=tmp_path / "models", environment={}, entries=Shelf())
    (offer,) = (offer for offer in hiring.catalogue() if offer.name == "sandbox")
    assert offer.usable
    assert f"confined by {detected()[-1].name}" in offer.detail
