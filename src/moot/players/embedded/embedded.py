"""The embedded models: fetched when first used, loaded once, asked one question at a time."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, TypeVar

from moot.debate import InvalidInput, Manner
from moot.players.embedded.failures import EmbeddedFailed, GivenUp, NoRoom, NotToBeHad
from moot.players.embedded.fetching import Progress, fetch, fetched, unheard
from moot.players.embedded.machine import cores, free_memory, threads_for
from moot.players.embedded.runtime import LIBRARY, Runtime
from moot.players.embedded.shelf import SHELF, Weights
from moot.players.embedded.stamps import remembered_digest
from moot.players.embedded.words import size_of

if TYPE_CHECKING:
    from pydantic_ai.models import Model

CONTEXT = 8192
_BESIDE = 128 << 20
_MAGIC = b"GGUF"
_T = TypeVar("_T")


class Embedded(ABC):
    """A model that can run in this process."""

    name: str
    manner: Manner
    """How it judges best."""
    about: str
    """What people should know before they trust it."""

    def __init__(self, folder: Path, threads: int | None, context: int) -> None:
        self._folder = folder
        self._threads = threads
        self._context = context
        self._loading = Lock()
        self._model: Model | None = None
        self._broken: str | None = None
        self.arrived: int | None = None
        """The bytes of its file that are here, while it is being fetched."""
        self.trouble: str | None = None
        """Why its file could not be had when it was last fetched."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The bytes of its file; 0 where that cannot be told."""

    @property
    @abstractmethod
    def fetched(self) -> bool:
        """Whether its file is there and was checked, so that nothing has to be fetched."""

    def why_not(self) -> str | None:
        """Why it cannot be used here, as far as that can be told without loading anything; None: it can."""
        if self._model is not None:
            return None
        if self._broken is not None:
            return self._broken
        if find_spec(LIBRARY) is None:
            return f"The package {LIBRARY} is not installed. Install it with: pip install {LIBRARY}"
        return self._missing() or self._short_of_memory()

    async def fetch(self, progress: Progress | None = None) -> Path:
        """Its file, fetched if it is not there. `progress` is called in another thread."""
        return await _aside(lambda stop: self._had(progress or unheard, stop))

    async def load(self, progress: Progress | None = None) -> "Model":
        """The model, ready to be asked; fetched and loaded the first time. `progress` is called in another thread.

        Raises:
            EmbeddedFailed: It says what is missing and what to do.
        """
        if self._model is None:
            return await _aside(lambda stop: self._load(progress or unheard, stop))
        return self._model

    def _load(self, progress: Progress, stop: Event) -> "Model":
        while not self._loading.acquire(timeout=0.2):
            if stop.is_set():
                raise GivenUp
        try:
            if self._model is None:
                self._model = self._made(progress, stop)
            return self._model
        finally:
            self._loading.release()

    def _made(self, progress: Progress, stop: Event) -> "Model":
        path = self._had(progress, stop)
        if (short := self._short_of_memory()) is not None:
            raise NoRoom(short)
        progress(self.size, self.size, "loading")
        try:
            runtime = Runtime.loaded(path, self._threads or threads_for(cores()), self._context)
        except EmbeddedFailed as trouble:
            self._broken = str(trouble)
            raise
        from moot.players.embedded.model import EmbeddedModel  # With it come libraries that take a while.

        return EmbeddedModel(runtime, self.name, self._digest(path), self._context)

    def _had(self, progress: Progress, stop: Event) -> Path:
        """Its file, fetched if it is not there; how far that is can be asked meanwhile."""

        def heard(done: int, total: int, what: str) -> None:
            self.arrived = done
            progress(done, total, what)

        self.arrived, self.trouble = None if self.fetched else 0, None
        try:
            return self._fetch(heard, stop)
        except EmbeddedFailed as trouble:
            self.trouble = str(trouble)
            raise
        finally:
            self.arrived = None

    def _short_of_memory(self) -> str | None:
        free, needed = free_memory(), memory_for(self.size)
        if free is None or free >= needed:
            return None
        return (
            f"{self.name} needs about {size_of(needed)} of memory and {size_of(free)} are free. "
            "Close something, or seat a smaller model."
        )

    @abstractmethod
    def _missing(self) -> str | None:
        """What is wrong with its file, if something is that fetching does not mend."""

    @abstractmethod
    def _fetch(self, progress: Progress, stop: Event) -> Path: ...

    @abstractmethod
    def _digest(self, path: Path) -> str: ...


class OnShelf(Embedded):
    """A model of the shelf."""

    def __init__(self, weights: Weights, folder: Path, threads: int | None, context: int) -> None:
        super().__init__(folder, threads, context)
        self.weights = weights
        self.name, self.manner, self.about = weights.name, weights.manner, weights.about

    @property
    def size(self) -> int:
        """The bytes of its file."""
        return self.weights.size

    @property
    def fetched(self) -> bool:
        """Whether its file is there and was checked."""
        return fetched(self.weights, self._folder)

    def _missing(self) -> str | None:
        return None

    def _fetch(self, progress: Progress, stop: Event) -> Path:
        return fetch(self.weights, self._folder, progress, stop)

    def _digest(self, path: Path) -> str:
        return self.weights.sha256


class OwnFile(Embedded):
    """A model from a file that somebody has."""

    manner: Manner = "paired"
    about = "a model of your own"

    def __init__(self, path: Path, folder: Path, threads: int | None, context: int) -> None:
        super().__init__(folder, threads, context)
        self.path = path
        self.name = path.stem

    @property
    def size(self) -> int:
        """The bytes of its file; 0 where it is not there."""
        return self.path.stat().st_size if self.path.is_file() else 0

    @property
    def fetched(self) -> bool:
        """Whether its file is there."""
        return self.path.is_file()

    def _missing(self) -> str | None:
        try:
            with self.path.open("rb") as file:
                right = file.read(len(_MAGIC)) == _MAGIC
        except OSError as trouble:
            return f"{self.path} cannot be read: {trouble.strerror}."
        return None if right else f"{self.path} is no model in the GGUF format."

    def _fetch(self, progress: Progress, stop: Event) -> Path:
        if (missing := self._missing()) is not None:
            raise NotToBeHad(missing)
        return self.path

    def _digest(self, path: Path) -> str:
        return remembered_digest(path, self._folder)


def memory_for(size: int) -> int:
    """About how much memory a model of this size takes: its file, what is laid out anew for speed, and its context."""
    return size * 7 // 4 + _BESIDE


_KNOWN: dict[tuple[str, Path, int | None, int], Embedded] = {}
_KNOWING = Lock()


def embedded(which: str, folder: Path, *, threads: int | None = None, context: int = CONTEXT) -> Embedded:
    """An embedded model; the same one whenever the same is asked for, so that it is loaded once.

    Args:
        which: `default`, `small`, or the path of a .gguf file.
        folder: Where fetched files are kept.
        threads: With how many threads it thinks; by default as many as suit this machine.
        context: How many tokens it can have in mind, with what it writes.

    Raises:
        InvalidInput: There is no such model.
    """
    key = (which, folder.expanduser().absolute(), threads, context)
    with _KNOWING:
        if key not in _KNOWN:
            _KNOWN[key] = _found(*key)
        return _KNOWN[key]


def _found(which: str, folder: Path, threads: int | None, context: int) -> Embedded:
    if which in SHELF:
        return OnShelf(SHELF[which], folder, threads, context)
    if which.lower().endswith(".gguf"):
        return OwnFile(Path(which).expanduser().absolute(), folder, threads, context)
    there = ", ".join((*SHELF, "the path of a .gguf file"))
    raise InvalidInput(f"There is no embedded model {which!r}.", suggestion=f"There are: {there}.")


async def _aside(work: Callable[[Event], _T]) -> _T:
    """Does it in another thread, and gives it up when nobody waits for it any more."""
    stop = Event()
    try:
        return await asyncio.to_thread(work, stop)
    finally:
        stop.set()
