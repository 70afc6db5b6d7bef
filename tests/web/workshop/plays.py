"""Workshops as plays: walked through by the real rules with made-up moves, up to whatever a page has to show."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from moot.debate import Entry, Move, Position, Tabled, Turn, argument_id, views
from moot.formats.workshop import (
    Case,
    Finding,
    Findings,
    Placed,
    Report,
    Task,
    ToolRun,
    Workshop,
    builtin_roles,
    format,
)
from moot.formats.workshop import moves as m

AT = datetime(2026, 11, 16, tzinfo=UTC)
TITLE = "The middle of a list"
TASK = """# The middle of a list

Write `median(numbers)`: the middle value of a list. For an even number of values it is the mean of the two in the
middle. The list may come in **any order**, and must not be changed. An empty list is a `ValueError`."""
FIRST = "def median(numbers):\n    numbers.sort()\n    return numbers[len(numbers) // 2]\n"
SECOND = '''"""The middle of a list."""


def median(numbers):
    """The middle value; the mean of two where there are two."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
'''
MENDED = SECOND.replace(
    "    ordered =", '    if not numbers:\n        raise ValueError("nothing has no middle")\n    ordered ='
)
OTHER = f"from statistics import median\n\n__all__ = ['median']\n# {'A line that is wider than a phone. ' * 3}\n"
ROLES = (
    "generator",
    "implementer",
    "tester",
    "executor",
    "critic",
    "reviewer",
    "red_team",
    "blue_team",
    "judge",
    "teacher",
)
TESTS = (
    Case(name="an odd list", call="median", args=([3, 1, 2],), expected=2),
    Case(name="an even list", call="median", args=([1, 2, 3, 4],), expected=2.5),
    Case(name="says nothing", code="assert True"),
    Case(name="the list stays as it is", code="given = [3, 1]\nmedian(given)\nassert given == [3, 1]"),
)
EMPTY = "try:\n    median([])\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('no error')"


def company(*roles: str) -> tuple[Placed, ...]:
    """Seats named after their roles."""
    known = builtin_roles()
    return tuple(Placed(seat=role, role=role, does=known[role].does) for role in roles)


@dataclass(frozen=True)
class Taken:
    """A turn that was taken."""

    seat: str
    answers: int | None
    move: Move


@dataclass(frozen=True)
class Walk:
    """A workshop that was walked through."""

    setup: Workshop
    first: Move
    taken: tuple[Taken, ...]
    entries: tuple[Entry, ...]

    @property
    def opening(self) -> dict[str, Any]:
        """The body of the request that opens it."""
        told = self.setup.model_dump(mode="json", exclude_none=True)
        for phase in ("dehallucination", "self_evolvement", "review", "optimization", "adversarial"):
            told.setdefault(phase, None)
        return {"setup": told, "role": "owner", "type": "TASK", "move": _fields(self.first)}

    def bodies(self, debate: str, start: int = 0) -> Iterator[dict[str, Any]]:
        """The bodies of the requests that make its moves in a house."""
        for one in self.taken[start:]:
            told = {"role": one.seat, "type": kind_of(one.move), "move": _fields(one.move)}
            yield told if one.answers is None else {**told, "answers": argument_id(debate, one.answers)}


def kind_of(move: Move) -> str:
    """What a move is called."""
    return str(type(move).model_fields["kind"].default)


Until = Callable[[Position, Turn], bool]


def at(phase: str, name: str = "") -> Until:
    """Stops where a turn of this phase, and of this name if there is one, is due."""
    return lambda position, turn: turn.stamp.phase == phase and name in ("", turn.name)


def walked(
    until: Until | None = None, files: Mapping[str, str] | None = None, task: str = TASK, **options: Any
) -> Walk:
    """A workshop, up to a turn that is not taken; to its end where none is named."""
    told: dict[str, Any] = {"title": TITLE, "cast": company(*ROLES), "dehallucination": {"simple": True}, **options}
    setup = Workshop.model_validate(told)
    tests = (Case(name="one value", call="median", args=([7],), expected=7),)
    first = Task(content=task, tests=tests, files=dict(files or {}))
    opened = Tabled.opening(format, setup, AT)
    begun = Tabled.nothing(opened.position).playing("owner", first, AT)
    return _walked(setup, first, begun.position, [*opened.entries, *begun.entries], until)


def _walked(setup: Workshop, first: Move, position: Any, entries: list[Entry], until: Until | None) -> Walk:
    taken: list[Taken] = []
    while not position.ended:
        turn = position.due()[0]
        if until is not None and until(position, turn):
            break
        move = _move(setup, position, turn, entries)
        taken.append(Taken(str(turn.seat), turn.answers, move))
        done = Tabled.nothing(position).playing(
            turn.seat, move, AT + timedelta(seconds=20 * len(taken)), label=turn.label
        )
        position, entries = done.position, [*entries, *done.entries]
    return Walk(setup, first, tuple(taken), tuple(entries))


def _fields(move: Move) -> dict[str, Any]:
    return move.model_dump(mode="json", exclude={"kind"}, exclude_none=True)


def _move(setup: Workshop, position: Any, turn: Turn, entries: Sequence[Entry]) -> Any:
    brief = format.brief(position.state, turn, views(entries, turn.seat), "plain")
    if turn.kinds[0] == "REPORT":
        return report(json.loads(brief.asks[0].task))
    made = {name: each for name, each in _MOVES.items() if name in turn.kinds}
    return made[turn.kinds[0]](setup, turn)


def report(job: Mapping[str, Any]) -> Report:
    """Runs what these plays themselves wrote, in this very process."""
    return Report(outcomes=tuple(_outcomes(job)), backend="here", seconds=0.2)


def _outcomes(job: Mapping[str, Any]) -> Iterator[m.Outcomes]:
    for case in job["cases"]:
        try:
            names: dict[str, Any] = {}
            exec(job["files"].get("solution.py", ""), names)
            came = _came(case, names)
            yield m.Outcomes(id=case["id"], outcome="failed" if came else "passed", detail=came, seconds=0.01)
        except Exception as problem:
            told = f"{type(problem).__name__}: {problem}".strip(": ")
            yield m.Outcomes(id=case["id"], outcome="failed", detail=told, seconds=0.01)


def _came(case: Mapping[str, Any], names: dict[str, Any]) -> str:
    if case.get("code"):
        exec(case["code"], names)
        return ""
    found = names[case["call"]](*case["args"])
    return "" if found == case["expected"] else f"{found!r} instead of {case['expected']!r}"


def _attempt(setup: Workshop, turn: Turn) -> Move:
    text = OTHER if turn.seat == "implementer" else FIRST if turn.stamp.round == 1 else SECOND
    return m.Attempt(files={"solution.py": text}, why="The plain way first.", confidence=0.7)


def _critique(setup: Workshop, turn: Turn) -> Move:
    if turn.stamp.thread == "implementer":
        return m.Critique(points=(), strengths=("As short as can be",), summary="Nothing to mend: the library has it.")
    point = m.Point(
        path="solution.py",
        line=6,
        problem="An empty list ends in an IndexError, and the task wants a ValueError.",
        severity="high",
        suggestion="Look at the length first.",
    )
    small = m.Point(path="solution.py", line=1, problem="The module says less than the function.", severity="low")
    return m.Critique(
        points=(point, small), strengths=("The given list stays as it is",), summary="One case is missing."
    )


def _review(setup: Workshop, turn: Turn) -> Move:
    assert setup.review is not None
    low = turn.stamp.thread == "generator"
    scores = tuple(
        m.Score(criterion=each.name, score=0.6 if low and each.name == "correctness" else 0.85, why=f"For {each.name}.")
        for each in setup.review.rubric
    )
    return m.Review(
        scores=scores, verdict="revise" if low else "accept", summary="Read against the task, line by line."
    )


def _attack(setup: Workshop, turn: Turn) -> Move:
    if (turn.stamp.round or 1) > 1:
        return m.Attack(tests=(), claim="Nothing new breaks it.")
    case = Case(name="an empty list", code=EMPTY)
    return m.Attack(
        tests=(case, Case(name="negative values", code="assert median([-3, -1, -2]) == -2")), claim="Empty."
    )


def _patch(setup: Workshop, turn: Turn) -> Move:
    if turn.stamp.thread == "implementer":
        return m.Rest(reason="There is nothing to gain.")
    return m.Patch(
        files={"solution.py": SECOND + "\n# The middle is where it is.\n"}, changes="Said what the middle is."
    )


def _ballot(setup: Workshop, turn: Turn) -> Move:
    first = "generator" if turn.seat in ("critic", "tester") else "implementer"
    ranking = (first, "implementer" if first == "generator" else "generator")
    return m.Ballot(ranking=ranking, approves=("implementer",), confidence=0.8, reason="It was run, and it held.")


def _found(author: str) -> Findings:
    """One of two has something to mend; a program is missing here."""
    absent = ToolRun(name="bandit", outcome="absent", why="the package bandit is not installed")
    if author == "implementer":
        return Findings(tools=(ToolRun(name="ruff", version="0.17.4", outcome="clean", seconds=0.1), absent))
    found = (
        Finding(
            tool="ruff", code="F821", severity="error", path="solution.py", line=6, message="Undefined <b>name</b>"
        ),
        Finding(tool="ruff", code="E741", severity="warning", path="solution.py", line=2, column=5, message="l is l"),
    )
    return Findings(
        tools=(ToolRun(name="ruff", version="0.17.4", outcome="found", seconds=0.1), absent),
        findings=found,
        left_off=1,
        metrics={"complexity_max": 3.0, "coverage": 87.5},
        backend="bwrap",
    )


_MOVES: Mapping[str, Callable[[Workshop, Turn], Any]] = {
    "QUESTIONS": lambda setup, turn: m.Questions(
        questions=(
            m.Question(question="What of an empty list?", category="edge_cases", priority="high"),
            m.Question(question="Can values be fractions?", category="requirements"),
        ),
        confidence=0.6,
    ),
    "ANSWERS": lambda setup, turn: m.Answers(answers=("A ValueError.", "Yes, any number."), confidence=0.95),
    "PLAN": lambda setup, turn: m.Plan(
        steps=("Write it", "Test it"), assignments=(m.Assignment(seat="generator", what="The plain way."),)
    ),
    "OWN_PLAN": lambda setup, turn: m.OwnPlan(
        steps=("Sort a copy", "Take the middle"), needs=("Tests for even lists",)
    ),
    "NEGOTIATION": lambda setup, turn: m.Negotiation(accepts=True, reason="It leaves room for mine."),
    "TESTS": lambda setup, turn: m.Tests(tests=TESTS, why="What the task says."),
    "ATTEMPT": _attempt,
    "REFLECTION": lambda setup, turn: m.Reflection(
        root_cause="It sorted the list that it was given.",
        went_wrong="Even lists have two in the middle.",
        to_change="Sort a copy, and take the mean of two.",
        confidence=0.8,
        lesson="Never change what you are given.",
    ),
    "PROPOSAL": lambda setup, turn: m.Proposal(
        summary="A copy is sorted, and its middle taken." if turn.seat == "generator" else "The library has it.",
        rationale="It is **short**, and every test passes.",
        confidence=0.9,
    ),
    "CRITIQUE": _critique,
    "REVIEW": _review,
    "PATCH": _patch,
    "ATTACK": _attack,
    "DEFENCE": lambda setup, turn: m.Defence(
        files={"solution.py": MENDED}, explanation="Nothing has no middle: said so."
    ),
    "BALLOT": _ballot,
    "APPROVAL": lambda setup, turn: m.Approval(reason="Go on."),
    "FINDINGS": lambda setup, turn: _found(str(turn.stamp.thread)),
    "EXPLANATION": lambda setup, turn: m.Explanation(content="What is in the library need not be **written** again."),
}


@cache
def whole() -> Walk:
    """Decided by vote, with checks and a gate that was opened."""
    return walked(gates={"after": ["proposal"]}, checks={"after": ["proposal"]})


@cache
def gated() -> Walk:
    """At a gate that is shut."""
    return walked(at("proposal", "gate"), gates={"after": ["proposal"]})


@cache
def voting() -> Walk:
    """Some have voted, and their ballots lie face down."""
    return walked(lambda _, turn: turn.name == "vote" and turn.seat == "red_team")


@cache
def answering() -> Walk:
    """The owner is asked."""
    return walked(at("dehallucination", "answer"))
