"""SIGKILL at every step of a panel, an evaluation, a workshop: each append, claim, call, run and answer kept."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from moot.formats.workshop import PHASES
from moot.testing.wire import Asked, Reply, WireServer
from tests.chaos.stepping import main as stepping_to_its_end
from tests.chaos.workmen import at_work
from tests.support.company import must_confine
from tests.support.postgres import PostgresServer
from tests.support.thorough import ON_POSTGRES_TOO, THOROUGH
from tests.support.understudy import Understudy

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(7200 if THOROUGH else 300)]

CALLS = {"panel": 6, "evaluation": 10, "workshop": 26}
"""The replies of the evaluation repeat themselves, are sent back once each, and lapse."""
STRIDES = {
    ("sqlite", "panel"): "13",
    ("sqlite", "evaluation"): "31",
    ("sqlite", "workshop"): "9,21,73,129,145,161,195,237,281",
    ("postgres", "panel"): "37",
    ("postgres", "evaluation"): "61",
    ("postgres", "workshop"): "195,",
}
"""At how many steps it dies: each needs two processes, so that all of them (MOOT_CHAOS=all) take minutes."""
FAVOURS = {"risk": "A", "value": "B", "effort": "C"}


def answer(asked: Asked) -> Reply:
    """Judges who each keep to an option of their own; the rest fill in their forms."""
    system = str(asked.messages[0]["content"])
    if "in a workshop" in system or "of this workshop" in system:
        return at_work(asked)
    judge = next((judge for judge in FAVOURS if f"{judge} judge" in system.lower()), None)
    return Reply() if judge is None else Reply(values={"recommendation": FAVOURS[judge]})


@pytest.fixture(params=ON_POSTGRES_TOO)
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A name for many databases: NUMBER stands for the number of each."""
    if request.param == "sqlite":
        return str(tmp_path / "NUMBER.db")
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.new_database() + "_NUMBER"


@pytest.mark.parametrize("matter", ["panel", "evaluation", "workshop"])
def test_whatever_step_it_dies_at_it_comes_to_the_same_end_and_pays_no_answer_twice(matter: str, databases: str):
    if matter == "workshop":
        must_confine()
    every = "postgres" if databases.startswith("postgres") else "sqlite"
    stride = "1" if THOROUGH else STRIDES[every, matter]
    with WireServer({"*": answer}) as server:
        stepping = Understudy([databases, server.url, matter, stride], os.environ, main=stepping_to_its_end)
        out, err = stepping.communicate()
    assert stepping.returncode == 0, err.decode()[-3000:]
    runs: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    whole = runs[-1]
    assert whole["calls"] == CALLS[matter]
    assert whole["step"] > 6 * whole["calls"]  # each call is claimed, made and kept: a step on either side
    for run in runs:
        assert run["result"] == whole["result"], f"dying at step {run['step']}"
        # What was under way is asked for again; whatever was kept never is.
        assert run["calls"] - run["before"] == whole["calls"] - run["kept"], f"dying at step {run['step']}"
        assert run["ran"] == whole["run_before"] - run["run_before"], f"dying at step {run['step']}"
    if matter == "workshop" and every == "sqlite":
        assert {run["stood"] for run in runs} >= set(PHASES), "it did not die in every phase"
