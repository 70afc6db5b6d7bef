"""A chest: the files of a backup, in a folder or in one packed file. Nothing is unpacked to be read."""

import tarfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Protocol

from moot.debate import UnfitBackup
from moot.store.backup.kept import KEPT
from moot.store.backup.manifest import LARGEST, NAME, Manifest
from moot.store.backup.rows import LONGEST

_NO_BACKUP = "Name a folder or a file that `moot export --all` has written."


class _Files(Protocol):
    """Where files are."""

    def open(self, name: str) -> IO[bytes] | None:
        """The file of this name, if it is there."""
        ...


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root

    def open(self, name: str) -> IO[bytes] | None:
        path = self._root / name
        return path.open("rb") if path.is_file() and not path.is_symlink() else None


class _Packed:
    def __init__(self, packed: tarfile.TarFile) -> None:
        self._packed = packed

    def open(self, name: str) -> IO[bytes] | None:
        try:
            found = self._packed.getmember(name)
        except KeyError:
            return None
        return self._packed.extractfile(found) if found.isreg() else None


class Chest:
    """A backup that can be read."""

    def __init__(self, files: _Files) -> None:
        self._files = files
        with self._opened(NAME) as first:
            self.manifest = Manifest.read(first.read(LARGEST))
        kept = {table.name for table in KEPT}
        if set(self.manifest.tables) != kept and not self.manifest.is_older:
            lacking = sorted(kept ^ set(self.manifest.tables))
            raise UnfitBackup(f"The backup has other tables than this Moot: {', '.join(lacking)[:200]}.")

    def lines(self, table: str) -> Iterator[bytes]:
        """The rows of a table; at the end, they must have been those that the manifest tells of."""
        held, digest, count = self.manifest.tables[table], sha256(), 0
        with self._opened(path_of(table)) as file:
            while line := file.readline(LONGEST):
                digest.update(line)
                count += 1
                yield line
        if (count, digest.hexdigest()) != (held.rows, held.sha256):
            raise UnfitBackup(
                f"The file {path_of(table)} of the backup is not as it was written.", suggestion="Use another backup."
            )

    @contextmanager
    def _opened(self, name: str) -> Generator[IO[bytes]]:
        found = self._files.open(name)
        if found is None:
            raise UnfitBackup(f"The backup has no file {name}.", suggestion=_NO_BACKUP)
        with found:
            yield found


def path_of(table: str) -> str:
    """The file of a table, inside a backup."""
    return f"tables/{table}.jsonl"


@contextmanager
def opened_chest(path: Path) -> Generator[Chest]:
    """The backup in this folder or file."""
    if path.is_dir():
        yield Chest(_Folder(path))
        return
    try:
        with tarfile.open(path, "r:gz") as packed:
            yield Chest(_Packed(packed))
    except (tarfile.TarError, OSError, EOFError) as unreadable:
        raise UnfitBackup(f"{str(path)!r} cannot be read as a backup: {unreadable}.", suggestion=_NO_BACKUP) from None
