"""Files as people write them, read into moves and set-ups."""

from typing import Any

import pytest

from moot.debate import InvalidInput
from moot.formats.evaluation import (
    ROUNDS,
    read_challenges,
    read_evaluation,
    read_idea,
    read_rounds,
    read_scores,
    title_of,
)
from tests.formats.evaluation.stages import IDEA, PAIR, assessment


def test_scores_may_be_plain_numbers():
    read = read_scores({"problem": 7, "fit": "6.5"})
    assert [(scored.category, scored.score, scored.confidence) for scored in read.scores] == [
        ("problem", 7, None),
        ("fit", 6.5, None),
    ]
    assert read.evidence == ()


def test_scores_may_bring_their_evidence_along():
    told = {
        "problem": {
            "score": 7,
            "confidence": 0.8,
            "reasoning": "Seen.",
            "evidence": ["One.", {"id": "E1", "text": "Two.", "source": "A study"}],
        },
        "fit": {"score": 6, "evidence": ["Three."]},
    }
    read = read_scores(told)
    assert [(item.id, item.category, item.text, item.source) for item in read.evidence] == [
        ("E2", "problem", "One.", None),
        ("E1", "problem", "Two.", "A study"),
        ("E3", "fit", "Three.", None),
    ]
    assert (read.scores[0].confidence, read.scores[0].reasoning) == (0.8, "Seen.")


def test_scores_may_have_our_own_shape():
    told = assessment()
    assert read_scores(told).model_dump(mode="json", exclude_none=True) == told
    by_name = read_scores({"scores": {"problem": 7}, "evidence": [{"category": "problem", "text": "One."}]})
    assert (by_name.scores[0].score, by_name.evidence[0].id) == (7, "E1")
    assert read_scores({"scores": [{"category": "fit", "score": 3}]}).evidence == ()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([7], "scores"),
        ({"problem": 7.2}, "scores.0.score"),
        ({"problem": [7]}, "problem"),
        ({"problem": {"score": 7, "evidence": "One."}}, "problem.evidence"),
        ({"problem": {"score": 7, "evidence": [7]}}, "problem.evidence[0]"),
        ({"problem": {"confidence": 1}}, "scores.0.score"),
        ({"problem": {"score": 7, "colour": "red"}}, "scores.0.colour"),
        ({"scores": {"problem": 7}, "notes": "x"}, "notes"),
        ({"scores": [7]}, "scores[0]"),
        ({"scores": {}, "evidence": {"E1": "x"}}, "evidence"),
        ({"scores": {}, "evidence": [{"text": "x"}]}, "evidence.0.category"),
    ],
)
def test_scores_that_cannot_be_read_are_refused_by_field(given: Any, field: str):
    with pytest.raises(InvalidInput) as refused:
        read_scores(given)
    assert refused.value.fields["field"] == field
    assert refused.value.message.startswith(f"{field}: ")


def test_challenges_are_a_list_or_stand_under_their_name_and_are_numbered():
    told = [
        {"category": "market", "claim": "Too small.", "severity": "high", "evidence": ["E1"]},
        {"id": "C1", "category": "fit", "claim": "Nobody can.", "persona": "A friend"},
    ]
    read = read_challenges(told)
    assert [(each.id, each.severity, each.persona) for each in read] == [
        ("C2", "high", None),
        ("C1", "medium", "A friend"),
    ]
    assert read_challenges({"challenges": told}) == read
    assert read_challenges([]) == ()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"market": "Too small."}, "challenges"),
        (["Too small."], "challenges[0]"),
        ([{"claim": "Too small."}], "challenges[0].category"),
        ([{"category": "fit", "claim": "x", "severity": "awful"}], "challenges[0].severity"),
    ],
)
def test_challenges_that_cannot_be_read_are_refused_by_field(given: Any, field: str):
    with pytest.raises(InvalidInput) as refused:
        read_challenges(given)
    assert refused.value.fields["field"] == field


def test_rounds_are_a_list_or_stand_under_their_name():
    assert read_rounds([PAIR])[0].topic == "Again"
    assert read_rounds({"rounds": [PAIR]}) == read_rounds([PAIR])
    other = {
        "name": "Problem Validity",
        "targetCategory": "problem",
        "advocatePosition": ROUNDS[0].advocate_position,
        "challengerPosition": ROUNDS[0].challenger_position,
    }
    assert read_rounds([other]) == ROUNDS[:1]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([], "rounds"),
        ({"round": [PAIR]}, "rounds"),
        (["Problem"], "rounds[0]"),
        ([PAIR, {"topic": "T"}], "rounds[1].category"),
    ],
)
def test_rounds_that_cannot_be_read_are_refused_by_field(given: Any, field: str):
    with pytest.raises(InvalidInput) as refused:
        read_rounds(given)
    assert refused.value.fields["field"] == field


def test_an_evaluation_is_read_from_one_mapping():
    told = {
        "idea": IDEA,
        "scores": {"problem": 7},
        "challenges": [],
        "rounds": [PAIR],
        "debate": True,
        "budget": None,
        "players": {"arbiter": "human"},
        "seats": {"red_team": "embedded"},
    }
    setup, idea = read_evaluation(told)
    assert (setup.title, len(setup.rounds), idea.challenges) == ("Parking by the minute", 1, ())
    assert sorted(setup.players or {}) == ["arbiter", "red-customer", "red-investor", "red-skeptic"]
    bare, idea = read_evaluation({"idea": "Do it.", "title": "Named"})
    assert (bare.title, bare.players, idea.assessment, idea.challenges) == ("Named", None, None, None)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("Do it.", "evaluation: must be a mapping"),
        ({}, "idea.content: "),
        ({"idea": "Do it.", "colour": "red"}, "colour: is not known here"),
        ({"idea": "Do it.", "seats": ["arbiter"]}, "seats: must be a mapping"),
        ({"idea": "Do it.", "seats": {"judge": "embedded"}}, "players: there is no seat 'judge'"),
        ({"idea": "Do it.", "max_change": 9}, "max_change: "),
    ],
)
def test_an_evaluation_that_cannot_be_read_is_refused_in_words(given: Any, words: str):
    with pytest.raises(InvalidInput) as refused:
        read_evaluation(given)
    assert refused.value.message.startswith(words)


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (IDEA, "Parking by the minute"),
        ("Do it.\n\n## How #", "How"),
        ("\nDo it now.\nOr not.", "Do it now."),
        ("x" * 300, "x" * 200),
        ("#\n", "An idea"),
        ("", "An idea"),
    ],
)
def test_an_idea_is_named_after_its_heading_or_its_first_line(content: str, title: str):
    assert title_of(content) == title


def test_an_idea_is_read_with_what_is_given():
    idea = read_idea("Do it.", {"problem": 7})
    assert idea.assessment is not None
    assert idea.challenges is None
