"""The worktree of a workshop: a folder of the house's that the user's git knows as a worktree on the branch."""

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from dulwich.objects import ObjectID

from moot.tools.git.checkout import Folder, forget_laid, lay_out
from moot.tools.git.refs import admin_name, branch_of
from moot.tools.git.repository import Repository, read_plain, write_whole


def put_up(repository: Repository, debate: str, root: Path, commit: ObjectID) -> None:
    """Makes the worktree where it is not there, and lays the files of a commit out in it."""
    admin = _admin(repository, debate)
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    admin.mkdir(parents=True, exist_ok=True)
    told = {
        root / ".git": b"gitdir: " + os.fsencode(admin) + b"\n",
        admin / "gitdir": os.fsencode(root / ".git") + b"\n",
        admin / "commondir": b"../..\n",
        admin / "HEAD": b"ref: " + branch_of(debate) + b"\n",
    }
    if not (root / ".git").exists():
        forget_laid(admin)
    for path, text in told.items():
        if read_plain(path) != text:
            write_whole(path, text)
    lay_out(repository, Folder(root, admin), repository.commit(commit).tree)


def take_down(repository: Repository, debate: str, root: Path) -> None:
    """Removes the worktree; git knows of none then."""
    remove_folder(root)
    remove_folder(_admin(repository, debate))
    with suppress(OSError):
        _admin(repository, debate).parent.rmdir()


def is_of_a_house(repository: Repository) -> bool:
    """Whether the working tree is one that a house has put up."""
    return repository.own.parent.name == "worktrees" and repository.own.name.startswith(admin_name(""))


def remove_folder(path: Path) -> None:
    """Removes a folder with all that is in it; a link in its place is not followed."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(found):
        shutil.rmtree(path)
    else:
        path.unlink()


def _admin(repository: Repository, debate: str) -> Path:
    return repository.folder / "worktrees" / admin_name(debate)
