"""What the user has not committed. Files are compared byte by byte: filters of the repository are never run."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha1
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from dulwich.errors import FileFormatException
from dulwich.ignore import IgnoreFilter, IgnoreFilterManager, read_ignore_patterns
from dulwich.index import Index, IndexEntry, UnsupportedIndexFormat
from dulwich.objects import ObjectID

from moot.debate import DirtyRepository
from moot.tools.git.repository import Repository, read_plain
from moot.tools.git.trees import leaves

_SHOWN = 5
_LINK, _REPOSITORY = 0o120000, 0o160000
_PIECE = 2**20


def must_be_clean(repository: Repository, head: ObjectID) -> None:
    """Refuses a working tree in which something is changed, staged, or not known to git."""
    found = list(islice(_uncommitted(repository, head), _SHOWN + 1))
    if not found:
        return
    named = ", ".join(repr(path.decode(errors="replace")) for path in found[:_SHOWN])
    raise DirtyRepository(
        f"{str(repository.path)!r} has changes that are not committed: {named}{' …' if len(found) > _SHOWN else ''}.",
        suggestion="Commit them, or say --committed-only: it works from HEAD, and what is not committed is not in it.",
        files=[path.decode(errors="replace") for path in found[:_SHOWN]],
    )


def _uncommitted(repository: Repository, head: ObjectID) -> Iterator[bytes]:
    kept = repository.own / "index"
    try:
        index = dict(Index(kept).iteritems())
        written = kept.stat().st_mtime_ns if kept.exists() else 0
    except (UnsupportedIndexFormat, FileFormatException, ValueError, AssertionError, OSError):
        raise repository.broken("its index cannot be read") from None
    committed = {leaf.path: leaf.id for leaf in leaves(repository, repository.commit(head).tree)}
    for path in sorted({*index, *committed}):
        entry = index.get(path)
        place = os.path.join(os.fsencode(repository.path), path)
        if not isinstance(entry, IndexEntry) or entry.sha != committed.get(path) or _changed(place, entry, written):
            yield path
    yield from _unknown(repository, index)


def _changed(place: bytes, entry: IndexEntry, written: int) -> bool:
    if entry.mode == _REPOSITORY or entry.skip_worktree:
        return False
    try:
        known = os.lstat(place)
        if stat.S_ISLNK(known.st_mode):
            return entry.mode != _LINK or _id(BytesIO(os.readlink(place)), known.st_size) != entry.sha
        if not stat.S_ISREG(known.st_mode) or _runs(known.st_mode) != _runs(entry.mode):
            return True
        if _same_stat(known, entry, written):
            return False
        with open(place, "rb") as file:
            return _id(file, known.st_size) != entry.sha
    except OSError:
        return True


def _runs(mode: int) -> bool:
    return bool(mode & 0o100)


def _same_stat(known: os.stat_result, entry: IndexEntry, written: int) -> bool:
    """Whether git would not look into it either: as old and as large as it was, and older than the index."""
    at = _nanoseconds(entry.mtime)
    as_old = (known.st_mtime_ns, known.st_ctime_ns) == (at, _nanoseconds(entry.ctime))
    return as_old and known.st_size == entry.size and at < written


def _nanoseconds(time: float | tuple[int, int]) -> int:
    seconds, rest = time if isinstance(time, tuple) else (int(time), 0)
    return seconds * 1_000_000_000 + rest


def _id(file: BinaryIO, size: int) -> bytes:
    digest = sha1(b"blob %d\0" % size, usedforsecurity=False)
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest().encode()


def _unknown(repository: Repository, index: Mapping[bytes, object]) -> Iterator[bytes]:
    """Files that git does not know and was not told to ignore."""
    tracked = frozenset(index)
    folders = {path[:place] for path in tracked for place in range(len(path)) if path[place : place + 1] == b"/"}
    ignored = IgnoreFilterManager(os.fspath(repository.path), list(_excluded(repository)), False)
    yield from _unknown_in(repository.path, b"", tracked, folders, ignored)


def _unknown_in(
    root: Path, folder: bytes, tracked: frozenset[bytes], folders: set[bytes], ignored: IgnoreFilterManager
) -> Iterator[bytes]:
    for found in sorted(os.scandir(os.path.join(os.fsencode(root), folder)), key=lambda each: each.name):
        path = folder + found.name
        if found.name == b".git" or path in tracked:
            continue
        is_folder = found.is_dir(follow_symlinks=False)
        if path not in folders and ignored.is_ignored(os.fsdecode(path) + ("/" if is_folder else "")):
            continue
        if is_folder:
            yield from _unknown_in(root, path + b"/", tracked, folders, ignored)
        else:
            yield path


def _excluded(repository: Repository) -> Iterator[IgnoreFilter]:
    """What is ignored in all folders: as the repository says, and as git does by default for this user."""
    for path in (repository.folder / "info" / "exclude", Path(os.path.expanduser("~/.config/git/ignore"))):
        with suppress(ValueError):
            yield IgnoreFilter(read_ignore_patterns(BytesIO(read_plain(path) or b"")))
