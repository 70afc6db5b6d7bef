"""Testing a candidate: every case is judged alone, whatever became of those before it."""

from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Literal

from pydantic import BaseModel

from moot.debate import InvalidInput
from moot.sandbox.backends import PYTHON
from moot.sandbox.harness.examination import STARTING, Examination
from moot.sandbox.harness.job import Case, Job, encoded
from moot.sandbox.harness.judging import DETAIL, Judged
from moot.sandbox.limits import Limits, Ran, must_be_files
from moot.sandbox.sandbox import Sandbox
from moot.sandbox.words import plain

DRIVER = Path(__file__).with_name("driver.py")
ALONE = """
def alone(names):
    exec({source!r}, names)
    return names["answer"]
answer = alone({{"__name__": __name__, "__builtins__": dict(vars(__import__("builtins")))}})
"""
"""Runs the driver in a namespace that no module has; it returns only where somebody else does the talking."""
OUTPUT = 2000
WHOLE = 6
"""How many times the time of one case all of them together may take."""


class Report(BaseModel, frozen=True):
    """What the cases showed."""

    backend: str
    outcomes: tuple[Judged, ...]
    why: Literal["exit", "timeout", "memory", "output", "signal", "refused"]
    output: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every case did."""
        return all(one.outcome == "passed" for one in self.outcomes)


async def examined(job: Job, sandbox: Sandbox) -> Report:
    """Puts a candidate to its cases; where one brings the guest down, the rest go to a fresh one."""
    try:
        must_be_files(encoded(job))
    except InvalidInput as unfit:
        return _unfit(job, sandbox, unfit.message)
    began = monotonic()
    until = began + WHOLE * job.timeout + STARTING
    done: dict[str, Judged] = {}
    why, output = "exit", b""
    while left := [case for case in job.cases if case.id not in done]:
        if (time_left := until - monotonic()) <= 0:
            done |= _rest(left, Judged(id="", outcome="not_run", detail="the time for all cases together was up"))
            break
        examination, ran = await _sitting(job, left, sandbox, time_left)
        done |= examination.judged
        output += ran.stderr
        why = ran.why if why == "exit" else why
        if examination.unfit is not None:
            done |= _rest([case for case in left if case.id not in done], examination.unfit)
    outcomes = tuple(done[case.id] for case in job.cases)
    seconds = round(monotonic() - began, 4)
    return Report(backend=sandbox.name, outcomes=outcomes, why=why, output=plain(output, OUTPUT), seconds=seconds)


def _unfit(job: Job, sandbox: Sandbox, why: str) -> Report:
    """The report on files that cannot be laid out."""
    outcomes = _rest(list(job.cases), Judged(id="", outcome="error", detail=plain(why, DETAIL)))
    return Report(backend=sandbox.name, outcomes=tuple(outcomes.values()), why="refused", output="", seconds=0.0)


async def _sitting(job: Job, cases: list[Case], sandbox: Sandbox, time_left: float) -> tuple[Examination, Ran]:
    """One guest, as far as it gets."""
    examination = Examination(job, cases)
    limits = replace(Limits(), wall=time_left, cpu=time_left + 1, memory=job.memory)
    argv = (PYTHON, "-I", "-B", "-u", "-c", ALONE.format(source=DRIVER.read_text(encoding="utf-8")))
    ran = await sandbox.run(encoded(job), argv, limits, examination)
    examination.close(ran)
    return examination, ran


def _rest(cases: list[Case], alike: Judged) -> dict[str, Judged]:
    return {case.id: alike.model_copy(update={"id": case.id}) for case in cases}
