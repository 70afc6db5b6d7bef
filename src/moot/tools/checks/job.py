"""The job: files to be checked, on what, and by what."""

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from moot.debate import InvalidInput
from moot.tools.checks.check import Tree
from moot.tools.checks.trees import commit_files

AUTO = "auto"
"""Every check that there is something to look at for."""


class RepoJob(BaseModel, frozen=True, extra="forbid"):
    """The commit that the files are laid over."""

    path: str
    commit: str


class CheckJob(BaseModel):
    """Files to be checked, and by what."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    job: Literal["checks"]
    files: dict[str, str]
    repo: RepoJob | None = None
    run: tuple[str, ...] = (AUTO,)
    timeout: float = Field(default=60.0, gt=0, le=600, allow_inf_nan=False)
    """Seconds that one check may take."""
    memory: int = Field(default=1024, ge=64, le=8192)
    """Megabytes."""


def read_job(task: str) -> CheckJob:
    """The job in a text, or a refusal that says what is wrong with it."""
    try:
        return CheckJob.model_validate(json.loads(task))
    except (ValidationError, ValueError, RecursionError) as unfit:
        raise InvalidInput(f"This is not a job of checks: {unfit}.") from None


def tree_of(job: CheckJob) -> Tree:
    """The files of a version, laid over those of the commit."""
    own = {name: text.encode("utf-8", "backslashreplace") for name, text in job.files.items()}
    return own if job.repo is None else {**commit_files(Path(job.repo.path), job.repo.commit), **own}
