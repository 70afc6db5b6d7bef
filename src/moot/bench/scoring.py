"""Scoring: an answer against how its task is checked. Code is run in a sandbox, and nowhere else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from moot.bench.extraction import letter_in, patch_in, program_in
from moot.bench.measures import measured
from moot.bench.patches import applies, fault_of, localisation
from moot.bench.task import Choice, Contains, Exact, Number, Passes, Patch, Task
from moot.formats.roundtable import number_in
from moot.sandbox import Case, Job, Judged, Sandbox, examined

MODULE = "solution"
LONGEST = 200_000
"""The most characters of a program that is run."""
_WHOLE = re.compile(r"^(?:async )?def ", re.MULTILINE)
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Score:
    """How an answer came out."""

    passed: bool | None
    """None: nothing here can tell."""
    why: str = ""
    """What speaks against it, or why nobody can tell."""
    metrics: Mapping[str, float] = field(default_factory=dict[str, float])
    """What was measured of it beside; what could not be is absent."""


@dataclass(frozen=True, slots=True)
class Examiner:
    """Whoever scores answers: with a sandbox where there is code, and repositories where there are patches."""

    sandbox: Sandbox | None = None
    repos: Path | None = None
    """A folder with clones, each named `owner__name`."""
    measure: bool = False
    """Whether programs are also measured by the tools that are installed; that takes longer than running them."""

    async def score(self, task: Task, answer: str) -> Score:
        """How an answer came out."""
        match task.check:
            case Exact(text):
                return _told(answer.strip() == text.strip(), f"not {_short(text)}")
            case Contains(texts):
                missing = [text for text in texts if text.casefold() not in answer.casefold()]
                return _told(not missing, f"without {_short(', '.join(missing))}")
            case Number(value):
                return _number(answer, value)
            case Choice(letter, options):
                said = letter_in(answer, options)
                return _told(said == letter, "no letter of an option" if said is None else f"{said}, not {letter}")
            case Passes() as tests:
                return await self._run(tests, answer)
            case Patch() as patch:
                return await self._patch(patch, patch_in(answer))

    async def _run(self, tests: Passes, answer: str) -> Score:
        own = program_in(answer)
        program = tests.head + own
        outcomes, seconds = await self.tried(program, tests.cases, tests.seconds)
        bad = [one for one in outcomes if one.outcome != "passed"]
        why = "; ".join(f"{one.id}: {one.outcome} {one.detail or ''}".strip() for one in bad)
        metrics = {"correctness": (len(outcomes) - len(bad)) / len(outcomes), "run_seconds": seconds}
        if self.measure and len(program) <= LONGEST:
            # The rest of a function is measured with its beginning; a whole one alone, without the other's stub.
            metrics |= await measured(own if _WHOLE.search(own) else program)
        return Score(not bad, _short(why), metrics)

    async def tried(
        self, program: str, cases: Sequence[tuple[str, str]], seconds: float
    ) -> tuple[tuple[Judged, ...], float]:
        """How a program does on tests, and how long that took."""
        if len(program) > LONGEST:
            long = f"the program has {len(program)} characters; {LONGEST} can be run"
            return tuple(Judged(id=id, outcome="not_run", detail=long) for id, _ in cases), 0.0
        assert self.sandbox is not None
        made = tuple(Case(id=id, code=code) for id, code in cases)
        files = {f"{MODULE}.py": program}
        job = Job(job="tests", language="python", files=files, module=MODULE, cases=made, timeout=seconds)
        report = await examined(job, self.sandbox)
        return report.outcomes, report.seconds

    async def _patch(self, patch: Patch, given: str) -> Score:
        fault = fault_of(given)
        metrics = {"well_formed": float(fault is None), **localisation(given, patch.gold)}
        cannot = "tests not run"
        repo = None if self.repos is None else self.repos / patch.repo.replace("/", "__")
        if fault is not None or repo is None or not repo.exists():
            return Score(None, f"{cannot}{'' if fault is None else f'; no patch: {fault}'}", metrics)
        fits, said = await applies(given, repo, patch.commit)
        if fits is None:
            return Score(None, f"{cannot}; {said}", metrics)
        return Score(
            None, cannot if fits else f"{cannot}; it does not apply: {said}", {**metrics, "applies": float(fits)}
        )


def _number(answer: str, value: str) -> Score:
    said, right = number_in(answer), number_in(value)
    return _told(said is not None and said == right, "no number" if said is None else f"{said}, not {right}")


def _told(passed: bool, why: str) -> Score:
    return Score(passed, "" if passed else why)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
