"""Running code of a turn in the sandbox: a snippet among the files, or a candidate put to cases."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field, ValidationError

from moot.debate import InvalidInput
from moot.engine import Told, Tool
from moot.sandbox import Job, examined, sandbox
from moot.tools.turn.guests import Guest, hosted, outcome
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.site import Site, Tree

MOST_CASES = 20
_SNIPPET = "snippet.py"


class Running(Arguments, frozen=True):
    """A snippet."""

    code: str = Field(min_length=1, max_length=40_000, description="A Python program; it can import the files.")
    candidate: str | None = Field(default=None, max_length=60, description="Whose version lies around it.")


class Testing(Arguments, frozen=True):
    """A candidate and its cases."""

    candidate: str | None = Field(default=None, max_length=60, description="Whose newest version is tested.")
    files: dict[str, str] | None = Field(default=None, description="Or files of your own, laid over those of the task.")
    cases: tuple[dict[str, Any], ...] = Field(
        min_length=1,
        max_length=MOST_CASES,
        description='Each {"call": "f", "args": [1], "expected": 2}, or with "raises" instead of "expected", '
        'or {"code": "assert f(1) == 2"}.',
    )


def running(site: Site, *, unconfined: bool) -> Sequence[Tool]:
    """The tools that run code."""

    async def run_code(asked: Running) -> Told:
        tree = site.of_candidate(asked.candidate)
        guest = Guest(("python", "-B", f"../{_SNIPPET}"), tree, {_SNIPPET: _bytes(asked.code)}, {"PYTHONPATH": ".:src"})
        ran = await hosted(guest, unconfined=unconfined)
        return Told(outcome(ran), ok=(ran.why, ran.exit_code) == ("exit", 0))

    async def run_tests(asked: Testing) -> Told:
        own = {path: _bytes(text) for path, text in (asked.files or {}).items()}
        job = _job({**site.of_candidate(asked.candidate), **own}, site.module, asked.cases)
        report = await examined(job, await sandbox(unconfined=unconfined))
        lines = [f"{one.id}: {one.outcome}" + (f", {one.detail}" if one.detail else "") for one in report.outcomes]
        said = [f"It printed:\n{report.output}"] if report.output.strip() else []
        return Told("\n".join([*lines, *said]), ok=report.passed)

    return (
        tool("run_code", "Runs a Python program in the sandbox, with the files around it.", Running, run_code),
        tool("run_tests", "Puts a candidate, or files of your own, to cases in the sandbox.", Testing, run_tests),
    )


def _job(tree: Tree, module: str, cases: Sequence[dict[str, Any]]) -> Job:
    files = {path: text.decode("utf-8", "replace") for path, text in tree.items() if path.endswith(".py")}
    numbered = [{**case, "id": f"case {number}"} for number, case in enumerate(cases, start=1)]
    try:
        return Job.model_validate(
            {"job": "tests", "language": "python", "files": files, "module": module, "cases": numbered, "timeout": 5}
        )
    except ValidationError as unfit:
        faults = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in unfit.errors()[:3])
        raise InvalidInput(f"These are no cases: {'; '.join(faults)}.") from None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
