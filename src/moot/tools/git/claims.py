"""Claims: which workshops the house still has to make commits for. A file for each, gone when all is done."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ValidationError

from moot.formats.workshop import Repo
from moot.locks import taken
from moot.tools.git.repository import read_plain, write_whole

_SUFFIX = ".json"
_FORGOTTEN = 3600.0
"""Seconds after which a claim on a workshop that was never opened is dropped."""


class Claim(BaseModel, frozen=True):
    """What a claim says: which house made it, for a workshop on which repository."""

    house: str
    repo: Repo


class Claims:
    """The folder where worktrees and claims lie; processes of one machine share it, and houses with other databases."""

    def __init__(self, folder: Path, house: str) -> None:
        self.folder = folder
        self.house = house
        """Says whose claims these are: those of another house are not ours to settle."""

    def all(self) -> list[str]:
        """The workshops that this house has claimed."""
        named = sorted(path.stem for path in self.folder.glob(f"*{_SUFFIX}"))
        return [debate for debate in named if self.of(debate) is not None]

    def of(self, debate: str) -> Repo | None:
        """The repository that a workshop works on; None where nothing is left to do for it."""
        told = read_plain(self._path(debate))
        if told is None:
            return None
        try:
            claim = Claim.model_validate_json(told)
        except ValidationError:
            return None
        return claim.repo if claim.house == self.house else None

    def make(self, debate: str, repo: Repo) -> None:
        """Claims a workshop, durably, before it is opened."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._path(debate), Claim(house=self.house, repo=repo).model_dump_json().encode())

    def drop(self, debate: str) -> None:
        """Says that nothing is left to do."""
        self._path(debate).unlink(missing_ok=True)

    def is_forgotten(self, debate: str) -> bool:
        """Whether a workshop that is not there was to be opened long ago."""
        try:
            return time.time() - self._path(debate).stat().st_mtime > _FORGOTTEN
        except FileNotFoundError:
            return False

    def worktree(self, debate: str) -> Path:
        """Where the worktree of a workshop is."""
        return self.folder / debate

    @contextmanager
    def alone(self) -> Generator[None]:
        """While nobody else on this machine works in the folder. A process that dies lets go of it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.folder / ".lock").open("ab") as file:
            taken(file, wait=True)
            yield

    def _path(self, debate: str) -> Path:
        return self.folder / f"{debate}{_SUFFIX}"
