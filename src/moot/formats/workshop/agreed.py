"""Parts of a set-up that are off unless they are asked for: the repository it works on, and checks by programs."""

from pathlib import PurePath
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, Field

from moot.formats.workshop.texts import Line

Hook: TypeAlias = Literal["proposal", "optimization", "adversarial", "convergence"]
HOOKS: tuple[Hook, ...] = get_args(Hook)
"""The phases after which versions can be checked."""


class Part(BaseModel, frozen=True, extra="forbid"):
    """A part of the set-up."""


def _absolute(path: str) -> str:
    if not PurePath(path).is_absolute():
        raise ValueError("must be an absolute path")
    return path


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) != len(names):
        raise ValueError("each only once")
    return names


class Repo(Part, frozen=True):
    """The git repository that a workshop works on, and where it starts."""

    path: Annotated[str, AfterValidator(_absolute)] = Field(min_length=1, max_length=4096)
    """On the machine of the house."""
    commit: str = Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")
    """The commit it starts from."""
    keep: bool = False
    """Whether its worktree stays when the workshop is over; its branch always does."""


class Checks(Part, frozen=True):
    """After which phases versions are checked by programs, and by which."""

    after: Annotated[tuple[Hook, ...], AfterValidator(_each_once)] = Field(default=HOOKS, min_length=1)
    run: Annotated[tuple[Line, ...], AfterValidator(_each_once)] = Field(default=("auto",), min_length=1, max_length=20)
    """Checks by name or by kind; `auto`: all that there is something to look at for."""
    timeout: float = Field(default=60, ge=1, le=600, allow_inf_nan=False)
    """Seconds that one check may take."""
    memory: int = Field(default=1024, ge=64, le=8192)
    """Megabytes."""
