"""Checks by programs, asked for in a turn."""

from collections.abc import Sequence

from pydantic import Field

from moot.engine import Told, Tool
from moot.formats.workshop import Finding, Findings
from moot.tools.checks import Checker
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.site import Site

SECONDS = 20.0
MOST_TOLD = 60


class Checking(Arguments, frozen=True):
    """What is checked, and by what."""

    candidate: str | None = Field(
        default=None, max_length=60, description="Whose newest version; else the task's files."
    )
    run: tuple[str, ...] = Field(
        default=("auto",), min_length=1, max_length=10, description="Names or kinds of checks: ruff, tests, security."
    )


def checking(site: Site, checker: Checker) -> Sequence[Tool]:
    """The tool that runs checks."""

    async def run_checks(asked: Checking) -> Told:
        found = await checker.check(site.of_candidate(asked.candidate), asked.run, seconds=SECONDS)
        return Told(_told(found), cut=bool(found.left_off) or len(found.findings) > MOST_TOLD)

    about = "Runs the linters, scanners and tests that fit the files, in the sandbox."
    return (tool("run_checks", about, Checking, run_checks),)


def _told(found: Findings) -> str:
    ran = [f"{each.name}: {each.outcome}" + (f" ({each.why})" if each.why else "") for each in found.tools]
    return "\n".join([*ran, *map(_finding, found.findings[:MOST_TOLD])]) or "There is nothing to check."


def _finding(each: Finding) -> str:
    place = ":".join(str(part) for part in (each.path, each.line, each.column) if part)
    return " ".join(filter(None, [place, each.severity, each.tool, each.code, each.message]))
