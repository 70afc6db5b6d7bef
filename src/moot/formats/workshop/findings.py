"""Findings: what programs that check code have to say about a version, with file and line."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from moot.debate import Move
from moot.formats.workshop.moves import Part

MOST_FINDINGS = 200
MOST_TOOLS = 20
MOST_METRICS = 60
FARTHEST = 10**9
"""The most that a line or a column can be."""
Grade: TypeAlias = Literal["info", "warning", "error"]
ToolOutcome: TypeAlias = Literal["clean", "found", "failed", "absent"]
"""It found nothing; it found something; it could not finish; it is not here, or may not run here."""
LONGEST_NAME = 60
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class ToolRun(Part, frozen=True):
    """What became of one check."""

    name: Name
    version: str = Field(default="", max_length=60)
    outcome: ToolOutcome
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    why: str = Field(default="", max_length=400)
    """Why it could not be run to its end."""

    @model_validator(mode="after")
    def _says_why(self) -> "ToolRun":
        if self.outcome in ("failed", "absent") and not self.why:
            raise ValueError("what failed or is absent says why")
        return self


class Finding(Part, frozen=True):
    """One thing that a check found."""

    tool: Name
    code: str = Field(default="", max_length=60)
    severity: Grade
    path: str = Field(default="", max_length=300)
    """Empty where it is about the whole."""
    line: int | None = Field(default=None, ge=1, le=FARTHEST)
    column: int | None = Field(default=None, ge=1, le=FARTHEST)
    message: str = Field(min_length=1, max_length=400)


def _named_once(tools: tuple[ToolRun, ...]) -> tuple[ToolRun, ...]:
    if len({tool.name for tool in tools}) != len(tools):
        raise ValueError("each check once")
    return tools


class Findings(Move, frozen=True):
    """What checks came to on a version."""

    kind: Literal["FINDINGS"] = "FINDINGS"
    tools: Annotated[tuple[ToolRun, ...], Field(max_length=MOST_TOOLS), AfterValidator(_named_once)] = ()
    findings: tuple[Finding, ...] = Field(default=(), max_length=MOST_FINDINGS)
    """The worst first."""
    left_off: int = Field(default=0, ge=0)
    """How many more there are that are not told."""
    metrics: dict[Name, Annotated[float, Field(allow_inf_nan=False)]] = Field(
        default_factory=dict[str, float], max_length=MOST_METRICS
    )
    backend: str = Field(default="", max_length=40)
    """What confined them."""

    @model_validator(mode="after")
    def _fits_its_tools(self) -> "Findings":
        ran = {tool.name: tool.outcome for tool in self.tools}
        for finding in self.findings:
            if ran.get(finding.tool) not in ("found", "failed"):
                raise ValueError(f"{finding.tool!r} found something, so it must be among the tools, as found or failed")
        return self


def graded(findings: Sequence[Mapping[str, object]]) -> dict[str, int]:
    """How many findings there are of each grade, the worst first."""
    grades = [str(each["severity"]) for each in findings]
    return {grade: grades.count(grade) for grade in ("error", "warning", "info")}
