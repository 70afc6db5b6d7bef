"""Panels and evaluations as plays: an opening, and moves that bring them to each state a page has to show."""

from typing import Any, NamedTuple

JUDGES = ("risk", "value", "effort")
TITLE = "Should the first release take payment by instalments?"
QUESTION = {
    "question": TITLE,
    "options": [
        {"id": "A", "label": "Not yet", "description": "Card payments only; measure who asks for more."},
        {"id": "B", "label": "Through a provider", "description": "Switch on the plan of our payment provider."},
        {"id": "C", "label": "Our own", "description": "Build plans, reminders and late fees ourselves."},
    ],
    "context": "We are four people and ship in ten weeks. **One customer in five** asked for instalments.",
    "feature_name": "payments",
}
WHY = {
    "A": "Nothing ships late, and in eight weeks we know who really asks.",
    "B": "Two weeks of work reach the customers who asked; the provider carries the credit risk.",
    "C": "Only our own plan lets us set the terms that our customers want.",
}
IDEA = """# A library of tools for one street

Neighbours lend each other drills, ladders and sewing machines through a shed with a code lock and a small web page.
Everybody pays 3 euros a month; a deposit covers losses. A trial with 22 households ran for six months: 140 loans, two
losses, 9 of 10 stayed."""
CATEGORIES = ("problem", "solution", "feasibility", "fit", "market", "risk")
RED = ("red-skeptic", "red-customer", "red-investor")


class Act(NamedTuple):
    """One move."""

    role: str
    type: str
    move: dict[str, Any]


class Play(NamedTuple):
    """A debate from its opening to some state."""

    format: str
    setup: dict[str, Any]
    first: Act
    acts: tuple[Act, ...] = ()

    @property
    def opening(self) -> dict[str, Any]:
        """The body of the request that opens it."""
        return {"setup": self.setup, **self.first._asdict()}

    def then(self, *acts: Act) -> "Play":
        """The same, gone on with."""
        return self._replace(acts=(*self.acts, *acts))


def panel(*judges: str, **setup: Any) -> Play:
    """A question before judges; the usual three where none are named."""
    told = {"title": TITLE, "question_id": "instalments", **setup}
    if judges:
        told["judges"] = [{"name": name, "stance": "skeptical", "optimise": f"keep {name} small"} for name in judges]
    return Play("panel", told, Act("asker", "QUESTION", QUESTION))


def recommends(judge: str, option: str, **words: Any) -> Act:
    """A judge recommends an option, not having read anybody."""
    told = {
        "recommendation": option,
        "summary": WHY[option],
        "for_stance": f"From where the {judge} judge stands this loses least.",
        "assessments": [{"option": one, "assessment": f"On {one}: {why}"} for one, why in WHY.items()],
        "reasoning": f"{WHY[option]} Two of the three customers we spoke to would wait.\n\nUndoing it costs a day.",
    }
    return Act(judge, "RECOMMENDATION", {**told, **words})


def responds(judge: str, option: str, against: str, by: tuple[str, int] | None = None, **words: Any) -> Act:
    """A judge answers the others, and says who convinced it where it changed."""
    told: dict[str, Any] = {
        "recommendation": option,
        "summary": WHY[option],
        "for_stance": "It still serves the stance that I was given.",
        "challenges": [
            {
                "judge": against,
                "point": "Two weeks of work reach the customers who asked.",
                "counter": "Two weeks is the estimate of the provider, not ours; the last one took five.",
            }
        ],
        "reasoning": "The estimate is the weak point. Everything else we agree on.",
    }
    if by is not None:
        reason = "The provider carries the credit risk, which I had counted against us."
        told["convinced_by"] = {"judge": by[0], "line": by[1], "reason": reason}
    return Act(judge, "RESPONSE", {**told, **words})


def split(*judges: str, **setup: Any) -> Play:
    """Everybody recommended something else: round 2."""
    sat = judges or JUDGES
    acts = [recommends(judge, "ABC"[place % 3]) for place, judge in enumerate(sat)]
    return panel(*judges, **setup).then(*acts)


def agreed() -> Play:
    """Consensus in round 2: the risk judge was convinced by line 3."""
    return split().then(
        responds("risk", "B", "effort", ("value", 3)), responds("value", "B", "risk"), responds("effort", "C", "value")
    )


def contested() -> Play:
    """Nobody moved."""
    return split().then(
        responds("risk", "A", "value"), responds("value", "B", "effort"), responds("effort", "C", "risk")
    )


def chosen() -> Play:
    """The asker has chosen."""
    reason = "We can still switch the provider's plan off; our own we would have to keep."
    return contested().then(Act("asker", "CHOICE", {"option": "B", "reason": reason}))


def evaluation(**setup: Any) -> Play:
    """An idea that waits for its assessor."""
    told = {"title": "A library of tools for one street", **setup}
    return Play("evaluation", told, Act("author", "IDEA", {"content": IDEA}))


def assessed() -> Play:
    """Scored, and before the red team."""
    scores = (7, 6.5, 8, 7, 5, 5.5)
    told = {
        "scores": [
            {"category": name, "score": score, "confidence": 0.75, "reasoning": f"The trial speaks for the {name}."}
            for name, score in zip(CATEGORIES, scores, strict=True)
        ],
        "evidence": [
            {"id": f"E{place}", "category": name, "text": f"In six months of the trial the {name} held: 140 loans."}
            for place, name in enumerate(CATEGORIES, 1)
        ],
    }
    return evaluation().then(Act("assessor", "ASSESSMENT", told))


def challenged() -> Play:
    """Round 1 begins."""
    challenge = {"category": "market", "claim": "One street is no market: 22 households pay 66 euros a month."}
    low = {"category": "problem", "claim": "People own drills because they like to.", "severity": "low"}
    told = {"challenges": [{**challenge, "severity": "high", "evidence": ["E5"]}, low]}
    return assessed().then(*(Act(seat, "CHALLENGES", told) for seat in RED))


def speaks(seat: str, kind: str, claim: str, *evidence: str, **more: Any) -> Act:
    """A speech of one point and its grounds."""
    points = [{"claim": claim, "evidence": list(evidence)}]
    return Act(seat, kind, {"content": f"{claim} That is what the trial shows.", "points": points, **more})


def argued() -> Play:
    """Round 1 has both speeches and a reply that grants a point; the challenger has the last word."""
    return challenged().then(
        speaks("advocate", "ARGUMENT", "A drill runs thirteen minutes in its life.", "E1", "skeptic.2"),
        speaks("challenger", "ARGUMENT", "Rarely used is not the same as missed.", "E2"),
        speaks("advocate", "REPLY", "Nine of ten stayed after the trial.", "E1", concedes=[{"line": 8, "point": 1}]),
    )


def verdict(winner: str, change: float, askings: list[dict[str, Any]] | None = None) -> Act:
    """What the arbiter finds."""
    told: dict[str, Any] = {
        "winner": winner,
        "change": change,
        "reasoning": "The loans are counted, the doubts are not.",
        "key_points": ["140 loans in six months", "Nobody asked those who left"],
        "confidence": 0.7,
    }
    return Act("arbiter", "VERDICT", told if askings is None else {**told, "askings": askings})


def _opinion(first: str, winner: str) -> dict[str, Any]:
    told = {"reasoning": f"With the {first} first it looks so.", "key_points": ["Loans"], "confidence": 0.7}
    return {"first": first, "winner": winner, "strength": 2, **told}


def _hearing(side: str, mark: int) -> dict[str, Any]:
    marks = dict.fromkeys(("evidence", "reasoning", "relevance", "answers"), mark)
    return {"side": side, "marks": marks, "reasoning": f"The {side} keeps to the trial.", "confidence": 0.6}


def judged() -> Play:
    """Round 1 was won by the advocate, asked twice; round 2 goes on."""
    return argued().then(
        speaks("challenger", "REPLY", "Those who left were never asked why.", "E4"),
        verdict("advocate", 2, [_opinion("advocate", "advocate"), _opinion("challenger", "advocate")]),
    )


def evaluated() -> Play:
    """All three rounds: won, lost by marks, and a draw because the two askings disagree."""
    second = (
        speaks("advocate", "ARGUMENT", "The shed needs no staff.", "E3"),
        speaks("challenger", "ARGUMENT", "A code lock is shared within a week.", "E6"),
        Act("advocate", "REST", {"concedes": []}),
        speaks("challenger", "REPLY", "The deposit does not cover a sewing machine.", "E6"),
        verdict("challenger", -1.5, [_hearing("advocate", 4), _hearing("challenger", 6)]),
    )
    third = (
        speaks("advocate", "ARGUMENT", "Every street can copy the shed.", "E5"),
        speaks("challenger", "ARGUMENT", "Copying pays nobody.", "investor.1"),
        Act("advocate", "REST", {}),
        Act("challenger", "REST", {}),
        verdict("draw", 0, [_opinion("advocate", "advocate"), _opinion("challenger", "challenger")]),
    )
    return judged().then(*second, *third)
