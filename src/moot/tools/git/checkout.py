"""Laying the files of a commit out in a folder of the house: no link is followed, no filter and no hook is run."""

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from dulwich.index import Index, IndexEntry, index_entry_from_stat
from dulwich.objects import ObjectID

from moot.tools.git.objects import blob_of
from moot.tools.git.repository import Repository, read_plain, write_whole
from moot.tools.git.trees import Leaf, leaves

LARGEST_FILE = 16 * 2**20
"""A larger file is not laid out; git knows that it is left out on purpose."""
_LAID = "moot-laid"
"""Names the tree that lies there, whole; it is not there while files are written."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)

Known: TypeAlias = dict[bytes, IndexEntry]


@dataclass(frozen=True, slots=True)
class Folder:
    """A worktree: where its files are, and where git keeps its index."""

    root: Path
    admin: Path


def lay_out(repository: Repository, folder: Folder, tree: ObjectID) -> None:
    """Makes the folder hold the files of a tree. What a process that was killed left half done is done anew."""
    laid = folder.admin / _LAID
    told = read_plain(laid)
    if told == tree:
        return
    if told is None:
        _empty(folder.root)
        (folder.admin / "index").unlink(missing_ok=True)
    (folder.admin / "index.lock").unlink(missing_ok=True)
    index = Index(folder.admin / "index")
    known: Known = {path: entry for path, entry in index.iteritems() if isinstance(entry, IndexEntry)}
    wanted = {leaf.path: leaf for leaf in leaves(repository, tree)}
    laid.unlink(missing_ok=True)
    for path in known.keys() - wanted.keys():
        _take_away(folder.root, path)
    index.clear()
    for path, entry in _written(repository, folder.root, known, wanted):
        index[path] = entry
    index.write()
    write_whole(laid, tree)


def forget_laid(admin: Path) -> None:
    """Says that the files of a worktree are not there any more."""
    (admin / _LAID).unlink(missing_ok=True)


def _written(
    repository: Repository, root: Path, known: Known, wanted: Mapping[bytes, Leaf]
) -> Iterator[tuple[bytes, IndexEntry]]:
    for path, leaf in wanted.items():
        there = known.get(path)
        if there is not None and (there.mode, there.sha) == (_mode(leaf), leaf.id):
            yield path, there
            continue
        yield path, _laid(repository, os.path.join(os.fsencode(root), path), root, leaf)


def _laid(repository: Repository, place: bytes, root: Path, leaf: Leaf) -> IndexEntry:
    try:
        _make_room(root, leaf.path)
        if leaf.is_repository:
            os.mkdir(place)
            return _left_out(leaf)
        data = blob_of(repository.objects, leaf.id, LARGEST_FILE)
        if data is None:
            return _left_out(leaf)
        if leaf.is_link:
            os.symlink(data, place)
        else:
            _write(place, data, 0o755 if leaf.mode & 0o100 else 0o644)
        return index_entry_from_stat(os.lstat(place), leaf.id, _mode(leaf))
    except (OSError, ValueError):
        # A name that is too long for this machine, or a link to nothing that can be named.
        return _left_out(leaf)


def _left_out(leaf: Leaf) -> IndexEntry:
    entry = IndexEntry(0, 0, 0, 0, _mode(leaf), 0, 0, 0, leaf.id)
    if not leaf.is_repository:
        entry.set_skip_worktree()
    return entry


def _mode(leaf: Leaf) -> int:
    """The mode as an index may hold it."""
    if leaf.is_link or leaf.is_repository:
        return stat.S_IFMT(leaf.mode)
    return 0o100755 if leaf.mode & 0o100 else 0o100644


def _write(place: bytes, data: bytes, mode: int) -> None:
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _make_room(root: Path, path: bytes) -> None:
    """Makes the folders above a path, real ones, and takes away whatever is in its place."""
    here = os.fsencode(root)
    *folders, name = path.split(b"/")
    for folder in folders:
        here = os.path.join(here, folder)
        with suppress(FileNotFoundError):
            if not stat.S_ISDIR(os.lstat(here).st_mode):
                os.unlink(here)
        with suppress(FileExistsError):
            os.mkdir(here)
    _remove(os.path.join(here, name))


def _take_away(root: Path, path: bytes) -> None:
    """Removes what is at a path, and the folders above it that are empty then."""
    parts = path.split(b"/")
    top = os.fsencode(root)
    above = [os.path.join(top, *parts[:depth]) for depth in range(1, len(parts))]
    if any(os.path.islink(folder) for folder in above):
        return
    _remove(os.path.join(top, path))
    for folder in reversed(above):
        with suppress(OSError):
            os.rmdir(folder)


def _remove(place: bytes) -> None:
    try:
        if stat.S_ISDIR(os.lstat(place).st_mode):
            shutil.rmtree(place)
        else:
            os.unlink(place)
    except (FileNotFoundError, NotADirectoryError):
        pass


def _empty(root: Path) -> None:
    for name in os.listdir(os.fsencode(root)):
        if name != b".git":
            _remove(os.path.join(os.fsencode(root), name))
