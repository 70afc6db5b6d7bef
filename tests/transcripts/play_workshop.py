"""The golden workshop: a tree that asks, plans, fails, learns, is sent back, is attacked, mends, and votes.

What it makes is kept in `workshop.jsonl`; `python -m tests.transcripts.play_workshop` prints it.
"""

from typing import Any

from moot.formats.workshop import moves as said
from moot.notation.jsonl import as_jsonl
from tests.support.cast import BAD, BREAKS, GOOD, STURDY, Asked, Bench, attack, ballot, by_round, code, defence, opened

DEBATE = "0190a5e0-7c00-7000-8000-00000000000b"
CAST = (
    "architect",
    "generator",
    "implementer",
    "tester",
    "executor",
    "critic",
    "reviewer",
    "red_team",
    "blue_team",
    "teacher",
)
_ASKS = said.Questions(
    questions=(said.Question(question="Größe? 議論 🗣", category="constraints", priority="high"),), confidence=0.4
)
_POINT = said.Point(path="solution.py", line=2, problem="No <types>.", severity="low")


def _decided(asked: Asked) -> said.Move:
    return said.Approval() if asked.state.rejections else said.Rejection(reason="Look again.", back_to="critique")


SCRIPT: dict[str, Any] = {
    "clarify": _ASKS,
    "answer": said.Answers(answers=("Any.",), confidence=0.95),
    "generator negotiate": by_round(
        said.Negotiation(accepts=False, asks=(said.Assignment(seat="implementer", what="Less."),), reason="Both."),
        said.Negotiation(accepts=True, reason="Good."),
    ),
    "generator attempt": code(BAD, GOOD),
    "implementer reflect": None,
    "implementer attempt": code(BAD),
    "criticise": said.Critique(points=(_POINT,), strengths=("Short.",), summary="It *adds*."),
    "gate": _decided,
    "generator patch": said.Patch(files={"solution.py": f"{GOOD}# Typed.\n"}, changes="A remark."),
    "attack": by_round(attack(BREAKS), said.Attack(claim="Nothing new.")),
    "defend": defence(STURDY),
    "critic vote": said.Abstention(reason="I criticised."),
    "tester vote": None,
    "reviewer vote": ballot("generator", "implementer", confidence=0.9, approves=("generator",)),
}


def played() -> Bench:
    """The workshop, played anew by a fixed clock."""
    bench = opened(
        *CAST,
        script=SCRIPT,
        topology="tree",
        planning="dpde",
        dehallucination={"simple": True},
        gates={"after": ["review"]},
        tests=[{"name": "given", "call": "f", "args": [[1, 1]], "expected": 2}],
    )
    bench.debate = DEBATE
    return bench.finish()


if __name__ == "__main__":
    print(as_jsonl(DEBATE, played().lines), end="")
