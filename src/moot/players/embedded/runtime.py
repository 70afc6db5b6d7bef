"""The runtime: weights in memory, and the one thread in which they are asked, one question after the other."""

import atexit
import importlib
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from tempfile import mkdtemp
from threading import Event, Thread
from typing import Any, TypeAlias
from weakref import WeakSet

from moot.players.embedded.failures import NoRuntime, Unruly

Chunk: TypeAlias = Mapping[str, Any]
"""A piece of an answer as the runtime tells it; or `error`."""

LIBRARY = "xllamacpp"
READ_AT_ONCE = 128
"""Tokens of a prompt that are read before the runtime looks whether anybody still waits."""
REMEMBERED = 512
"""MiB for prompts that were read before, so that each seat finds its own again."""
SPIN = "300"
"""How long a thread looks for others before it sleeps.

Measured with two threads on two cores: as long as the library likes, 31 tokens a second when alone and 5 to 9 beside a
busy neighbour; with this, 27 and 15. One thread makes 19 and 18 and reads prompts at half the speed.
"""
_LAST_WAIT = 10.0


@dataclass(slots=True)
class Question:
    """A question to the runtime, and how it is given up."""

    body: Mapping[str, Any]
    hear: Callable[[Chunk | None], None]
    """Told each piece, and None at the end; in the thread of the runtime."""
    stop: Event = field(default_factory=Event)

    def take(self, chunk: Chunk) -> bool:
        """Hands a piece on; True: the runtime need not go on."""
        if not self.stop.is_set():
            self._told(chunk)
        return self.stop.is_set()

    def end(self) -> None:
        """Says that nothing follows."""
        self._told(None)

    def _told(self, chunk: Chunk | None) -> None:
        try:
            self.hear(chunk)
        except RuntimeError:
            # The event loop of whoever asked is closed.
            self.stop.set()


class Runtime:
    """Weights in memory. Whoever asks while it thinks waits for its turn."""

    def __init__(self, library: Any, server: Any) -> None:
        self._library = library
        self._server: Any = server
        self._waiting: SimpleQueue[Question | None] = SimpleQueue()
        self._now: Question | None = None
        self._closed = False
        self._thread = Thread(target=self._work, name="moot-embedded", daemon=True)
        self._thread.start()
        _OPEN.add(self)

    @classmethod
    def loaded(cls, path: Path, threads: int, context: int) -> "Runtime":
        """Loads weights. Blocks; to be called off the event loop.

        Raises:
            NoRuntime: The library is not there, or a library that it needs.
            Unruly: The file cannot be loaded.
        """
        library = _library()
        return cls(library, _served(library, _settings(library.CommonParams(), path, threads, context)))

    def grammar(self, schema: Mapping[str, Any]) -> str:
        """The grammar of all answers to a form."""
        return str(self._library.json_schema_to_grammar(dict(schema)))

    def ask(self, question: Question) -> None:
        """Puts a question; it is answered when those before it are."""
        # With nothing to read the runtime never answers.
        assert question.body["messages"]
        self._waiting.put(question)

    def close(self) -> None:
        """Ends what is under way and lets go of the weights."""
        if self._closed:
            return
        self._closed = True
        if (now := self._now) is not None:
            now.stop.set()
        self._waiting.put(None)
        self._thread.join(_LAST_WAIT)
        if not self._thread.is_alive():
            self._server = None

    def _work(self) -> None:
        while (question := self._waiting.get()) is not None:
            self._now = question
            if self._closed:
                question.stop.set()
            if not question.stop.is_set():
                self._answer(question)
            question.end()
            self._now = None

    def _answer(self, question: Question) -> None:
        try:
            self._server.handle_chat_completions(dict(question.body), question.take)
        except Exception as trouble:
            # Whatever the library raises belongs to whoever asked, and the next question is still answered.
            question.take({"error": {"message": str(trouble)}})


def embedding(path: Path, threads: int, context: int) -> Any:
    """A model that turns texts into vectors, asked with `handle_embeddings`. Raises as `Runtime.loaded` does."""
    library = _library()
    settings = _settings(library.CommonParams(), path, threads, context)
    settings.embedding = True
    # A text is read at once or not at all.
    settings.n_batch = settings.n_ubatch = context
    return _served(library, settings)


_OPEN: "WeakSet[Runtime]" = WeakSet()


@atexit.register
def _close_all() -> None:
    """A thread that still thinks when the interpreter is gone would take the process down with it."""
    for runtime in list(_OPEN):
        runtime.close()


def _library() -> Any:
    """The library, loaded by name and only when it is needed: it is large, and a system library may be missing."""
    with _spinning_briefly():
        try:
            return importlib.import_module(LIBRARY)
        except ModuleNotFoundError as trouble:
            raise NoRuntime(
                f"The embedded model needs the package {LIBRARY}. Install it with: pip install {LIBRARY}"
            ) from trouble
        except ImportError as trouble:
            hint = " Install it with: apt-get install libgomp1" if "libgomp" in str(trouble) else ""
            raise NoRuntime(f"The embedded model needs a system library: {trouble}.{hint}") from trouble


@contextmanager
def _spinning_briefly() -> Generator[None]:
    """Tells the library how long threads look for each other, which it reads once; unless somebody else said so."""
    ours = not os.environ.keys() & {"GOMP_SPINCOUNT", "OMP_WAIT_POLICY"}
    if ours:
        os.environ["GOMP_SPINCOUNT"] = SPIN
    try:
        yield
    finally:
        if ours:
            del os.environ["GOMP_SPINCOUNT"]


@contextmanager
def _door() -> Generator[tuple[str, int]]:
    """Where the runtime listens, as it insists on doing: at a socket that is gone before anybody can find it.

    Where there are no such sockets it is a port on loopback, closed by a key that nobody knows.
    """
    if sys.platform == "win32":
        yield "127.0.0.1", 0
        return
    folder = mkdtemp(prefix="moot-")
    try:
        yield f"{folder}/model.sock", 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _served(library: Any, settings: Any) -> Any:
    with _door() as (host, port):
        settings.hostnames, settings.port = [host], port
        try:
            server = library.Server(settings)
            # One that is let go of before it works never ends, and the process with it: wait until it answers.
            server.handle_metrics()
            return server
        except Exception as trouble:
            name = Path(settings.model.path).name
            raise Unruly(f"{name} cannot be loaded: {trouble}. Is it a model in the GGUF format?") from trouble


def _settings(settings: Any, path: Path, threads: int, context: int) -> Any:
    settings.model.path = str(path)
    settings.n_ctx = context
    settings.n_parallel = 1
    settings.n_batch = settings.n_ubatch = READ_AT_ONCE
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    settings.cache_ram_mib = REMEMBERED
    settings.verbosity = 0
    settings.api_keys = [secrets.token_urlsafe(32)]
    settings.ui = settings.endpoint_slots = False
    settings.endpoint_metrics = True
    # What is written is the answer: nothing in it is taken for a thought or for the call of a tool.
    settings.force_pure_content_parser = True
    settings.enable_reasoning = 0
    return settings
