"""The verbs about the git repository that a workshop works on: its commits, what changed, and where lines come from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from moot.debate import ActionNotAllowed, InvalidInput, NothingThere
from moot.desk.callers import Caller
from moot.desk.git_replies import (
    BlameLine,
    CommitTold,
    FileTold,
    GitBlame,
    GitDiff,
    GitDiscarded,
    GitHistory,
    GitTold,
    VersionCommit,
)
from moot.desk.repositories import Branch, Origin, Repositories
from moot.desk.workshops import Auditing
from moot.engine import Standing
from moot.formats.workshop import Repo, Seen
from moot.formats.workshop.state import Version

_SHORTEST = 7
"""How many signs of a commit must be given."""


@dataclass(frozen=True, slots=True)
class Commits:
    """The commits of a workshop that a reader may read, by the numbers of their versions; 0 is where it started."""

    by_number: Mapping[int, str]

    def named(self, given: str | None, usual: int) -> str:
        """The commit that is meant by the number of a version, or by the beginning of a commit."""
        name = str(usual) if given is None else given.strip().lower()
        number = int(name) if name.isascii() and name.isdigit() and len(name) < _SHORTEST else None
        if number is not None and number in self.by_number:
            return self.by_number[number]
        fits = {id for id in self.by_number.values() if len(name) >= _SHORTEST and id.startswith(name)}
        if len(fits) == 1:
            return fits.pop()
        raise NothingThere(
            f"There is no commit {name[:60]!r} of this workshop that you may read.",
            suggestion="Name a version by its number, 0 for where it started, or a commit by at least 7 signs.",
        )

    def number(self, commit: str | None) -> int | None:
        """The number of the version that a commit is."""
        return next((number for number, id in self.by_number.items() if id == commit), None)


@dataclass(frozen=True, slots=True)
class Worksite:
    """A workshop with its repository, as a reader may see it."""

    debate: str
    standing: Standing
    known: Seen
    repo: Repo
    git: Repositories
    branch: Branch
    versions: tuple[Version, ...]
    """In the order they were made: the first has the number 1."""
    commits: Commits

    @property
    def usual(self) -> int:
        """The version that is looked at where none is named: what the branch points to."""
        return self.commits.number(self.branch.tip) or 0


class Branching(Auditing):
    """The part of the desk where the commits of a workshop are looked into."""

    async def git(self, caller: Caller, debate_id: str) -> GitTold:
        """How a workshop stands in its repository: its branch, and a commit for each version."""
        site = await self._site(caller, debate_id)
        why = await site.git.misfits(site.repo, _unmade(site))
        ours = {site.repo.commit, *site.branch.commits.values()}
        return GitTold(
            debate_id=site.debate,
            path=site.repo.path,
            start=site.repo.commit,
            branch=site.branch.name,
            tip=site.branch.tip,
            version=site.commits.number(site.branch.tip),
            agreed=site.standing.position.status == "decided",
            moved=site.branch.tip is not None and site.branch.tip not in ours,
            worktree=site.branch.worktree,
            versions=tuple(_versions_told(site, why)),
        )

    async def git_diff(
        self, caller: Caller, debate_id: str, *, from_: str | None = None, to: str | None = None
    ) -> GitDiff:
        """What changed from one version or commit to another: from the start to the branch where none is named."""
        site = await self._site(caller, debate_id)
        one, other = site.commits.named(from_, 0), site.commits.named(to, site.usual)
        found = await site.git.diff(site.repo, one, other)
        return GitDiff(
            debate_id=site.debate,
            from_commit=one,
            to_commit=other,
            diff=found.unified,
            files=tuple(
                FileTold(path=each.path, how=each.how, added=each.added, removed=each.removed) for each in found.files
            ),
            cut=found.cut,
        )

    async def git_history(
        self, caller: Caller, debate_id: str, *, path: str, at: str | None = None, limit: int = 50
    ) -> GitHistory:
        """The commits that changed a file, those before the workshop too."""
        site = await self._site(caller, debate_id)
        commit = site.commits.named(at, site.usual)
        found = await site.git.history(site.repo, commit, _must_be_path(path), limit)
        told = tuple(_commit_told(site, each) for each in found.commits)
        return GitHistory(debate_id=site.debate, path=path, at=commit, commits=told, more=found.more)

    async def git_blame(self, caller: Caller, debate_id: str, *, path: str, at: str | None = None) -> GitBlame:
        """A file line by line, each with the commit that it came with."""
        site = await self._site(caller, debate_id)
        commit = site.commits.named(at, site.usual)
        found = await site.git.blame(site.repo, commit, _must_be_path(path))
        lines = (BlameLine(number=n, text=text, commit=id) for n, (id, text) in enumerate(found.lines, start=1))
        told = tuple(_commit_told(site, each) for each in found.commits)
        return GitBlame(debate_id=site.debate, path=path, at=commit, lines=tuple(lines), commits=told)

    async def git_discard(self, caller: Caller, debate_id: str) -> GitDiscarded:
        """Removes what a workshop that is over has left in the repository. The record stays."""
        caller.must_own()
        site = await self._site(caller, debate_id)
        if not site.standing.position.ended:
            raise ActionNotAllowed(
                "The workshop is under way, and its commits are still being made.",
                suggestion="Wait for its end, or call it off.",
                current_state=site.standing.position.status,
            )
        count = await site.git.discard(site.debate, site.repo)
        return GitDiscarded(debate_id=site.debate, branch=site.branch.name, refs=count)

    async def _site(self, caller: Caller, debate_id: str) -> Worksite:
        debate, standing, known = await self._workshop(caller, debate_id)
        repo, git = known.setup.repo, self._house.git
        if repo is None or git is None:
            raise InvalidInput(
                "This workshop works on no git repository.",
                suggestion="Open one with: moot workshop run TASK.md --repo PATH; its versions: moot workshop versions",
            )
        await git.settle(debate)
        branch = await git.stands(debate, repo)
        made = (version for one in known.state.candidates for version in one.versions)
        there = tuple(sorted(made, key=lambda version: version.line))
        read = {
            number: branch.commits[version.line]
            for number, version in enumerate(there, start=1)
            if version.line in branch.commits and known.files(version.line) is not None
        }
        return Worksite(debate, standing, known, repo, git, branch, there, Commits({0: repo.commit, **read}))


def _unmade(site: Worksite) -> dict[int, dict[str, str]]:
    """The files of the versions that have no commit, as far as the reader may read them."""
    lines = (version.line for version in site.versions if version.line not in site.branch.commits)
    return {line: files for line in lines if (files := site.known.files(line)) is not None}


def _versions_told(site: Worksite, why: Mapping[int, str]) -> Iterator[VersionCommit]:
    for number, version in enumerate(site.versions, start=1):
        yield VersionCommit(
            version_number=number,
            seq=version.line,
            by=version.by,
            commit=site.commits.by_number.get(number),
            why_not=why.get(version.line),
        )


def _commit_told(site: Worksite, each: Origin) -> CommitTold:
    return CommitTold(
        commit=each.commit,
        author=each.author,
        at=each.at,
        subject=each.subject,
        version=site.commits.number(each.commit) or None,
    )


def _must_be_path(path: str) -> str:
    if not path or len(path) > 4096 or path.startswith("/") or {"", ".", ".."} & set(path.split("/")):
        raise InvalidInput(f"{path[:60]!r} is no path in a repository.", suggestion="Write it such as: src/part.py")
    return path
