"""The files that are checked: of a folder, or of a commit with the files of a version laid over it."""

import gzip
import io
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

from dulwich.objects import ObjectID

from moot.debate import InvalidInput
from moot.sandbox import MB, Files
from moot.sandbox.limits import must_be_files
from moot.tools.checks.check import Tree
from moot.tools.git.objects import blob_of
from moot.tools.git.repository import opened
from moot.tools.git.trees import leaves

LAYING = Path(__file__).with_name("laying.py")
LARGEST_FILE = MB
"""What is larger is no code, and left out."""
MOST_FILES = 5000
MOST_BYTES = 32 * MB
MOST_PACKED = 7 * MB
_FEW = 120
_SMALL = 4 * MB
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv"})
_SHOWN = frozenset({".moot", ".github"})
"""Folders that are read although their names begin with a dot."""


def folder_files(path: Path) -> Tree:
    """The files of a folder, or one file; without links, hidden folders and what is installed."""
    if path.is_file():
        return {path.name: _read(path)}
    if not path.is_dir():
        raise InvalidInput(f"There is no file and no folder {str(path)!r}.")
    return _within_bounds((str(found.relative_to(path)), _read(found)) for found in _walked(path))


def _read(path: Path) -> bytes:
    """A file; one that cannot be read is refused, since nobody could say that nothing is wrong with it."""
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise InvalidInput(f"Cannot read {str(path)!r}: {trouble.strerror}.") from None


def commit_files(path: Path, commit: str) -> Tree:
    """The files of a commit; without links, other repositories and what is too large to be code."""
    with opened(path) as repository:
        tree = repository.commit(ObjectID(commit.encode())).tree
        found: list[tuple[str, bytes]] = []
        for leaf in leaves(repository, ObjectID(tree)):
            text = blob_of(repository.objects, leaf.id, LARGEST_FILE) if leaf.is_file else None
            if text is not None:
                found.append((os.fsdecode(leaf.path), text))
    return _within_bounds(iter(found))


def laid(tree: Tree) -> Files:
    """The files as a guest gets them, who begins with `laying.py`: as they are where they are few, else packed."""
    few = len(tree) <= _FEW and sum(map(len, tree.values())) <= _SMALL
    plainly = {f"tree/{path}": text for path, text in tree.items()} or {"tree/.empty": b""}
    try:
        if few:
            must_be_files(plainly)
            return {LAYING.name: LAYING.read_bytes(), **plainly}
    except InvalidInput:
        pass
    return {LAYING.name: LAYING.read_bytes(), "tree.tgz": packed(tree)}


def packed(tree: Tree) -> bytes:
    """The files as an archive; the same files always make the same bytes."""
    into = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=into, mode="wb", compresslevel=1, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", encoding="utf-8", errors="surrogateescape") as tar,
    ):
        for name, text in sorted(tree.items()):
            about = tarfile.TarInfo(name)
            about.size, about.mode = len(text), 0o644
            tar.addfile(about, io.BytesIO(text))
    if into.tell() > MOST_PACKED:
        raise InvalidInput(f"The files are too large to be checked: {into.tell() // MB} MB packed.")
    return into.getvalue()


def _walked(path: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name in _SHOWN or (name not in _SKIPPED and name[0] != "."))
        for name in sorted(names):
            found = Path(parent, name)
            if not found.is_symlink() and found.is_file() and found.stat().st_size <= LARGEST_FILE:
                yield found


def _within_bounds(files: Iterator[tuple[str, bytes]]) -> Tree:
    tree: dict[str, bytes] = {}
    size = 0
    for name, text in files:
        size += len(text)
        if len(tree) >= MOST_FILES or size > MOST_BYTES:
            raise InvalidInput(
                f"Too much to be checked: at most {MOST_FILES} files and {MOST_BYTES // MB} MB.",
                suggestion="Check a part of it.",
            )
        tree[name] = text
    return tree
