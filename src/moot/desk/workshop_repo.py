"""The part of the desk where a workshop is given the git repository that it works on."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from moot.debate import DebateNotFound, InvalidInput, Setup
from moot.desk.house import AtDesk, said
from moot.desk.repositories import Repositories
from moot.formats.workshop import Repo, State, Workshop
from moot.notation import all_clean

_MOST_NAMED = 40


class RepoWish(BaseModel, frozen=True, extra="forbid"):
    """The repository that whoever opens a workshop names."""

    path: str = Field(min_length=1, max_length=4096)
    keep: bool = False
    """Whether its worktree stays when it is over."""
    committed_only: bool = False
    """Whether what is not committed may be left out of it."""
    only: tuple[str, ...] | None = Field(default=None, max_length=_MOST_NAMED)
    """Which files come along with the task: patterns or folders; None: all."""


class Siting(AtDesk):
    """Where repositories of the machine are looked at. Only the owner of the house comes here."""

    async def _sited(self, debate: str, wish: Mapping[str, Any]) -> tuple[Repo, dict[str, str]]:
        """The repository that is wished for, and the files of it that come along.

        For a workshop that was opened before it is what it was given then, wherever the repository is by now.
        """
        all_clean(wish, "repo")
        try:
            wished = RepoWish.model_validate(wish)
        except ValidationError as unfit:
            raise InvalidInput(f"repo: {said(unfit)}") from None
        git = self._must_know_git()
        repo = await self._given_before(debate)
        if repo is None:
            repo = await git.chosen(wished.path, keep=wished.keep, committed_only=wished.committed_only)
        return repo, await git.along(repo, wished.only)

    async def _claim(self, debate: str, setup: Setup) -> None:
        """Sees to it that commits are made for a workshop that is about to be opened."""
        if not isinstance(setup, Workshop) or setup.repo is None:
            return
        git = self._must_know_git()
        if await self._given_before(debate) is None:
            await git.begin(debate, setup.repo)

    async def _given_before(self, debate: str) -> Repo | None:
        try:
            state = (await self._house.steward.recalled(debate)).position.state
        except DebateNotFound:
            return None
        return state.setup.repo if isinstance(state, State) else None

    def _must_know_git(self) -> Repositories:
        if self._house.git is None:
            raise InvalidInput("This house works on no git repositories.", suggestion="Send the files alone.")
        return self._house.git
