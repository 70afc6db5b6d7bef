"""A repository of the user's, opened without obeying it: of its configuration only its format is asked for."""

import os
import stat
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from dulwich.config import ConfigFile
from dulwich.errors import FileFormatException
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Commit, ObjectID, ShaFile
from dulwich.refs import DiskRefsContainer, Ref

from moot.debate import UnfitRepository
from moot.tools.git.objects import size_of

LARGEST_OBJECT = 64 * 2**20
"""A loose object that claims to be larger is not unpacked."""
_LONGEST_FILE = 2**20
_HARMLESS = frozenset({b"noop", b"preciousobjects", b"partialclone", b"worktreeconfig", b"relativeworktrees"})
"""What a repository may be extended by without our knowing how."""
_USUAL = {b"objectformat": b"sha1", b"refstorage": b"files"}
_READ = ("packed-refs", "objects/info/alternates", "info/exclude")
_WRITTEN_TO = ("objects", "refs", "refs/heads", "refs/heads/debate", "refs/moot", "worktrees")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository with its objects and refs. Nothing in it can make the house run a program."""

    path: Path
    """The root of the user's working tree."""
    folder: Path
    """Where it keeps what all its worktrees share."""
    own: Path
    """Where the user's working tree keeps its HEAD and its index."""
    objects: DiskObjectStore
    refs: DiskRefsContainer
    known: dict[ObjectID, Commit] = field(default_factory=dict[ObjectID, Commit])
    """Commits that were read: they are asked for again and again."""

    def head(self) -> ObjectID:
        """The commit that the user's working tree is at."""
        try:
            found = self.refs[Ref(b"HEAD")]
        except KeyError:
            raise unfit("empty", f"{str(self.path)!r} has no commit yet.", "Commit something first.") from None
        self.commit(found)
        return found

    def commit(self, id: ObjectID) -> Commit:
        """A commit that must be there."""
        if id not in self.known:
            found = self.read(id)
            if not isinstance(found, Commit):
                raise self.broken(f"{id.decode()} is no commit")
            self.known[id] = found
        return self.known[id]

    def read(self, id: ObjectID) -> ShaFile:
        """An object that must be there, and not be too large."""
        try:
            size = size_of(self.objects, id)
            if size is None or size > LARGEST_OBJECT:
                raise KeyError(id)
            return self.objects[id]
        except (KeyError, ValueError, OSError, FileFormatException, zlib.error) as broken:
            raise self.broken(f"the object {id.decode()} cannot be read ({broken})") from None

    def broken(self, what: str) -> UnfitRepository:
        """The refusal that says what of it cannot be read."""
        return unfit("broken", f"{str(self.path)!r} cannot be worked on: {what}.", "Look at it with: git fsck")


def unfit(problem: str, message: str, suggestion: str) -> UnfitRepository:
    """A refusal to work on a repository."""
    return UnfitRepository(message, suggestion=suggestion, problem=problem)


@contextmanager
def opened(path: Path) -> Generator[Repository]:
    """The repository whose working tree has this root; refused where there is none that can be worked on."""
    folder, own = _folders(path)
    _must_be_usual(path, folder)
    for part in _WRITTEN_TO:
        if (folder / part).is_symlink():
            raise unfit(
                "links", f"{part!r} in the git folder of {str(path)!r} is a link.", "Clone it, and name the clone."
            )
    for part in (own / "HEAD", own / "index", *(folder / name for name in _READ)):
        if part.exists() and not part.is_file():
            raise unfit("broken", f"{part.name!r} in the git folder of {str(path)!r} is no file.", "Clone it anew.")
    objects = DiskObjectStore(folder / "objects", fsync_object_files=True, loose_object_size_limit=LARGEST_OBJECT)
    try:
        yield Repository(path, folder, own, objects, DiskRefsContainer(folder, own))
    finally:
        objects.close()


def read_plain(path: Path) -> bytes | None:
    """What a small file holds; None where there is none, or where it is no plain file."""
    try:
        known = path.lstat()
        if not stat.S_ISREG(known.st_mode) or known.st_size > _LONGEST_FILE:
            return None
        return path.read_bytes()
    except OSError:
        return None


def write_whole(path: Path, text: bytes) -> None:
    """Writes a small file as a whole, so that nobody finds half of it."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    new.write_bytes(text)
    new.replace(path)


def must_be_writable(repository: Repository) -> None:
    """Refuses a repository that no commit can be put into."""
    parts = [repository.folder, *(repository.folder / part for part in ("objects", "refs", "refs/heads"))]
    if not all(os.access(part, os.W_OK) for part in parts):
        what = f"Nothing can be written into the git folder of {str(repository.path)!r}."
        raise unfit("read_only", what, "Clone it, and name the clone.")


def _folders(path: Path) -> tuple[Path, Path]:
    """The git folder that all worktrees share, and the one of this working tree."""
    if not path.is_dir():
        raise unfit(
            "missing",
            f"There is no folder {str(path)!r} on the machine of the house.",
            "The path is read by the server. On another machine, send the files alone: --no-git",
        )
    there = path / ".git"
    if there.is_dir():
        own = there.resolve()
    elif (told := read_plain(there)) is not None and told.startswith(b"gitdir:"):
        own = Path(os.path.normpath(path / os.fsdecode(told.removeprefix(b"gitdir:").strip())))
    elif (path / "HEAD").is_file() and (path / "objects").is_dir():
        raise _bare(path)
    else:
        raise unfit(
            "not_a_repository",
            f"{str(path)!r} is not the root of a git repository.",
            "Name the folder that .git is in, or make one with: git init",
        )
    told = read_plain(own / "commondir")
    folder = own if told is None else Path(os.path.normpath(own / os.fsdecode(told.strip())))
    if not (folder / "objects").is_dir() or not (own / "HEAD").is_file():
        raise unfit("not_a_repository", f"{str(path)!r} has a broken .git.", "Look at it with: git status")
    return folder, own


def _must_be_usual(path: Path, folder: Path) -> None:
    """Refuses what is kept in another way than ours. No file that the configuration names is read."""
    try:
        told = ConfigFile.from_file(BytesIO(read_plain(folder / "config") or b""), expand_includes=False)
        bare = told.get_boolean((b"core",), b"bare", False)
        extended = {name.lower(): value.lower() for name, value in told.items((b"extensions",))}
    except (KeyError, ValueError):
        raise unfit(
            "broken", f"The git configuration of {str(path)!r} cannot be read.", "Look at: git config -l"
        ) from None
    if bare:
        raise _bare(path)
    for name, value in extended.items():
        if name not in _HARMLESS and _USUAL.get(name) != value:
            said = f"{name.decode(errors='replace')} = {value.decode(errors='replace')}"
            raise unfit("unsupported", f"{str(path)!r} is kept in a way not known here: {said}.", "Clone it anew.")


def _bare(path: Path) -> UnfitRepository:
    return unfit("bare", f"{str(path)!r} is a bare repository, without files.", "Clone it, and name the clone.")
