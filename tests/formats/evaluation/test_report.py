"""The result, as data and as papers, from the record alone."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from inline_snapshot import snapshot

from moot.formats.evaluation import PairedAsking, SeparateAsking, Verdict
from moot.formats.evaluation import format as evaluation
from moot.formats.evaluation.report.synthesis import rounded
from moot.notation import read
from tests.formats.evaluation.stages import (
    NAMES,
    Debate,
    argued,
    assessed,
    challenge,
    evidence,
    finished,
    judge,
    opened,
    record,
    scores,
    speak,
)


def asking(first: str, winner: str) -> PairedAsking:
    told: dict[str, Any] = {"reasoning": f"{winner}.", "key_points": ["It."], "confidence": 0.5, "strength": 1}
    return PairedAsking.model_validate({"first": first, "winner": winner, **told})


def heard(side: str, mark: int) -> SeparateAsking:
    marks = {"evidence": mark, "reasoning": mark, "relevance": mark, "answers": mark}
    return SeparateAsking.model_validate({"side": side, "marks": marks, "reasoning": "Sound."})


def verdict(winner: str, change: float, askings: Any) -> Verdict:
    told: dict[str, Any] = {"reasoning": "So | it\nis.", "key_points": ["A key."], "confidence": 0.5}
    return Verdict(winner=winner, change=change, askings=askings, **told)  # pyright: ignore[reportArgumentType]


def whole() -> Debate:
    """An evaluation in which everything happens: a lapse, a concession, a disagreement, marks, a silent round."""
    debate = assessed(7)
    challenge(debate, "red-skeptic")
    debate.lapse("red-customer", reason="unfit answers", detail="no JSON")
    challenge(debate, "red-investor", "market")
    points = [{"claim": "Hours are lost.", "evidence": ["E1", "skeptic.1"]}]
    line = debate.say("advocate", "ARGUMENT", content="It is real.", points=points).line
    speak(debate, "challenger", "ARGUMENT", "Half are empty")
    speak(debate, "advocate", "REPLY", "Those are far away from work")
    speak(debate, "challenger", "REST", concedes=[(line, 1)])
    debate.play("arbiter", verdict("draw", 0, (asking("advocate", "advocate"), asking("challenger", "challenger"))))
    argued(debate, "about the solution")
    debate.play("arbiter", verdict("challenger", -3, (heard("advocate", 2), heard("challenger", 8))))
    debate.lapse("advocate", "challenger")
    return debate


def test_the_report_has_the_rounds_in_their_shape():
    held = evaluation.report(record(whole()))["rounds"][0]
    assert held == snapshot(
        {
            "round": 1,
            "topic": "Problem Validity",
            "target_category": "problem",
            "advocate_position": "The problem is real, and it matters.",
            "challenger_position": "The problem is smaller or rarer than it is made out to be.",
            "advocate_arguments": [
                {
                    "line": 7,
                    "kind": "ARGUMENT",
                    "content": "It is real.",
                    "points": [{"claim": "Hours are lost.", "evidence": ["E1", "skeptic.1"]}],
                    "concedes": [],
                },
                {
                    "line": 9,
                    "kind": "REPLY",
                    "content": "So says the advocate.",
                    "points": [{"claim": "Those are far away from work", "evidence": ["E1"]}],
                    "concedes": [],
                },
            ],
            "challenger_arguments": [
                {
                    "line": 8,
                    "kind": "ARGUMENT",
                    "content": "So says the challenger.",
                    "points": [{"claim": "Half are empty", "evidence": ["E1"]}],
                    "concedes": [],
                },
                {"line": 10, "kind": "REST", "content": "", "points": [], "concedes": [{"line": 7, "point": 1}]},
            ],
            "arbiter_verdict": {
                "winner": "draw",
                "reasoning": """\
So | it
is.\
""",
                "key_points": ["A key."],
                "confidence": 0.5,
            },
            "askings": [
                {
                    "first": "advocate",
                    "winner": "advocate",
                    "strength": 1,
                    "reasoning": "advocate.",
                    "key_points": ["It."],
                    "confidence": 0.5,
                },
                {
                    "first": "challenger",
                    "winner": "challenger",
                    "strength": 1,
                    "reasoning": "challenger.",
                    "key_points": ["It."],
                    "confidence": 0.5,
                },
            ],
            "score_adjustments": {"problem": 0},
            "scored": {
                "round": 1,
                "winner": "draw",
                "before": 7,
                "change": 0,
                "delta": 0,
                "after": 7,
                "capped": None,
                "reason": """\
So | it
is.\
""",
            },
        }
    )


def test_scores_are_told_before_and_after_with_their_reasons():
    report = evaluation.report(record(whole()))
    assert report["scores"]["solution"] == snapshot(
        {
            "name": "Solution",
            "before": 7,
            "after": 4,
            "delta": -3,
            "confidence": 0.8,
            "by": "assessor",
            "reasoning": "Why solution.",
            "why": [
                {
                    "round": 2,
                    "winner": "challenger",
                    "before": 7,
                    "change": -3,
                    "delta": -3,
                    "after": 4,
                    "capped": None,
                    "reason": """\
So | it
is.\
""",
                }
            ],
            "evidence": ["E2"],
        }
    )
    assert report["final_adjustments"] == {
        "problem": 0,
        "solution": -3,
        "feasibility": 0,
        "fit": 0,
        "market": 0,
        "risk": 0,
    }
    assert (report["state"], report["ending"], report["title"]) == ("evaluated", "evaluated", "Parking by the minute")


def test_what_is_granted_missing_and_open_is_named():
    report = evaluation.report(record(whole()))
    assert report["concessions"] == [
        {"round": 1, "by": "challenger", "line": 7, "point": 1, "claim": "Hours are lost."}
    ]
    assert [(missing["seat"], missing["round"], missing["detail"]) for missing in report["missing"]] == [
        ("red-customer", None, "no JSON"),
        ("advocate", 3, None),
        ("challenger", 3, None),
    ]
    assert report["synthesis"] == snapshot(
        {
            "strengths": [
                {"category": "problem", "from": "score", "text": "Why problem.", "score": 7},
                {"category": "feasibility", "from": "score", "text": "Why feasibility.", "score": 7},
                {"category": "fit", "from": "score", "text": "Why fit.", "score": 7},
                {"category": "market", "from": "score", "text": "Why market.", "score": 7},
                {"category": "risk", "from": "score", "text": "Why risk.", "score": 7},
                {"category": "problem", "from": "granted by the challenger", "text": "Hours are lost."},
            ],
            "weaknesses": [
                {
                    "category": "solution",
                    "from": "score",
                    "text": """\
So | it
is.\
""",
                    "score": 4,
                },
                {"category": "solution", "from": "round 2", "text": "A key."},
            ],
            "open_challenges": ["investor.1"],
            "overall": {
                "categories": 6,
                "before": {"sum": 42, "mean": 7.0},
                "after": {"sum": 39, "mean": 6.5},
                "delta": {"sum": -3, "mean": -0.5},
            },
        }
    )


def test_the_report_is_read_back_from_the_stored_lines_alone():
    debate = whole()
    stored = [read(line) for line in debate.lines]
    again = Debate(evaluation, evaluation.setup.model_validate({"title": "Other"}))
    assert again.status == "submitting"
    views = [replace(view, entry=entry, move=entry.move) for view, entry in zip(record(debate), stored, strict=True)]
    assert evaluation.report(views) == evaluation.report(record(debate))


def test_the_report_of_an_unfinished_evaluation_tells_what_is_known():
    debate = opened()
    report = evaluation.report(record(debate))
    assert (report["state"], report["ending"], report["scores"], report["rounds"]) == ("assessing", None, {}, [])
    debate = argued(assessed_and_begun())
    held = evaluation.report(record(debate))["rounds"][0]
    assert (held["arbiter_verdict"], held["scored"], held["score_adjustments"]) == (None, None, {})
    assert "### Verdict" not in evaluation.papers(record(debate))["analysis/debate.md"]


def assessed_and_begun() -> Debate:
    debate = assessed()
    debate.lapse("red-skeptic", "red-customer", "red-investor")
    return debate


@pytest.mark.parametrize(
    ("cites", "granted_by", "change", "standing"),
    [
        ("advocate", None, 1, "met"),
        ("advocate", None, 0, "open"),
        ("advocate", None, -1, "open"),
        ("advocate", "challenger", -1, "met"),
        ("challenger", "advocate", 1, "granted"),
        ("challenger", None, 1, "open"),
    ],
)
def test_what_became_of_a_challenge_follows_from_who_cited_granted_and_won(
    cites: str, granted_by: str | None, change: float, standing: str
):
    given = {"id": "C1", "category": "problem", "claim": "It is not so."}
    whole = {"scores": scores(*NAMES), "evidence": evidence(*NAMES)}
    debate = opened(idea={"assessment": whole, "challenges": [given]})
    lines: dict[str, int] = {}
    for seat in ("advocate", "challenger"):
        point = {"claim": f"So says {seat}", "evidence": ["C1" if seat == cites else "E1"]}
        lines[seat] = debate.say(seat, "ARGUMENT", content="So.", points=[point]).line
    for seat in ("advocate", "challenger"):
        speak(debate, seat, "REST", concedes=[(lines[cites], 1)] if seat == granted_by else [])
    judge(debate, change)
    report = evaluation.report(record(debate))
    assert report["challenges"][0]["standing"] == standing
    assert report["synthesis"]["open_challenges"] == ([] if standing == "met" else ["C1"])
    assert report["challenges"][0]["by"] == "author"


def test_what_a_reader_may_not_see_is_left_out():
    views = record(whole())
    hidden = [replace(view, move=None) if view.entry.kind == "CHALLENGES" else view for view in views]
    assert evaluation.report(hidden)["challenges"] == []


def test_means_are_exact_and_rounded_once():
    debate = finished(0.5, score=6)
    overall = evaluation.report(record(debate))["synthesis"]["overall"]
    assert overall == {
        "categories": 6,
        "before": {"sum": 36, "mean": 6.0},
        "after": {"sum": 36.5, "mean": 6.08},
        "delta": {"sum": 0.5, "mean": 0.08},
    }
    assert [rounded(Fraction(part, 200)) for part in (1, -1, 3, -3, 0)] == [0.01, -0.01, 0.02, -0.02, 0]


def test_the_papers_lie_in_one_folder_and_the_json_is_the_report():
    debate = whole()
    papers = evaluation.papers(record(debate))
    assert list(papers) == [
        "analysis/evaluation.md",
        "analysis/debate.md",
        "analysis/synthesis.md",
        "analysis/evaluation.json",
    ]
    assert json.loads(papers["analysis/evaluation.json"]) == evaluation.report(record(debate))
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in papers.values())


def test_the_evaluation_as_a_paper():
    assert evaluation.papers(record(whole()))["analysis/evaluation.md"] == snapshot("""\
# Evaluation: Parking by the minute

State: evaluated

## Scores

| category | before | after | change | confidence | reasoning |
|---|---|---|---|---|---|
| Problem | 7 | 7 | 0 | 0.8 | Why problem. |
| Solution | 7 | 4 | -3 | 0.8 | Why solution. |
| Feasibility | 7 | 7 | 0 | 0.8 | Why feasibility. |
| Fit | 7 | 7 | 0 | 0.8 | Why fit. |
| Market | 7 | 7 | 0 | 0.8 | Why market. |
| Risk | 7 | 7 | 0 | 0.8 | Why risk. |

## What moved the scores

- **problem**, round 1: 7 to 7 (0, asked 0). So | it is.
- **solution**, round 2: 7 to 4 (-3, asked -3). So | it is.
- **market**, round 3: 7 to 7 (0, asked 0). nobody spoke

## Evidence

- **E1** [problem] A fact about problem.
- **E2** [solution] A fact about solution.
- **E3** [feasibility] A fact about feasibility.
- **E4** [fit] A fact about fit.
- **E5** [market] A fact about market.
- **E6** [risk] A fact about risk.

## Challenges

- **skeptic.1** (problem, high, met) red-skeptic doubts it. [E1]
- **investor.1** (market, high, open) red-investor doubts it. [E1]

## Who did not speak

- red-customer (challenge): unfit answers: no JSON
- advocate (open, round 3): failed
- challenger (answer, round 3): failed
""")


def test_the_debate_as_a_paper():
    assert evaluation.papers(record(whole()))["analysis/debate.md"] == snapshot("""\
# Debate: Parking by the minute

## Round 1: Problem Validity (problem)

- Advocate: The problem is real, and it matters.
- Challenger: The problem is smaller or rarer than it is made out to be.

### Advocate, line 7

It is real.

1. Hours are lost. [E1, skeptic.1]

### Challenger, line 8

So says the challenger.

1. Half are empty [E1]

### Advocate, line 9

So says the advocate.

1. Those are far away from work [E1]

### Challenger, line 10

Nothing to add.

Grants point 1 of line 7: Hours are lost.

### Verdict

**Draw**, confidence 0.5. So | it is.

- A key.

How it was asked:

- advocate first: advocate, strength 1. advocate.
- challenger first: challenger, strength 1. challenger.

Score of problem: 7 to 7.

## Round 2: Solution Fit (solution)

- Advocate: What is proposed solves the problem well.
- Challenger: What is proposed has flaws that defeat it.

### Advocate, line 14

So says the advocate.

1. Drivers lose hours every week, about the solution [E1]

### Challenger, line 15

So says the challenger.

1. Most car parks are half empty, about the solution [E1]

### Advocate, line 16

Nothing to add.

### Challenger, line 17

Nothing to add.

### Verdict

**Challenger**, confidence 0.5. So | it is.

- A key.

How it was asked:

- advocate alone: 8 of 40 (evidence 2, reasoning 2, relevance 2, answers 2). Sound.
- challenger alone: 32 of 40 (evidence 8, reasoning 8, relevance 8, answers 8). Sound.

Score of solution: 7 to 4.

## Round 3: Market Opportunity (market)

- Advocate: The market is large enough and can be reached.
- Challenger: The market is too small, too crowded or out of reach.

### Verdict

None (nobody spoke).

Score of market: 7 to 7.
""")


def test_the_synthesis_as_a_paper():
    assert evaluation.papers(record(whole()))["analysis/synthesis.md"] == snapshot("""\
# Synthesis: Parking by the minute

On the whole 7 before and 6.5 after, the mean of 6 categories (sums 42 and 39).

## Strengths

- **problem** (score 7): Why problem.
- **feasibility** (score 7): Why feasibility.
- **fit** (score 7): Why fit.
- **market** (score 7): Why market.
- **risk** (score 7): Why risk.
- **problem** (granted by the challenger): Hours are lost.

## Weaknesses

- **solution** (score 4): So | it is.
- **solution** (round 2): A key.

## Challenges that stand

- **investor.1** (market, high, open) red-investor doubts it. [E1]
""")


def test_papers_of_an_evaluation_that_nobody_assessed():
    debate = opened()
    debate.lapse("assessor")
    papers = evaluation.papers(record(debate))
    assert "Nothing was debated." in papers["analysis/debate.md"]
    assert "On the whole" not in papers["analysis/synthesis.md"]
    assert "- assessor (assess): failed" in papers["analysis/evaluation.md"]


def test_caps_sources_and_unknown_confidence_are_told_in_words():
    items = [{"id": "S1", "category": "fit", "text": "It | fits.", "source": "A survey"}]
    bare: list[dict[str, Any]] = [{"category": name, "score": 9.5} for name in NAMES]
    debate = opened(idea={"assessment": {"scores": bare, "evidence": items}, "challenges": []})
    debate.say("advocate", "ARGUMENT", content="So.", points=[{"claim": "It is.", "evidence": ["S1"]}])
    debate.lapse("challenger")
    judge(debate, 3)
    paper = evaluation.papers(record(debate))["analysis/evaluation.md"]
    assert "- **S1** [fit] It | fits. (A survey)" in paper
    assert "| Problem | 9.5 | 10 | +0.5 | unknown |  |" in paper
    assert "9.5 to 10 (+0.5, asked +3, the end of the scale). Because." in paper
    capped = evaluation.papers(record(finished(3, 3, score=1)))["analysis/evaluation.md"]
    assert "4 to 6 (+2, asked +3, all rounds together may not move it further)" in capped
    assert "## Challenges\n\nNone." in capped
