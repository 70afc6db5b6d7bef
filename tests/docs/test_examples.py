"""What the pages about workshops show happens: code is run, queries find what they say, requests are taken."""

import doctest
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from moot.desk import OWNER
from moot.desk.workshop_replies import Gates, GateTold
from moot.testing import FixedClock
from tests.support.cast import BAD, GOOD, code
from tests.support.cast import said as moves
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK, Crew
from tests.support.fences import fences
from tests.support.house import inside

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [block.body for block in fences((DOCS / page).read_text()) if block.language == language]


@pytest.mark.parametrize("page", ["orchestrator.md", "reflexion.md", "adversarial.md"])
def test_the_examples_on_a_page_show_what_happens(page: str):
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page, page, 0)
    outcome = doctest.DocTestRunner().run(examples)
    assert outcome.attempted > 0
    assert outcome.failed == 0


async def test_each_query_on_the_page_about_the_database_finds_something(tmp_path: Path):
    file = tmp_path / "moot.db"
    async with inside(str(file)) as house:
        learnt = moves.Reflection(
            root_cause="One off.", went_wrong="Sums.", to_change="Add no one.", confidence=0.5, lesson="Add no one."
        )
        opened = await house.desk.open_workshop(OWNER, task=TASK, tests=[GIVEN], **{**SHORT, **HUMAN})
        crew = Crew(house.desk, house.store, opened.debate_id, {"attempt": code(BAD, GOOD), "reflect": learnt})
        await crew.plays()
    queries = blocks("schema.md", "sql")
    assert len(queries) >= 7
    with closing(sqlite3.connect(file)) as database:
        for query in queries:
            assert database.execute(query).fetchall(), query


async def test_the_request_on_the_page_about_configuration_opens_a_workshop():
    (sent,) = blocks("configuration.md", "json")
    async with inside() as house:
        answer = await house.http.post("/api/v1/workshops", json=json.loads(sent))
        assert answer.status_code == 201, answer.text
        setup = (await house.desk.agreed(OWNER, answer.json()["debate_id"])).setup
        assert (setup["topology"], setup["gates"]["timeout"], setup["review"]) == ("tree", 3600, None)


def test_the_gates_that_are_shown_are_what_the_desk_would_tell():
    told: list[dict[str, Any]] = [json.loads(block) for block in blocks("gates.md", "json")]
    (gates,) = [each for each in told if "may_go_back_to" in each]
    assert set(gates) == set(Gates.model_fields)
    assert set(gates["gates"][0]) == set(GateTold.model_fields)
    assert Gates.model_validate(gates).pending


async def test_a_gate_whose_time_ran_out_while_the_house_was_down_can_be_decided_for_a_while(tmp_path: Path):
    clock, file = FixedClock(), str(tmp_path / "moot.db")
    async with inside(file, clock=clock) as house:
        gates = {"after": ["proposal"], "timeout": 60}
        opened = await house.desk.open_workshop(OWNER, task=TASK, tests=[GIVEN], gates=gates, **{**SHORT, **HUMAN})
        await Crew(house.desk, house.store, opened.debate_id).plays(until="gate")
        await house.store.attend(clock())
    clock.advance(hours=1)
    async with inside(file, clock=clock) as house:
        receipt = await house.desk.approve(OWNER, opened.debate_id, reason="We were down.")
        assert receipt.type == "APPROVAL"
