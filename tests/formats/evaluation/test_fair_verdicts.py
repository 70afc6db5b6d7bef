"""Fair verdicts: nothing hangs on who is shown first, and the record says how the arbiter was asked."""

from json import dumps
from typing import Any

import pytest

from moot.debate import Brief, Json, Manner
from moot.formats.evaluation import Verdict
from moot.formats.evaluation.judging import from_marks
from tests.formats.evaluation.stages import Debate, argued, begun, brief, speak


def fill(told: Brief, *answers: dict[str, Any]) -> Verdict:
    """The verdict that these answers, one for each question, come to; read as strictly as the house reads them."""
    assert len(told.asks) == len(answers)
    pairs = zip(told.asks, answers, strict=True)
    verdict = told.settle([ask.forms[0].model_validate_json(dumps(answer), strict=True) for ask, answer in pairs])
    assert isinstance(verdict, Verdict)
    return verdict


def opinion(winner: str, strength: int = 2, **more: Any) -> dict[str, Any]:
    fields = {"reasoning": "Side A cites more than side B.", "key_points": ["Side B guessed."], "confidence": 0.8}
    return {"winner": winner, "strength": strength, **fields, **more}


def hearing(*marks: int, **more: Any) -> dict[str, Any]:
    names = ("evidence", "reasoning", "relevance", "answers")
    return {
        **dict(zip(names, marks, strict=True)),
        "strongest": "The hours.",
        "why": "Sound.",
        "confidence": 0.6,
        **more,
    }


def ready(**setup: Any) -> Debate:
    return argued(begun(**setup))


def test_a_paired_arbiter_is_shown_the_sides_in_both_orders_under_letters():
    told = brief(ready(), "paired")
    assert [ask.name for ask in told.asks] == ["advocate first", "challenger first"]
    first, second = (str(ask.record) for ask in told.asks)
    a, b = first.split("# Side A\n\n")[1].split("\n\n# Side B\n\n")
    assert second.endswith(f"# Side A\n\n{b}\n\n# Side B\n\n{a}")
    assert "Drivers lose hours" in a
    assert "half empty" in b
    assert first.startswith(told.record)
    assert second.startswith(told.record)
    assert told.asks[0].task == told.asks[1].task


def test_a_paired_arbiter_is_not_told_who_is_advocate_and_who_challenger():
    for ask in brief(ready(), "paired").asks:
        ours = [line for line in f"{ask.record}\n{ask.task}".splitlines() if not line.startswith(">")]
        assert not [line for line in ours if "advocate" in line.casefold() or "challenger" in line.casefold()]


@pytest.mark.parametrize(
    ("first", "second", "winner", "change"),
    [
        (opinion("A", 3), opinion("B", 2), "advocate", 2),
        (opinion("B", 1), opinion("A", 3), "challenger", -1),
        (opinion("draw", 3), opinion("draw", 3), "draw", 0),
    ],
)
def test_askings_that_agree_give_their_winner_and_the_smaller_change(
    first: dict[str, Any], second: dict[str, Any], winner: str, change: float
):
    debate = ready()
    verdict = fill(brief(debate, "paired"), first, second)
    assert (verdict.winner, verdict.change) == (winner, change)
    debate.play("arbiter", verdict)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (opinion("A"), opinion("A")),
        (opinion("B"), opinion("B")),
        (opinion("A"), opinion("draw")),
        (opinion("draw"), opinion("B")),
    ],
)
def test_askings_that_disagree_are_a_draw_and_the_record_says_so(first: dict[str, Any], second: dict[str, Any]):
    debate = ready()
    verdict = fill(brief(debate, "paired"), first, second)
    assert (verdict.winner, verdict.change) == ("draw", 0)
    assert "What hangs on the order is no verdict" in verdict.reasoning
    entry = debate.play("arbiter", verdict)
    askings: Any = entry.move["askings"]
    assert [asked["first"] for asked in askings] == ["advocate", "challenger"]
    assert askings[0]["winner"] != askings[1]["winner"]


def test_letters_are_put_back_into_names_and_the_lesser_confidence_counts():
    told = brief(ready(), "paired")
    verdict = fill(told, opinion("A", confidence=0.9), opinion("B", confidence=0.35))
    assert verdict.reasoning == "the advocate cites more than the challenger."
    assert verdict.key_points == ("the challenger guessed.",)
    assert verdict.confidence == 0.35
    assert verdict.askings is not None
    assert verdict.askings[1].reasoning == "the challenger cites more than the advocate."


def test_each_side_is_heard_alone_and_the_winner_computed():
    debate = ready()
    told = brief(debate, "separate")
    assert [ask.name for ask in told.asks] == ["advocate alone", "challenger alone"]
    advocate, challenger = (str(ask.record) for ask in told.asks)
    assert "Drivers lose hours" in advocate
    assert "Drivers lose hours" not in challenger
    assert "half empty" in challenger
    assert "half empty" not in advocate
    verdict = fill(told, hearing(7, 6, 8, 5), hearing(5, 5, 5, 5, why="Thin.", confidence=0.4))
    assert (verdict.winner, verdict.change, verdict.confidence) == ("advocate", 1, 0.4)
    assert verdict.key_points == ("Advocate: The hours.", "Challenger: The hours.")
    assert "26 of 40 marks, the challenger 20" in verdict.reasoning
    entry = debate.play("arbiter", verdict)
    askings: Any = entry.move["askings"]
    assert askings[1] == {
        "side": "challenger",
        "marks": {"evidence": 5, "reasoning": 5, "relevance": 5, "answers": 5},
        "reasoning": "Thin.",
        "confidence": 0.4,
    }


def test_equal_marks_are_a_draw_however_they_came_about():
    verdict = fill(brief(ready(), "separate"), hearing(10, 0, 5, 5), hearing(5, 5, 5, 5))
    assert (verdict.winner, verdict.change) == ("draw", 0)


@pytest.mark.parametrize(
    ("lead", "change"),
    [(1, 0.5), (3, 0.5), (4, 1), (6, 1), (7, 1.5), (10, 1.5), (11, 2), (13, 2), (14, 2.5), (16, 2.5), (17, 3), (40, 3)],
)
def test_the_lead_is_counted_in_whole_numbers(lead: int, change: float):
    assert (from_marks(lead, 0, 3).winner, from_marks(lead, 0, 3).change) == ("advocate", change)
    assert (from_marks(0, lead, 3).winner, from_marks(0, lead, 3).change) == ("challenger", -change)


def test_a_lead_never_moves_a_score_further_than_agreed():
    assert [from_marks(lead, 0, 1).change for lead in (1, 10, 11, 40)] == [0.5, 0.5, 1, 1]


@pytest.mark.parametrize("silent", ["advocate", "challenger"])
def test_a_side_that_said_nothing_has_no_marks_and_is_not_asked_about(silent: str):
    debate = begun()
    for seat in ("advocate", "challenger"):
        if seat == silent:
            debate.lapse(seat)
        else:
            speak(debate, seat, "ARGUMENT", "It is so")
    told = brief(debate, "separate")
    verdict = fill(told, hearing(5, 5, 5, 5))
    assert verdict.winner != silent
    assert abs(verdict.change) == 3
    debate.play("arbiter", verdict)
    assert sum("> Said nothing." in str(ask.record) for ask in told.asks) == 0


def test_a_paired_arbiter_sees_that_a_side_said_nothing():
    debate = begun()
    debate.lapse("advocate")
    speak(debate, "challenger", "ARGUMENT", "It is so")
    assert all("> Said nothing." in str(ask.record) for ask in brief(debate, "paired").asks)


def test_where_fairness_is_agreed_no_player_is_asked_plainly():
    called = ready(players={"arbiter": "embedded"})
    assert [ask.name for ask in brief(called, "plain").asks] == ["advocate first", "challenger first"]


def test_a_person_who_judges_is_asked_once():
    (ask,) = brief(ready(players={"arbiter": "human"}), "plain").asks
    assert ask.name == ""


@pytest.mark.parametrize("manner", ["paired", "separate", "plain"])
@pytest.mark.parametrize(("winner", "change"), [("advocate", 2), ("challenger", -2), ("draw", 0)])
def test_where_fairness_is_switched_off_it_is_asked_once(manner: Manner, winner: str, change: float):
    debate = ready(fair_verdict=False)
    verdict = fill(brief(debate, manner), opinion(winner))
    assert (verdict.winner, verdict.change, verdict.askings) == (winner, change, None)
    debate.play("arbiter", verdict)


def test_strength_is_bound_to_the_most_that_was_agreed():
    debate = ready(max_change=1)
    told = brief(debate, "paired")
    assert told.asks[0].forms[0].model_json_schema()["properties"]["strength"]["maximum"] == 1
    debate.play("arbiter", fill(told, opinion("A", 1), opinion("B", 1)))


def paired(first: str, winner: str) -> dict[str, Json]:
    fields: dict[str, Json] = {"reasoning": "So.", "key_points": ["It."], "confidence": 0.5}
    return {"first": first, "winner": winner, "strength": 1, **fields}


@pytest.mark.parametrize(
    "askings",
    [
        [paired("advocate", "advocate"), paired("challenger", "challenger")],
        [paired("advocate", "advocate"), paired("advocate", "advocate")],
        [paired("advocate", "challenger"), paired("challenger", "challenger")],
    ],
)
def test_a_verdict_that_is_not_what_its_askings_come_to_is_refused(askings: Json):
    fields: dict[str, Any] = {"reasoning": "So.", "key_points": ["It."], "confidence": 0.5}
    refusal = ready().refuse(
        "INVALID_INPUT", "arbiter", "VERDICT", winner="advocate", change=1, askings=askings, **fields
    )
    assert refusal.message == "The verdict is not what its two askings come to."
