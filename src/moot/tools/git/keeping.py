"""What is done in a repository for a workshop, from its beginning to its end. All of it can be done again."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from dulwich.objects import ObjectID

from moot.debate import ActionNotAllowed, UnfitRepository
from moot.desk.repositories import Branch
from moot.formats.workshop import Repo
from moot.tools.git.claims import Claims
from moot.tools.git.dirt import must_be_clean
from moot.tools.git.refs import (
    branch_of,
    commit_at,
    is_in_use,
    keep_versions,
    move_branch,
    must_have_room,
    remove_refs,
    versions_kept,
)
from moot.tools.git.repository import Repository, must_be_writable, opened, unfit
from moot.tools.git.snapshots import Course, commits_of
from moot.tools.git.trees import Misfit, leaves, must_fit
from moot.tools.git.worktree import is_of_a_house, put_up, remove_folder, take_down

T = TypeVar("T")


def within(path: str, do: Callable[[Repository], T]) -> T:
    """Does something in the repository at a path; what cannot be read or written there is a refusal."""
    try:
        with opened(Path(path)) as there:
            return do(there)
    except OSError as trouble:
        what = f"{path!r} cannot be worked on: {trouble.strerror or trouble}."
        raise unfit("broken", what, "Look at it with: git fsck") from trouble


def choose(path: str, keep: bool, committed_only: bool) -> Repo:
    """The repository at a path, with the commit that its working tree is at."""
    if not Path(path).is_absolute():
        raise unfit(
            "missing", f"{path!r} is no absolute path.", "Name it from the root of the machine of the house on."
        )

    def look(there: Repository) -> Repo:
        _must_be_the_users(there)
        head = there.head()
        if not committed_only:
            must_be_clean(there, head)
        return Repo(path=str(there.path), commit=head.decode(), keep=keep)

    return within(str(Path(path).resolve()), look)


def begin(there: Repository, claims: Claims, debate: str, repo: Repo) -> None:
    """Claims a workshop that is about to be opened; refused where its branch could not be made."""
    _must_be_the_users(there)
    must_be_writable(there)
    must_have_room(there)
    for _ in leaves(there, there.commit(commit_id(repo.commit)).tree):
        pass
    if claims.of(debate) is None and commit_at(there, branch_of(debate)) is not None:
        what = f"{repo.path!r} has a branch 'debate/{debate}' already."
        raise unfit("branch_in_the_way", what, "Open the workshop under another id.")
    claims.make(debate, repo)


def keep_up(claims: Claims, debate: str, repo: Repo, course: Course) -> None:
    """Makes the commits of a record and points the branch to the best; when it is over, tidies up."""
    with claims.alone():
        if claims.of(debate) is None:
            return
        try:
            within(repo.path, lambda there: _keep_up(there, claims, debate, repo, course))
        except UnfitRepository:
            if course.over and not repo.keep:
                remove_folder(claims.worktree(debate))
            raise
        if course.over:
            claims.drop(debate)


def stands(there: Repository, claims: Claims, debate: str) -> Branch:
    """How a workshop stands in its repository."""
    tip, root = commit_at(there, branch_of(debate)), claims.worktree(debate)
    return Branch(
        name=f"debate/{debate}",
        tip=None if tip is None else tip.decode(),
        worktree=str(root) if root.is_dir() else None,
        commits={line: id.decode() for line, id in versions_kept(there, debate).items()},
    )


def misfits(there: Repository, repo: Repo, versions: Mapping[int, Mapping[str, str]]) -> dict[int, str]:
    """Why these versions can have no commit, for those that cannot."""
    tree = there.commit(commit_id(repo.commit)).tree
    found: dict[int, str] = {}
    for line, files in versions.items():
        try:
            must_fit(there, tree, files)
        except Misfit as why:
            found[line] = str(why)
    return found


def discard(there: Repository, claims: Claims, debate: str, repo: Repo) -> int:
    """Removes the branch, the refs and the worktree of a workshop that is over; how many refs there were."""
    with claims.alone():
        tip = commit_at(there, branch_of(debate))
        ours = {commit_id(repo.commit), *versions_kept(there, debate).values()}
        if is_in_use(there, debate) or (tip is not None and tip not in ours):
            raise ActionNotAllowed(
                f"The branch 'debate/{debate}' is checked out, or has commits of yours: it is left alone.",
                suggestion=f"Check out another branch, and remove it with: git branch -D debate/{debate}",
            )
        take_down(there, debate, claims.worktree(debate))
        claims.drop(debate)
        return remove_refs(there, debate)


def commit_id(hex: str) -> ObjectID:
    """A commit as the library names it."""
    return ObjectID(hex.encode())


def _keep_up(there: Repository, claims: Claims, debate: str, repo: Repo, course: Course) -> None:
    start, root = commit_id(repo.commit), claims.worktree(debate)
    made = commits_of(there, debate, start, course.snapshots)
    keep_versions(there, debate, made.commits)
    best = start if course.best is None else made.commits.get(course.best, start)
    move_branch(there, debate, best, {start, *made.commits.values()})
    if course.over and not repo.keep:
        take_down(there, debate, root)
    else:
        put_up(there, debate, root, best)


def _must_be_the_users(there: Repository) -> None:
    if is_of_a_house(there):
        what = f"{str(there.path)!r} is the worktree of a workshop, and not yours."
        raise unfit("in_a_worktree", what, "Name the repository that it belongs to.")
