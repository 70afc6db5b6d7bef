"""A scripted cast: workshops played in memory, with an answer for every turn, any of which a test may replace.

Its executor runs code in this process and confines nothing: it is for tests of the rules, on code that the tests wrote.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any, TypeAlias, cast

from moot.debate import Brief, Entry, InvalidInput, Move, Refusal, Tabled, Turn, view, views
from moot.formats.workshop import Findings, Placed, Seen, State, Task, ToolRun, Workshop, builtin_roles, seen
from moot.formats.workshop import format as workshop
from moot.formats.workshop import moves as said
from moot.testing import Transcript
from moot.testing.transcript import SALT

COMPANY = (
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
GOOD = "def f(xs):\n    return sum(xs)\n"
BAD = "def f(xs):\n    return sum(xs) + 1\n"
HALF = "def f(xs):\n    return sum(xs) if xs else None\n"
"""Right, but for no numbers."""
STURDY = "def f(xs):\n    return sum(xs or ())\n"
"""Right, and takes None."""
TASK = "Write f(xs), which adds numbers up."
ONE, NONE = (
    said.Case(name="one and two", code="assert f([1, 2]) == 3"),
    said.Case(name="none", code="assert f([]) == 0"),
)
BREAKS = said.Case(name="nothing", code="assert f(None) == 0")
"""An attack that only sturdy code withstands."""


@dataclass(frozen=True)
class Asked:
    """A turn, and the bench at which it is due."""

    turn: Turn
    bench: "Bench"

    @property
    def state(self) -> State:
        """Where the workshop stands."""
        return self.bench.state

    @property
    def round(self) -> int:
        """The round of the turn."""
        return self.turn.stamp.round or 1

    @property
    def job(self) -> dict[str, Any]:
        """What an executor is given to run."""
        return json.loads(self.bench.brief(self.turn).asks[0].task)


Answer: TypeAlias = Move | Callable[[Asked], Move | None] | None
"""A move, how to find one, or None: the turn lapses."""
Script: TypeAlias = Mapping[str, Answer]
"""Answers by the name of the turn, or by seat and name: `attempt`, `generator attempt`."""


class Bench(Transcript):
    """A workshop that is being played."""

    def __init__(self, setup: Workshop, script: Script) -> None:
        super().__init__(workshop, setup)
        self.script = dict(script)

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.position.state

    @property
    def due(self) -> tuple[Turn, ...]:
        """The turns that it waits for."""
        return tuple(turn for turn in self.position.due() if turn.must)

    @property
    def ending(self) -> str | None:
        """How it ended."""
        last = self.entries[-1]
        return str(last.move["ending"]) if last.kind == "closed" else None

    @property
    def result(self) -> dict[str, Any]:
        """What it ended with."""
        return cast(dict[str, Any], self.entries[-1].move["result"])

    def turn(self, name: str, seat: str | None = None) -> Turn | None:
        """A turn that is due now."""
        return next((turn for turn in self.due if turn.name == name and seat in (None, turn.seat)), None)

    def take(self, turn: Turn, move: Move) -> Entry:
        """Takes a turn and gives its line."""
        before = len(self.entries)
        seat = str(turn.seat)
        self._grow(self._tabled.playing(seat, move, self.clock.advance(seconds=1), label=turn.label, salt=SALT))
        return self.entries[before]

    def lapse(self, turn: Turn, reason: str = "failed") -> Entry:
        """Lets a turn lapse, as the house does when a player failed."""
        before = len(self.entries)
        self._grow(self._tabled.lapsing(turn, self.clock.advance(seconds=1), reason))
        return self.entries[before]

    def refused(self, turn: Turn, move: Move) -> Refusal:
        """Tries a move that must be refused."""
        try:
            self.take(turn, move)
        except InvalidInput as refusal:
            return refusal
        raise AssertionError(f"{move!r} was taken")

    def step(self, turn: Turn | None = None) -> Entry:
        """Answers one turn as the script says, the first of those due."""
        asked = turn or self.due[0]
        move = self.answer(asked)
        return self.lapse(asked) if move is None else self.take(asked, move)

    def until(self, name: str, seat: str | None = None, round: int | None = None) -> Turn:
        """Plays until such a turn is due, and gives it."""
        while not self.position.ended:
            found = [turn for turn in self.due if turn.name == name and seat in (None, turn.seat)]
            if fits := [turn for turn in found if round in (None, turn.stamp.round)]:
                return fits[0]
            self.step()
        raise AssertionError(f"{name} never came: {self.ending}, {[entry.kind for entry in self.entries]}")

    def finish(self) -> "Bench":
        """Plays to the end."""
        for _ in range(1000):
            if self.position.ended:
                return self
            self.step()
        raise AssertionError("it does not end")

    def answer(self, turn: Turn) -> Move | None:
        """What the script says to a turn."""
        keys = (f"{turn.seat} {turn.name}", turn.name)
        said = next((self.script[key] for key in keys if key in self.script), ANSWERS[turn.name])
        return said if said is None or isinstance(said, Move) else said(Asked(turn, self))

    def brief(self, turn: Turn) -> Brief:
        """What the holder of a turn is told."""
        return workshop.brief(self.state, turn, views(self.entries, turn.seat), "plain")

    def told(self, turn: Turn) -> str:
        """The same as one text."""
        brief = self.brief(turn)
        return "\n".join([brief.role, brief.record, *(ask.task for ask in brief.asks)])

    def seen(self, reader: str | None = None) -> Seen:
        """The record as somebody reads it."""
        return seen(views(self.entries, reader))

    def reads(self, reader: str, line: int) -> bool:
        """Whether a seat can read a line now."""
        opened = (entry for entry in self.entries if entry.kind == "revealed" and entry.answers == line)
        lines = (self.entries[line], *opened)
        return any(not view(entry, reader).hidden for entry in lines)

    def of(self, *kinds: str, thread: str | None = None) -> list[Entry]:
        """The lines of some kinds, of one candidate or of all."""
        return [each for each in self.entries if each.kind in kinds and thread in (None, each.stamp.thread)]

    @property
    def phases(self) -> list[str]:
        """The phases that began."""
        return [str(entry.move["phase"]) for entry in self.of("phase_began")]

    def _grow(self, tabled: Tabled) -> None:
        self._tabled = tabled


def opened(
    *roles: str, script: Script | None = None, task: str = TASK, tests: Any = (), files: Any = None, **setup: Any
) -> Bench:
    """A workshop whose task is set; without clarification and planning unless the set-up asks for them."""
    plain: dict[str, Any] = {"title": "Sum", "dehallucination": None, "planning": "none", **setup}
    bench = Bench(Workshop.model_validate({"cast": cast_of(*roles or COMPANY), **plain}), script or {})
    bench.take(bench.due[0], Task(content=task, tests=tests, files=files or {}))
    return bench


def cast_of(*roles: str) -> tuple[Placed, ...]:
    """Seats in these roles, named after them, the second `role-2`; or `seat=job+job` for a role of one's own."""
    known = builtin_roles()
    seats: list[Placed] = []
    for role in roles:
        seat, _, jobs = role.partition("=")
        if jobs:
            seats.append(Placed.model_validate({"seat": seat, "role": seat, "does": jobs.split("+")}))
        else:
            taken = sum(placed.role == role for placed in seats)
            name = role if not taken else f"{role}-{taken + 1}"
            seats.append(Placed(seat=name, role=role, does=known[role].does))
    return tuple(seats)


def code(*versions: str) -> Callable[[Asked], Move]:
    """Attempts with these programs, one a round; the last again where there are more rounds."""
    return lambda asked: attempt(versions[min(asked.round, len(versions)) - 1])


def by_round(*answers: Answer) -> Callable[[Asked], Move | None]:
    """One answer a round; the last again where there are more rounds."""

    def said(asked: Asked) -> Move | None:
        answer = answers[min(asked.round, len(answers)) - 1]
        return answer if answer is None or isinstance(answer, Move) else answer(asked)

    return said


def attempt(text: str) -> said.Attempt:
    """An attempt with this program."""
    return said.Attempt(files={"solution.py": text})


def patch(text: str) -> said.Patch:
    """A patch to this program."""
    return said.Patch(files={"solution.py": text}, changes="It is better.")


def defence(text: str) -> said.Defence:
    """A defence with this program."""
    return said.Defence(files={"solution.py": text}, explanation="It is mended.")


def attack(*cases: said.Case) -> said.Attack:
    """An attack with these tests."""
    return said.Attack(tests=cases, claim="It breaks.")


def suite(*cases: said.Case) -> said.Tests:
    """These tests."""
    return said.Tests(tests=cases)


def ballot(*ranking: str, confidence: float = 1.0, approves: tuple[str, ...] = ()) -> said.Ballot:
    """A vote for these, the best first."""
    return said.Ballot(ranking=ranking, approves=approves, confidence=confidence, reason="By what was run.")


def review(asked: Asked, score: float = 0.8) -> said.Review:
    """The same score for each criterion."""
    agreed = asked.state.setup.review
    assert agreed is not None
    scores = tuple(said.Score(criterion=each.name, score=score) for each in agreed.rubric)
    return said.Review(scores=scores, verdict="accept", summary="It is fine.")


def proposal(asked: Asked) -> said.Proposal:
    """What was attempted, or the good program where nothing was."""
    has = asked.state.candidate(str(asked.turn.seat)).best is not None
    files = None if has else {"solution.py": GOOD}
    return said.Proposal(summary="It adds up.", rationale="It was tested.", confidence=0.8, files=files)


def outcomes(*came: str) -> Callable[[Asked], said.Report]:
    """A report that tells these outcomes, the last again where there are more tests."""

    def report(asked: Asked) -> said.Report:
        cases = [case["id"] for case in asked.job["cases"]]
        each = [{"id": id, "outcome": came[min(place, len(came) - 1)]} for place, id in enumerate(cases)]
        return said.Report.model_validate({"outcomes": each, "backend": "pretended"})

    return report


def ran(asked: Asked) -> said.Report:
    """What really running the tests came to, in this process."""
    job = asked.job
    names: dict[str, Any] = {}
    printed = StringIO()
    with redirect_stdout(printed):
        try:
            for text in job["files"].values():
                exec(text, names)
            each = [_judged(case, names) for case in job["cases"]]
        except Exception as unfit:
            each = [{"id": case["id"], "outcome": "error", "detail": repr(unfit)} for case in job["cases"]]
    return said.Report.model_validate({"outcomes": each, "backend": "pretended", "output": printed.getvalue()})


def _judged(case: Mapping[str, Any], names: dict[str, Any]) -> dict[str, str]:
    try:
        if "code" in case:
            exec(case["code"], dict(names))
            return {"id": case["id"], "outcome": "passed"}
        came = names[case["call"]](*case.get("args", ()), **case.get("kwargs", {}))
    except Exception as raised:
        if case.get("raises") == type(raised).__name__:
            return {"id": case["id"], "outcome": "passed"}
        # As the sandbox has it: code that ends in anything but a failed assertion is an error.
        outcome = "failed" if "call" in case or isinstance(raised, AssertionError) else "error"
        return {"id": case["id"], "outcome": outcome, "detail": repr(raised)}
    passed = "raises" not in case and came == case["expected"]
    return {"id": case["id"], "outcome": "passed" if passed else "failed", "detail": f"gave {came!r}"}


def _preferring(asked: Asked) -> said.Ballot:
    return ballot(*(one.author for one in asked.state.standing))


ANSWERS: Script = {
    "clarify": said.Questions(confidence=1),
    "answer": lambda asked: said.Answers(answers=("As usual.",) * asked.state.asked, confidence=1),
    "plan": lambda asked: said.Plan(
        steps=("Add.",), assignments=(said.Assignment(seat=asked.state.live[0], what="All."),)
    ),
    "own_plan": said.OwnPlan(steps=("Add.",)),
    "negotiate": said.Negotiation(accepts=True, reason="It fits."),
    "test": suite(ONE, NONE),
    "try": ran,
    "attempt": attempt(GOOD),
    "run": ran,
    "reflect": said.Reflection(root_cause="One off.", went_wrong="Sums.", to_change="Add no one.", confidence=0.5),
    "propose": proposal,
    "criticise": said.Critique(summary="It is fine."),
    "review": review,
    "patch": said.Rest(reason="It is good."),
    "attack": said.Attack(claim="Nothing new."),
    "siege": ran,
    "defend": defence(STURDY),
    "compare": ran,
    "vote": _preferring,
    "gate": said.Approval(reason="Go on."),
    "explain": said.Explanation(content="It was tested, so it won."),
    "check": Findings(tools=(ToolRun(name="lint", outcome="clean"),)),
}
"""What everybody says unless a script says otherwise: an untroubled workshop."""
