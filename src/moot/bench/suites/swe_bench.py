"""SWE-bench: an issue of a repository, to be answered with a patch. Its tests need images that are not here."""

from pathlib import Path

from pydantic import BaseModel, Field

from moot.bench.data import tasks_in
from moot.bench.suites.suite import Suite
from moot.bench.task import Patch, Task

NOT_RUN = "the tests were not run: they need the container images of the projects, so nothing here says `resolved`"
_MOST = 48_000


class _Row(BaseModel, frozen=True):
    instance_id: str
    repo: str
    base_commit: str = Field(pattern=r"^[0-9a-f]{7,64}$")
    problem_statement: str = Field(min_length=1)
    patch: str = Field(min_length=1)


def _made(row: _Row, number: int) -> Task:
    prompt = (
        f"The repository {row.repo} at commit {row.base_commit[:12]} has this issue. Answer with a patch that "
        f"solves it: a unified diff with paths from the root of the repository (--- a/…, +++ b/…).\n\n"
        f"{_shortened(row.problem_statement)}"
    )
    return Task(row.instance_id, prompt, Patch(row.patch, row.repo, row.base_commit), row.repo)


def _shortened(text: str) -> str:
    """The text, cut where it is longer than can be asked; then it says so."""
    kept = text.encode()[:_MOST].decode(errors="ignore")
    return text if kept == text else f"{kept}\n(cut here: {len(text) - len(kept)} more characters)"


def _read(path: Path) -> tuple[Task, ...]:
    return tasks_in(path, _Row, _made)


swe_bench = Suite(
    "swe_bench",
    "issues of real repositories: whether a patch is one, applies, and changes the right files",
    "JSON lines of SWE-bench, Lite or Verified, with instance_id, repo, base_commit, problem_statement and patch",
    _read,
    cannot=NOT_RUN,
)
