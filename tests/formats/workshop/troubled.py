"""A workshop in which every kind of turn comes, with texts of the test's choice in every field that takes one."""

from typing import Any

from moot.formats.workshop import Finding, Findings, ToolRun
from moot.formats.workshop import moves as said
from tests.support.cast import BREAKS, HALF, Asked, Bench, Script, by_round, opened

CAST = (
    "architect",
    "generator",
    "implementer",
    "tester",
    "executor",
    "critic",
    "reviewer",
    "performance",
    "red_team",
    "blue_team",
    "judge",
    "teacher",
)


def troubled(words: str = "Words.", **setup: Any) -> Bench:
    """Nothing works at first: everybody asks, fails, reflects, patches, attacks, disputes, rejects."""
    agreed: dict[str, Any] = {
        "planning": "dpde",
        "dehallucination": {"simple": True},
        "gates": {"after": ["review"]},
        "checks": {},
        "lessons": [{"id": "l1", "text": words, "debate": "d1", "why": "-"}],
        **setup,
    }
    tests = [{"name": f"a {words}"[:300], "code": f"assert f([]) == 0, {words!r}"}]
    return opened(*CAST, task=words, files={"notes.txt": f"{words}\n"}, tests=tests, script=script(words), **agreed)


def script(words: str) -> Script:
    """What is said by whom."""
    ask = said.Assignment(seat="implementer", what=words)
    return {
        "clarify": said.Questions(questions=(said.Question(question=words, category="edge_cases"),), confidence=0.1),
        "answer": by_round(answers(words, 0.3), answers(words, 1)),
        "own_plan": said.OwnPlan(steps=(words,), needs=(words,)),
        "generator negotiate": by_round(said.Negotiation(accepts=False, asks=(ask,), reason=words), agrees(words)),
        "implementer negotiate": agrees(words),
        "test": said.Tests(
            tests=(said.Case(name=f"b {words}"[:300], code=f"assert f([1]) == 1, {words!r}"),), why=words
        ),
        "attempt": lambda asked: said.Attempt(files=coded(words, asked), why=words),
        "try": lambda asked: reported(words, asked, "failed"),
        "run": lambda asked: reported(words, asked, "failed" if asked.round == 1 else "passed"),
        "reflect": said.Reflection(root_cause=words, went_wrong=words, to_change=words, confidence=0.5, lesson=words),
        "propose": said.Proposal(summary=words, rationale=words, confidence=0.5),
        "criticise": said.Critique(
            points=(said.Point(path="solution.py", line=1, problem=words, severity="low", suggestion=words),),
            strengths=(words[:300],),
            summary=words,
        ),
        "review": lambda asked: reviewed(words, asked),
        "gate": said.Approval(reason=words),
        "patch": lambda asked: said.Patch(files=coded(words, asked), changes=words),
        "attack": by_round(
            said.Attack(tests=(said.Case(name=f"c {words}"[:300], code=f"{BREAKS.code}, {words!r}"),), claim=words),
            said.Attack(claim=words),
        ),
        "siege": lambda asked: reported(words, asked, "failed"),
        "defend": lambda asked: disputed(words, asked),
        "compare": lambda asked: reported(words, asked, "passed"),
        "vote": lambda asked: said.Ballot(ranking=("generator", "implementer"), confidence=0.5, reason=words),
        "explain": said.Explanation(content=words),
        "check": found(words),
    }


def found(words: str) -> Findings:
    """What checks came to, with words wherever a program could put some."""
    return Findings(
        tools=(ToolRun(name=words[:60], version=words[:60], outcome="failed", why=words),),
        findings=(Finding(tool=words[:60], code=words[:60], severity="error", path=words, line=1, message=words),),
        left_off=3,
        metrics={words[:60]: 1.0},
    )


def answers(words: str, confidence: float) -> said.Answers:
    """An answer that leaves something open."""
    return said.Answers(answers=(words,), confidence=confidence, remaining=(words[:300],))


def agrees(words: str) -> said.Negotiation:
    """A seat that accepts."""
    return said.Negotiation(accepts=True, reason=words)


def coded(words: str, asked: Asked) -> dict[str, str]:
    """Code with words in it."""
    return {"solution.py": f'{HALF}"""\n{words}\n{asked.turn.seat} {asked.round}\n"""\n'}


def reported(words: str, asked: Asked, outcome: str) -> said.Report:
    """What came of a run, and words that it printed."""
    each = [{"id": case["id"], "outcome": outcome, "detail": words} for case in asked.job["cases"]]
    return said.Report.model_validate({"outcomes": each, "backend": "pretended", "output": words})


def reviewed(words: str, asked: Asked) -> said.Review:
    """A review with words in it."""
    assert asked.state.setup.review is not None
    scores = tuple(said.Score(criterion=each.name, score=0.5, why=words) for each in asked.state.setup.review.rubric)
    return said.Review(scores=scores, verdict="revise", summary=words)


def disputed(words: str, asked: Asked) -> said.Defence:
    """A defence that mends and disputes."""
    broke = asked.state.attacks_on(str(asked.turn.stamp.thread))[-1].broke
    disputes = tuple(said.Dispute(id=id, reason=words) for id in broke)
    return said.Defence(files=coded(words, asked), explanation=words, disputes=disputes)
