"""Stamps: what a file hashed to, kept beside it, so that a gigabyte is not hashed at every start."""

import contextlib
import json
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Protocol


class Known(Protocol):
    """A file that is known to the byte."""

    @property
    def size(self) -> int: ...

    @property
    def sha256(self) -> str: ...


def is_stamped(path: Path, known: Known) -> bool:
    """Whether the file was checked before and has kept its size."""
    try:
        return path.stat().st_size == known.size and _beside(path).read_text().split()[0] == known.sha256
    except (OSError, IndexError, UnicodeDecodeError):
        return False


def is_whole(path: Path, known: Known) -> bool:
    """Whether the file is the one that is known; hashed if nobody did so yet, and removed if it is another one."""
    if is_stamped(path, known):
        return True
    if not path.exists():
        return False
    if path.stat().st_size == known.size and digest_of(path) == known.sha256:
        # A folder that others share may be closed to us: then each process hashes for itself.
        with contextlib.suppress(OSError):
            stamp(path, known.sha256)
        return True
    path.unlink()
    return False


def stamp(path: Path, digest: str) -> None:
    """Notes what a file hashed to, in the way that `sha256sum --check` reads."""
    beside = _beside(path)
    fresh = beside.with_name(f"{beside.name}.new")
    fresh.write_text(f"{digest}  {path.name}\n")
    fresh.replace(beside)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def remembered_digest(path: Path, folder: Path) -> str:
    """The SHA-256 of somebody's own file, hashed anew only when its size or its time has changed."""
    about = path.stat()
    place = str(path.resolve())
    now: dict[str, Any] = {"path": place, "size": about.st_size, "changed": about.st_mtime_ns}
    note = folder / f"{sha256(place.encode()).hexdigest()[:16]}.stamp.json"
    with contextlib.suppress(OSError, ValueError, AttributeError):
        kept: dict[str, Any] = json.loads(note.read_text())
        if now.items() <= kept.items():
            return str(kept["sha256"])
    digest = digest_of(path)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({**now, "sha256": digest}))
    return digest


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")
