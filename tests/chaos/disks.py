"""Small disks, which can be filled to the last byte and emptied again while others use them."""

import resource
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

MEGABYTE = 1 << 20
_PIECE = 1 << 16


class SmallDisk:
    """A file system of a few megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    @classmethod
    @contextmanager
    def if_any(cls, folder: Path, megabytes: int) -> Generator["SmallDisk | None"]:
        """One in memory, at this folder; None, and a folder like any other, where nothing may be mounted."""
        folder.mkdir(parents=True, exist_ok=True)
        if not _done("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)):
            yield None
            return
        try:
            yield cls(folder)
        finally:
            # Lazily: a process that was killed a moment ago may still hold a file in it.
            assert _done("umount", "--lazy", str(folder))

    def fill(self) -> None:
        """Takes all the room that is left."""
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                if file.write(b"\0" * _PIECE) < _PIECE:
                    break

    def empty(self) -> None:
        """Gives it back."""
        self._ballast.unlink(missing_ok=True)


class FileLimit:
    """A bound on the size of the files that a process may write: the nearest to a full disk where none may be mounted.

    It is another error (EFBIG, and not ENOSPC), but it comes at the same place: no file can grow.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._before = resource.prlimit(pid, resource.RLIMIT_FSIZE)

    def fill(self) -> None:
        """Lets no file grow any more."""
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (0, self._before[1]))

    def empty(self) -> None:
        """Lets them grow again."""
        if Path(f"/proc/{self._pid}").exists():
            with suppress(ProcessLookupError):
                resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self._before)


def _done(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except FileNotFoundError:
        return False
