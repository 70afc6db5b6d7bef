"""The refs of a workshop in the user's repository: its branch, and one for each version. No others are written."""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from dulwich.file import FileLocked
from dulwich.objects import ObjectID
from dulwich.refs import Ref

from moot.debate import Outage
from moot.tools.git.repository import Repository, read_plain, unfit

_STALE = 60.0
"""Seconds after which a lock on a ref of ours was left behind by somebody who is gone."""


def branch_of(debate: str) -> Ref:
    """The branch of a workshop."""
    return Ref(f"refs/heads/debate/{debate}".encode())


def version_ref(debate: str, line: int) -> Ref:
    """The ref that keeps a version."""
    return Ref(f"refs/moot/{debate}/{line}".encode())


def commit_at(repository: Repository, ref: Ref) -> ObjectID | None:
    """Where a ref points to."""
    try:
        return repository.refs[ref]
    except KeyError:
        return None


def must_have_room(repository: Repository) -> None:
    """Refuses a repository with a branch `debate`, beside which git can hold no `debate/…`."""
    if commit_at(repository, Ref(b"refs/heads/debate")) is not None:
        what = f"{str(repository.path)!r} has a branch 'debate', which leaves no room for 'debate/<id>'."
        raise unfit("branch_in_the_way", what, "Rename it with: git branch -m debate NAME")


def keep_versions(repository: Repository, debate: str, commits: Mapping[int, ObjectID]) -> None:
    """Points the ref of each version to its commit."""
    for line, commit in commits.items():
        ref = version_ref(debate, line)
        if commit_at(repository, ref) != commit:
            _point(repository, ref, commit)


def move_branch(repository: Repository, debate: str, to: ObjectID, ours: Collection[ObjectID]) -> bool:
    """Points the branch to a commit; not where somebody else has moved it or works on it, and says so."""
    branch = branch_of(debate)
    now = commit_at(repository, branch)
    if now == to:
        return True
    if (now is not None and now not in ours) or is_in_use(repository, debate):
        return False
    return _point(repository, branch, to, now)


def is_in_use(repository: Repository, debate: str) -> bool:
    """Whether a working tree other than the house's has the branch checked out."""
    told = b"ref: " + branch_of(debate)
    heads = [repository.folder / "HEAD", repository.own / "HEAD"]
    heads += [head for head in repository.folder.glob("worktrees/*/HEAD") if head.parent.name != admin_name(debate)]
    return any((read_plain(head) or b"").strip() == told for head in heads)


def admin_name(debate: str) -> str:
    """What git calls the worktree of a workshop."""
    return f"moot-{debate}"


def versions_kept(repository: Repository, debate: str) -> dict[int, ObjectID]:
    """The commits of versions by their lines."""
    prefix = Ref(f"refs/moot/{debate}/".encode())
    lines = (int(key) for key in repository.refs.subkeys(prefix) if key.isdigit())
    found = ((line, commit_at(repository, version_ref(debate, line))) for line in lines)
    return {line: commit for line, commit in found if commit is not None}


def remove_refs(repository: Repository, debate: str) -> int:
    """Removes the branch and the refs of all versions; how many there were."""
    prefix = Ref(f"refs/moot/{debate}/".encode())
    found = [Ref(prefix + key) for key in repository.refs.subkeys(prefix)]
    found += [branch_of(debate)] if commit_at(repository, branch_of(debate)) is not None else []
    for ref in found:
        _unlocked(repository, ref)
        try:
            repository.refs.remove_if_equals(ref, None)
        except FileLocked as held:
            raise _held(ref) from held
    with suppress(OSError):
        (repository.folder / "refs" / "moot" / debate).rmdir()
    return len(found)


def _point(repository: Repository, ref: Ref, to: ObjectID, now: ObjectID | None = None) -> bool:
    _unlocked(repository, ref)
    try:
        return repository.refs.set_if_equals(ref, now, to)
    except FileLocked as held:
        raise _held(ref) from held


def _held(ref: Ref) -> Outage:
    return Outage(f"Another program holds {ref.decode()} in the repository.")


def _unlocked(repository: Repository, ref: Ref) -> None:
    """Takes away a lock that a killed process of the house has left: nobody else writes these refs for so long."""
    lock = Path(repository.folder, ref.decode() + ".lock")
    with suppress(FileNotFoundError):
        if time.time() - lock.stat().st_mtime > _STALE:
            lock.unlink()
