"""An answer as it is spoken: from the thread of the runtime to whoever asked."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from moot.players.embedded.failures import EmbeddedFailed, TooLong, Unruly
from moot.players.embedded.runtime import Chunk, Question, Runtime


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer, and whatever the runtime says with it."""

    text: str = ""
    finish: str | None = None
    usage: Mapping[str, Any] | None = None
    timings: Mapping[str, Any] | None = None
    id: str | None = None


class Utterance:
    """One answer. It is asked for when it is first listened to; whoever made it stops it when nobody listens."""

    def __init__(self, runtime: Runtime, body: Mapping[str, Any]) -> None:
        self._runtime = runtime
        self._heard: asyncio.Queue[Chunk | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        self._question = Question(body, lambda chunk: _hand_over(loop, self._heard, chunk))

    async def pieces(self) -> AsyncIterator[Piece]:
        """The pieces as they come.

        Raises:
            TooLong: There is more to read than the context holds.
            Unruly: The runtime did not answer.
        """
        self._runtime.ask(self._question)
        while (chunk := await self._heard.get()) is not None:
            yield _piece(chunk)

    def stop(self) -> None:
        """Gives the answer up. The runtime notices at its next word, or when it has read a bit more of the prompt."""
        self._question.stop.set()
        self._heard.put_nowait(None)


def _hand_over(loop: asyncio.AbstractEventLoop, heard: "asyncio.Queue[Chunk | None]", chunk: Chunk | None) -> None:
    loop.call_soon_threadsafe(heard.put_nowait, chunk)


def _piece(chunk: Chunk) -> Piece:
    if "error" in chunk:
        raise _failure(cast(Mapping[str, Any], chunk["error"]))
    choices: Sequence[Mapping[str, Any]] = chunk.get("choices") or [{}]
    choice = choices[0]
    delta: Mapping[str, Any] = choice.get("delta", {})
    return Piece(
        delta.get("content") or "",
        choice.get("finish_reason"),
        chunk.get("usage"),
        chunk.get("timings"),
        chunk.get("id"),
    )


def _failure(error: Mapping[str, Any]) -> EmbeddedFailed:
    if error.get("type") == "exceed_context_size_error":
        return TooLong(
            f"There are {error.get('n_prompt_tokens')} tokens to read and the context of the embedded model holds "
            f"{error.get('n_ctx')}. Give it a larger context, or seat a model with one."
        )
    return Unruly(f"The embedded model did not answer: {error.get('message', 'it did not say why')}")
