"""What is agreed, what the author may bring along, and what is asked for because it is missing."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import Briefs, ContentTooLarge, Reports
from moot.formats.evaluation import IDEA_LIMIT, Evaluation, Idea
from moot.formats.evaluation import format as evaluation
from tests.formats.evaluation.stages import NAMES, PAIR, RED, assessed, assessment, evidence, opened, scores


def due(debate: Any) -> list[tuple[str, str]]:
    return [(turn.seat, turn.name) for turn in debate.position.due()]


def test_the_format_briefs_its_seats_and_reports_its_result():
    assert isinstance(evaluation, Briefs)
    assert isinstance(evaluation, Reports)


def test_by_default_six_categories_are_scored_three_are_argued_and_three_personas_attack():
    setup = Evaluation(title="T")
    assert [category.id for category in setup.categories] == [
        "problem",
        "solution",
        "feasibility",
        "fit",
        "market",
        "risk",
    ]
    assert [(held.topic, held.category) for held in setup.rounds] == [
        ("Problem Validity", "problem"),
        ("Solution Fit", "solution"),
        ("Market Opportunity", "market"),
    ]
    assert setup.seats == ("author", "assessor", *RED, "advocate", "challenger", "arbiter")
    assert Evaluation(title="T", debate=False).seats == ("author", "assessor", *RED)


def test_a_player_for_the_red_team_is_one_for_each_persona_not_named_itself():
    players = {"red_team": "embedded", "red-customer": "human", "arbiter": {"player": "embedded"}}
    setup = Evaluation.model_validate({"title": "T", "players": players})
    named = {seat: seated.player for seat, seated in (setup.players or {}).items()}
    assert named == {
        "red-skeptic": "embedded",
        "red-customer": "human",
        "red-investor": "embedded",
        "arbiter": "embedded",
    }
    own = {"title": "T", "personas": [{"name": "miser", "attacks": "costs"}], "players": {"red_team": "embedded"}}
    assert list(Evaluation.model_validate(own).players or {}) == ["red-miser"]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"players": {"judge": "embedded"}}, "no seat 'judge'"),
        ({"players": {"author": "embedded"}}, "is not called on"),
        ({"players": "embedded"}, "players"),
        ({"players": {"red_team": "embedded"}, "personas": "all"}, "personas"),
        ({"categories": [{"id": "x", "name": "X", "high": "Good."}] * 2, "rounds": [PAIR]}, "an id of its own"),
        ({"personas": [{"name": "x", "attacks": "all"}] * 2}, "a name of its own"),
        ({"rounds": [{**PAIR, "category": "taste"}]}, "round 1 is about 'taste'"),
        ({"rounds": []}, "rounds"),
        ({"rounds": [PAIR] * 11}, "rounds"),
        ({"personas": [{"name": "Dot.", "attacks": "all"}]}, "personas"),
        ({"max_change": 4}, "max_change"),
        ({"max_net_change": 6}, "max_net_change"),
        ({"timeout_per_turn": 0}, "timeout_per_turn"),
        ({"rounds": [{**PAIR, "topic": "  "}]}, "must not be empty"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_unfit_set_up_is_refused_and_says_why(setup: dict[str, Any], words: str):
    with pytest.raises(ValidationError, match=words):
        Evaluation.model_validate({"title": "T", **setup})


def test_the_idea_has_at_most_64_kib_of_utf8_and_is_not_blank():
    Idea(content="ä" * (IDEA_LIMIT // 2))
    with pytest.raises(ContentTooLarge) as refused:
        Idea(content="ä" * (IDEA_LIMIT // 2) + "x")
    assert refused.value.fields == {"size": IDEA_LIMIT + 1, "limit": IDEA_LIMIT}
    with pytest.raises(ValidationError):
        Idea(content=" \n")


def test_a_bare_idea_is_assessed_then_attacked_by_all_personas_at_once_then_argued():
    debate = opened()
    assert (debate.status, due(debate)) == ("assessing", [("assessor", "assess")])
    debate.say("assessor", "ASSESSMENT", **assessment())
    assert (debate.status, due(debate)) == ("challenging", [(seat, "challenge") for seat in RED])
    assert {turn.answers for turn in debate.position.due()} == {2}


def test_given_scores_and_challenges_are_not_asked_for_again():
    debate = opened(idea={"assessment": assessment(), "challenges": [challenge()]})
    assert (debate.status, due(debate)) == ("round_1", [("advocate", "open")])
    assert debate.position.state.citable == (*(f"E{number}" for number in range(1, 7)), "C1")


def test_given_challenges_alone_leave_the_assessment_to_the_assessor():
    debate = opened(idea={"challenges": []})
    assert due(debate) == [("assessor", "assess")]
    debate.say("assessor", "ASSESSMENT", **assessment())
    assert due(debate) == [("advocate", "open")]


def test_the_assessor_scores_just_what_has_no_score_yet():
    debate = opened(idea={"assessment": {"scores": scores("problem", "fit"), "evidence": evidence("fit")}})
    missing = [name for name in NAMES if name not in ("problem", "fit")]
    items = [{**item, "id": f"X{item['id']}"} for item in evidence(*missing)]
    refusal = debate.refuse("INVALID_INPUT", "assessor", "ASSESSMENT", scores=scores(*NAMES), evidence=items)
    assert refusal.suggestion == "Score each of these once: solution, feasibility, market, risk."
    debate.say("assessor", "ASSESSMENT", scores=scores(*missing, score=7), evidence=items)
    assert debate.position.state.scores == (12, 14, 14, 12, 14, 14)
    assert debate.position.state.evidence == ("E1", "XE1", "XE2", "XE3", "XE4")


def test_scores_without_evidence_send_the_assessor_for_evidence_alone():
    debate = opened(idea={"assessment": {"scores": scores(*NAMES)}})
    refusal = debate.refuse("INVALID_INPUT", "assessor", "ASSESSMENT", **assessment())
    assert refusal.suggestion == "Score each of these once: none."
    debate.say("assessor", "ASSESSMENT", evidence=evidence("market"))
    assert debate.status == "challenging"


def challenge(**fields: Any) -> dict[str, Any]:
    return {"id": "C1", "category": "problem", "claim": "It is not so.", **fields}


@pytest.mark.parametrize(
    ("idea", "words"),
    [
        ({"assessment": {"scores": scores("problem", "problem")}}, "more than one score for problem"),
        ({"assessment": {"scores": scores("taste")}}, "no category 'taste'"),
        ({"assessment": {"evidence": [*evidence("fit"), *evidence("risk")]}}, "more than one id for E1"),
        ({"assessment": {"evidence": evidence("taste")}}, "no category 'taste'"),
        ({"assessment": {"scores": [{"category": "fit", "score": 6.25}]}}, "score"),
        ({"assessment": {"scores": [{"category": "fit", "score": 10.5}]}}, "score"),
        ({"assessment": {"scores": [{"category": "fit", "score": "NaN"}]}}, "score"),
        ({"assessment": {"evidence": [{"id": "no.dot", "category": "fit", "text": "x"}]}}, "id"),
        ({"challenges": [challenge(), challenge()]}, "more than one id for C1"),
        ({"challenges": [challenge(id="E1")], "assessment": assessment()}, "more than one id for E1"),
        ({"challenges": [challenge(category="taste")]}, "no category 'taste'"),
        ({"challenges": [challenge(evidence=["E1"])]}, "no evidence 'E1'"),
        ({"challenges": [challenge(severity="awful")]}, "severity"),
    ],
)
def test_what_is_given_must_fit_together(idea: dict[str, Any], words: str):
    with pytest.raises(Exception, match=words) as refused:
        opened(idea=idea)
    assert getattr(refused.value, "code", None) == "INVALID_INPUT"


@pytest.mark.parametrize("lacking", ["confidence", "reasoning", "evidence"])
def test_a_score_of_the_assessor_does_not_stand_alone(lacking: str):
    told = assessment()
    if lacking == "evidence":
        told["evidence"] = told["evidence"][1:]
    else:
        del told["scores"][0][lacking]
    refusal = opened().refuse("INVALID_INPUT", "assessor", "ASSESSMENT", **told)
    assert refusal.message == "The score for 'problem' stands alone."


def test_the_assessor_may_not_name_evidence_as_a_given_challenge_is_named():
    debate = opened(idea={"challenges": [challenge(id="E1")]})
    debate.refuse("INVALID_INPUT", "assessor", "ASSESSMENT", **assessment())


def test_challenges_are_named_after_their_persona_and_cite_evidence():
    debate = assessed()
    debate.refuse("INVALID_INPUT", "red-skeptic", "CHALLENGES", challenges=[bare(evidence=["E9"])])
    debate.refuse("INVALID_INPUT", "red-skeptic", "CHALLENGES", challenges=[bare(category="taste")])
    debate.refuse("INVALID_INPUT", "red-skeptic", "CHALLENGES", challenges=[])
    debate.say("red-investor", "CHALLENGES", challenges=[bare(), bare(evidence=["E1", "E1"])])
    debate.say("red-skeptic", "CHALLENGES", challenges=[bare()])
    assert debate.position.state.challenges == ("investor.1", "investor.2", "skeptic.1")
    assert debate.entries[3].move["challenges"] == [
        {"category": "problem", "claim": "It is not so.", "severity": "medium", "evidence": []},
        {"category": "problem", "claim": "It is not so.", "severity": "medium", "evidence": ["E1"]},
    ]
    assert due(debate) == [("red-customer", "challenge")]


def bare(**fields: Any) -> dict[str, Any]:
    return {"category": "problem", "claim": "It is not so.", **fields}


def test_without_a_debate_it_ends_when_the_red_team_has_spoken():
    debate = assessed(debate=False)
    for seat in RED:
        debate.say(seat, "CHALLENGES", challenges=[bare()])
    assert debate.status == "assessed"
    assert debate.entries[-1].move["ending"] == "assessed"
    assert debate.position.seats == ("author", "assessor", *RED)


def test_those_whom_the_house_calls_on_have_minutes_and_others_have_a_day():
    debate = opened(players={"red_team": "embedded", "assessor": "human"})
    (assess,) = debate.position.due()
    assert assess.until == debate.clock.now.replace(day=16)
    debate.say("assessor", "ASSESSMENT", **assessment())
    assert {str(turn.until) for turn in debate.position.due()} == {"2026-11-15 09:05:00+00:00"}
