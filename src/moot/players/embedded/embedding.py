"""What texts mean: vectors from a local embedding model, loaded when it is first asked."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from moot.debate import InvalidInput
from moot.memory import EmbeddingFailed, Vector
from moot.players.embedded.failures import EmbeddedFailed
from moot.players.embedded.machine import cores, threads_for
from moot.players.embedded.runtime import embedding
from moot.players.embedded.stamps import remembered_digest

CONTEXT = 512
"""Tokens of a text that are read: as many as the smallest embedding models can."""
_MAGIC = b"GGUF"


class EmbeddingModel:
    """A file of weights that turns texts into vectors."""

    def __init__(self, path: Path, stamps: Path, threads: int | None = None) -> None:
        """The model in a file, or a refusal; `stamps` is where digests of files are kept."""
        try:
            with path.open("rb") as file:
                fits = file.read(len(_MAGIC)) == _MAGIC
        except OSError as trouble:
            raise InvalidInput(f"The embedding model {str(path)!r} cannot be read: {trouble.strerror}.") from None
        if not fits:
            raise InvalidInput(f"The embedding model {str(path)!r} is not in the GGUF format.")
        self._path = path
        self._threads = threads
        self._asking = Lock()
        self._server: Any = None
        self.name = f"{path.name}@{remembered_digest(path, stamps)[:12]}"

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector for each text, or raises EmbeddingFailed."""
        return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        with self._asking:
            if self._server is None:
                try:
                    self._server = embedding(self._path, self._threads or threads_for(cores()), CONTEXT)
                except EmbeddedFailed as trouble:
                    raise EmbeddingFailed(str(trouble)) from trouble
            return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        """The vector of a text, or of as much of it as the model can read."""
        while True:
            told: dict[str, Any] = self._server.handle_embeddings({"input": [text or " "]})
            if "error" not in told:
                return [float(number) for number in told["data"][0]["embedding"]]
            if "too large" not in str(told["error"]) or len(text) < 2:
                raise EmbeddingFailed(str(told["error"].get("message", told["error"])))
            text = text[: len(text) // 2]
