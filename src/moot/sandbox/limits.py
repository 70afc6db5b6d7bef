"""What a program may use, and how its run ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

from moot.debate import InvalidInput

MB = 1024 * 1024
Why: TypeAlias = Literal["exit", "timeout", "memory", "output", "signal", "refused"]
"""Why a run is over: by itself, for one of its limits, by a signal, or because it could not be started."""
Files: TypeAlias = Mapping[str, bytes]
"""What a program finds in its folder, by relative path."""

MOST_FILES = 200
MOST_BYTES = 8 * MB


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use: seconds, megabytes of the whole tree of processes, processes, disk, output."""

    wall: float = 10.0
    cpu: float = 10.0
    memory: int = 512
    """Megabytes that all its processes together may hold."""
    processes: int = 64
    disk: int = 64
    """Megabytes that it may write."""
    kept: int = MB
    """Bytes of each stream that are kept."""
    flood: int = 8 * MB
    """Bytes of a stream after which it is stopped."""
    readable: tuple[Path, ...] = ()
    """Folders of this machine that it may read, where they are."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, and what it said."""

    backend: str
    why: Why
    exit_code: int | None
    """As a shell tells it: 128 and the number of the signal that ended it; None where it was stopped."""
    stdout: bytes
    stderr: bytes
    seconds: float


def must_be_files(files: Files) -> None:
    """Refuses paths that lead out of the folder, and more than there is room for."""
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        raise InvalidInput(f"A run may have {MOST_FILES} files and {MOST_BYTES // MB} MB of them.")
    for name in files:
        path = PurePosixPath(name)
        if not path.parts or path.is_absolute() or ".." in path.parts or not name.isprintable() or str(path) != name:
            raise InvalidInput(f"A file cannot be named {name!r}: a plain relative path is needed.")
        if path.parts[0] == "tmp":
            raise InvalidInput("The folder tmp is the program's own: give the file another name.")
        if any(str(parent) in files for parent in path.parents):
            raise InvalidInput(f"{name!r} cannot lie in a file.")


def write(files: Files, folder: Path) -> None:
    """Lays the files down in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
