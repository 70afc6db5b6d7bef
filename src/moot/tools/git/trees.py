"""Trees of a repository: what is in them, and the same with other files in them. Nothing here touches a folder."""

import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dulwich.index import validate_path_element_hfs, validate_path_element_ntfs
from dulwich.objects import S_ISGITLINK, Blob, ObjectID, Tree

from moot.tools.git.objects import write_object
from moot.tools.git.repository import Repository, unfit

MOST_FILES = 50_000
"""A repository with more files is not worked on."""
_DEEPEST = 64
_FILE = 0o100644


class Misfit(Exception):
    """A version has a path that the repository has no place for; the text says why."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Something in a tree that is no tree: a file, a link, or another repository."""

    path: bytes
    mode: int
    id: ObjectID

    @property
    def is_file(self) -> bool:
        """Whether it is a plain file."""
        return stat.S_ISREG(self.mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.mode)

    @property
    def is_repository(self) -> bool:
        """Whether another repository is kept there, which is left alone."""
        return S_ISGITLINK(self.mode)


def tree_of(repository: Repository, id: ObjectID) -> Tree:
    """A tree that must be there."""
    found = repository.read(id)
    if not isinstance(found, Tree):
        raise repository.broken(f"{id.decode()} is no tree")
    return found


def leaves(repository: Repository, tree: ObjectID) -> Iterator[Leaf]:
    """All that can be laid out as files. Names that could lead elsewhere are left out."""
    for number, leaf in enumerate(_leaves(repository, tree, b"", 0)):
        if number >= MOST_FILES:
            what = f"{str(repository.path)!r} has more than {MOST_FILES} files."
            raise unfit("too_large", what, "Work on a smaller repository.")
        yield leaf


def leaf_at(repository: Repository, tree: ObjectID, path: bytes) -> Leaf | None:
    """What is at a path; None where there is nothing, or a folder."""
    *folders, name = path.split(b"/")
    here = tree_of(repository, tree)
    for folder in folders:
        if folder not in here or not stat.S_ISDIR(here[folder][0]):
            return None
        here = tree_of(repository, here[folder][1])
    if name not in here or stat.S_ISDIR(here[name][0]):
        return None
    return Leaf(path, *here[name])


def with_files(repository: Repository, tree: ObjectID, files: Mapping[str, str]) -> ObjectID:
    """The tree with these files in it, each whole; everything else stays as it is. Raises Misfit."""
    must_fit(repository, tree, files)
    texts = {tuple(path.encode().split(b"/")): text.encode() for path, text in files.items()}
    return _laid(repository, tree_of(repository, tree), texts)


def is_sound(name: bytes) -> bool:
    """Whether a name in a tree names something in its own folder, on every machine."""
    if not name or b"/" in name or b"\0" in name or not validate_path_element_ntfs(name):
        return False
    try:
        name.decode()
    except UnicodeDecodeError:
        return True
    return validate_path_element_hfs(name)


def _leaves(repository: Repository, tree: ObjectID, folder: bytes, depth: int) -> Iterator[Leaf]:
    if depth > _DEEPEST:
        raise repository.broken(f"its folders lie more than {_DEEPEST} deep")
    for name, mode, id in tree_of(repository, tree).iteritems():
        if not is_sound(name):
            continue
        if stat.S_ISDIR(mode):
            yield from _leaves(repository, id, folder + name + b"/", depth + 1)
        else:
            yield Leaf(folder + name, mode, id)


def must_fit(repository: Repository, tree: ObjectID, files: Mapping[str, str]) -> None:
    """Raises Misfit where a file has no place in a tree: below a link, or where a folder is."""
    folders = {path[:place] for path in files for place, sign in enumerate(path) if sign == "/"}
    for path in files:
        if path in folders:
            raise Misfit(f"{path!r} is a file and a folder at once.")
        *above, name = path.encode().split(b"/")
        here: Tree | None = tree_of(repository, tree)
        for depth, folder in enumerate(above, start=1):
            _must_be_sound(folder, path)
            here = _folder_in(repository, here, folder, b"/".join(above[:depth]).decode())
        _must_be_sound(name, path)
        if here is not None and name in here and not stat.S_ISREG(here[name][0]):
            raise Misfit(f"{path!r} is {_kind(here[name][0])} in the repository, and no file.")


def _must_be_sound(name: bytes, path: str) -> None:
    if not is_sound(name):
        raise Misfit(f"{path!r} is no path that a repository can hold.")


def _folder_in(repository: Repository, tree: Tree | None, name: bytes, where: str) -> Tree | None:
    if tree is None or name not in tree:
        return None
    mode, id = tree[name]
    if not stat.S_ISDIR(mode):
        raise Misfit(f"{where!r} is {_kind(mode)} in the repository, and nothing can be put below it.")
    return tree_of(repository, id)


def _laid(repository: Repository, tree: Tree, texts: Mapping[tuple[bytes, ...], bytes]) -> ObjectID:
    below: dict[bytes, dict[tuple[bytes, ...], bytes]] = {}
    for (name, *rest), text in texts.items():
        if rest:
            below.setdefault(name, {})[tuple(rest)] = text
        else:
            mode = tree[name][0] if name in tree else _FILE
            tree.add(name, mode, write_object(repository.objects, Blob.from_string(text)))
    for name, inside in below.items():
        there = tree_of(repository, tree[name][1]) if name in tree else Tree()
        tree.add(name, stat.S_IFDIR, _laid(repository, there, inside))
    return write_object(repository.objects, tree)


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISLNK(mode):
        return "a link"
    return "another repository" if S_ISGITLINK(mode) else "a file"
