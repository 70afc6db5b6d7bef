"""Each format, opened, run and read by a program, with functions in its seats."""

from collections.abc import Iterator
from typing import Any, TypeVar

import pytest
from pydantic import TypeAdapter

import moot
from moot import chamber
from moot.testing import FixedClock
from tests.support.company import must_confine
from tests.support.obliging import CODE, obliging

R = TypeVar("R")
SECONDS = 60


@pytest.fixture(scope="module")
def house() -> Iterator[moot.House]:
    """A house in memory, shared by the module: each test opens debates of its own."""
    with moot.House(player="human") as opened:
        yield opened


def voting(question: moot.Question) -> dict[str, Any]:
    """Fills in forms as the others do, and votes for the only author."""
    ballot = {"ranking": ["generator"]} if "ranking" in question.forms[0].model_fields else {}
    return {**obliging(question), **ballot}


def everybody(*seats: str) -> dict[str, Any]:
    return dict.fromkeys(seats, obliging)


def exactly(shape: type[R], report: R) -> R:
    """The report, which must have the keys of its shape and values of their types."""
    assert set(report) == set(shape.__annotations__)  # pyright: ignore[reportArgumentType] - a mapping
    return TypeAdapter(shape).validate_python(report)


def test_an_arbitration_is_argued_and_ruled(house: moot.House):
    debate = house.arbitration(
        "Keep prices in a cache.", max_rounds=1, seats=everybody("proposer", "opponent", "arbitrator")
    )
    said = [(argument.role, argument.type) for argument in debate.watch()]
    assert said[:2] == [("proposer", "MOTION"), ("opponent", "CLAIM")]
    assert said[-1] == ("arbitrator", "RULING")
    result = debate.result(within=SECONDS)
    assert exactly(moot.ArbitrationReport, result.report)["ending"] == "closed_by_ruling"
    assert debate.verify().sound


def test_a_panel_recommends_or_leaves_the_choice_to_the_program(house: moot.House):
    debate = house.panel("Offline?", {"A": "No", "B": "Yes"}, seats=everybody("risk", "value", "effort"))
    last = [*debate.watch()][-1]
    assert last.role is None or last.type == "revealed"
    if debate.card().closed_at is None:
        debate.move("asker", "CHOICE", {"option": "B", "reason": "Field workers lose the network."})
    report = exactly(moot.PanelReport, debate.result(within=SECONDS).report)
    assert report["choice"] is not None or report["recommended_option"] == "A"


def test_an_evaluation_moves_scores(house: moot.House):
    seats = ("assessor", "red_team", "advocate", "challenger", "arbiter")
    debate = house.evaluation("# Tools\n\nNeighbours lend drills.", seats=everybody(*seats))
    report = exactly(moot.EvaluationReport, debate.result(within=SECONDS).report)
    assert set(report["scores"]) == {"problem", "solution", "feasibility", "fit", "market", "risk"}
    assert "analysis/synthesis.md" in debate.papers()


def test_a_round_table_answers(house: moot.House):
    debate = house.roundtable("How many?", wanted="text", speakers=2, seats=everybody("speaker-1", "speaker-2"))
    result = debate.result(within=SECONDS)
    assert exactly(moot.RoundTableReport, result.report)["votes"] == 2
    assert (result.format, result.closed, result.spent.calls) == ("roundtable", True, 2)


def test_a_debate_of_the_arena_is_judged_by_an_agent_who_was_invited(monkeypatch: pytest.MonkeyPatch):
    clock = FixedClock()
    monkeypatch.setattr("moot.chamber.async_house.now", clock)
    with moot.House(player="human") as house:
        debate = house.arena(
            "Agents should own the machines that they run on",
            agents=("socrates", "gorgias"),
            judges=["plato"],
            max_posts=1,
            judging_seconds=60,
            seats=everybody("challenger", "opponent"),
        )
        assert [argument.type for argument in debate.watch()] == ["TOPIC", "POST", "POST"]
        with pytest.raises(moot.InvalidInput, match="at least 20 characters"):
            debate.judge("plato", "opponent", "Better.")
        with pytest.raises(moot.Refusal) as uninvited:
            debate.judge("socrates", "challenger", "I was better by far, as always.")
        assert uninvited.value.code == "FORBIDDEN"
        debate.judge("plato", "opponent", "The second post was not answered.")
        clock.advance(minutes=2)
        report = exactly(moot.ArenaReport, debate.so_far().report)
        assert report["result"] is not None
        assert report["result"]["winner"] == "opponent"


def test_terms_that_do_not_fit_are_refused(house: moot.House):
    with pytest.raises(moot.InvalidInput, match="max_round: there is no such term"):
        house.arbitration("Move.", max_round=1)  # pyright: ignore[reportCallIssue] - a slip of the pen
    with pytest.raises(moot.InvalidInput, match="agents: there are two"):
        house.arena("Agents should own machines", agents=("one",))  # pyright: ignore[reportArgumentType]
    with pytest.raises(moot.InvalidInput, match="options: must be a list"):
        house.panel("Which?", "AB")
    with pytest.raises(moot.InvalidInput, match="colour"):
        house.panel("Which?", ["A", "B"], colour="red")  # pyright: ignore[reportCallIssue]


def test_nobody_judges_for_others_in_a_public_house():
    with moot.House(player="human", public=True) as house:
        table = house.roundtable("?")
        with pytest.raises(moot.ActionNotAllowed, match="agents judge for themselves"):
            table.judge("plato", "opponent", "The second post was not answered.")


def test_a_workshop_writes_code_that_passes_its_tests(house: moot.House):
    must_confine()
    cast = ["generator", "tester", "executor", "judge"]
    debate = house.workshop(
        "Write f(xs), which adds numbers up.",
        tests=[{"name": "two", "call": "f", "args": [[1, 1]], "expected": 2}],
        cast=cast,
        planning="none",
        off=["dehallucination", "self_evolvement", "critique", "review", "optimization", "adversarial"],
        convergence={"method": "plurality"},
        seats={"generator": obliging, "tester": voting, "judge": voting},
    )
    result = exactly(moot.WorkshopReport, debate.result(within=SECONDS).report)["result"]
    assert result is not None
    assert result["files"]["solution.py"] == CODE


def test_the_shapes_of_reports_are_shown_with_the_house():
    assert {name for name in chamber.__all__ if name.endswith("Report")} <= set(moot.__all__)
