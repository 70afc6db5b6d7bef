"""What changed from one commit to another, as a unified diff."""

from collections.abc import Iterator
from typing import Literal

from dulwich.diff_tree import TreeChange, tree_changes
from dulwich.errors import FileFormatException
from dulwich.objects import ObjectID, TreeEntry

from moot.desk.repositories import Compared, FileChange
from moot.notation.diff import diff
from moot.tools.git.objects import blob_of
from moot.tools.git.repository import Repository
from moot.tools.git.trees import Leaf

LARGEST_TEXT = 2**20
"""A larger file is not compared line by line."""
_LONGEST_DIFF = 512 * 1024
_MOST_FILES = 1000

_HOW: dict[str, Literal["added", "removed", "changed"]] = {"add": "added", "delete": "removed", "modify": "changed"}


def compared(repository: Repository, one: ObjectID, other: ObjectID) -> Compared:
    """What changed from one commit to another; renamed files count as removed and added."""
    trees = (repository.commit(one).tree, repository.commit(other).tree)
    texts: list[str] = []
    files: list[FileChange] = []
    length = 0
    for change in _changes(repository, *trees):
        if len(files) == _MOST_FILES or length > _LONGEST_DIFF:
            return Compared("".join(texts), tuple(files), cut=True)
        text, file = _told(repository, change)
        texts.append(text)
        files.append(file)
        length += len(text)
    return Compared("".join(texts), tuple(files))


def told_path(path: bytes, before: str = "") -> str:
    """A path as git shows it: what is no text, or would break a line, is escaped and in quotes."""
    try:
        text = path.decode()
        if text.isprintable() and not {'"', "\\"} & set(text):
            return before + text
    except UnicodeDecodeError:
        pass
    signs = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in path)
    return f'"{before}{"".join(signs)}"'


def text_of(repository: Repository, leaf: Leaf | None) -> str | None:
    """What a file says; nothing where there is none, and None where it is no text or too large."""
    if leaf is None:
        return ""
    if not leaf.is_file:
        return None
    data = blob_of(repository.objects, leaf.id, LARGEST_TEXT)
    if data is None or b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _changes(repository: Repository, one: ObjectID, other: ObjectID) -> Iterator[TreeChange]:
    try:
        for change in tree_changes(repository.objects, one, other, change_type_same=True):
            if change.type in _HOW:
                yield change
    except (KeyError, FileFormatException, ValueError) as broken:
        raise repository.broken(f"its trees cannot be read ({broken})") from None


def _told(repository: Repository, change: TreeChange) -> tuple[str, FileChange]:
    old, new = _leaf(change.old), _leaf(change.new)
    leaf = new or old
    assert leaf is not None
    path, how = told_path(leaf.path), _HOW[change.type]
    before, after = text_of(repository, old), text_of(repository, new)
    if before is None or after is None:
        return f"Binary, large or special: {path} was {how}\n", FileChange(path, how)
    names = (
        "/dev/null" if old is None else told_path(old.path, "a/"),
        "/dev/null" if new is None else told_path(new.path, "b/"),
    )
    found = diff(before, after, *names)
    return found.unified, FileChange(path, how, found.added, found.removed)


def _leaf(entry: TreeEntry | None) -> Leaf | None:
    return None if entry is None else Leaf(entry.path, entry.mode, entry.sha)
