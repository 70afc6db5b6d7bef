"""The embedded model through our interface, against its own runtime; and what remembering a prompt is worth."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, cast

from pydantic import BaseModel, Field
from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from benchmarks.measure import Goal, Ratio, compared
from moot.players.embedded import embedded

_MODELS = Path(os.environ.get("MOOT_MODELS_DIR") or Path.home() / ".moot" / "models")
_TASK = "Write a long speech for the motion that ships should sail on Mondays. Do not stop early."
_LINE = "Line {}: the harbour of the town was closed for repairs, and the ships lay at sea."

Speed = Callable[[str], Awaitable[float]]
"""Tokens a second, for a role that nobody had before."""


class _Speech(BaseModel):
    """Prose in a form, as a seat writes it."""

    claim: str = Field(min_length=300, max_length=500)
    reasons: str = Field(min_length=300, max_length=500)


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """Tokens a second as a debate sees them, and seconds for a second turn. Quick: the small model, a few tokens."""
    rounds, tokens, lines = (1, 8, 5) if quick else (3, 96, 45)
    record = " ".join(map(_LINE.format, range(lines)))
    model = await embedded("small" if quick else "default", _MODELS).load()
    fresh = (f"You are speaker {number}." for number in count())
    await _through_us(model, tokens)(next(fresh))
    free, formed, own = list[float](), list[float](), list[float]()
    second, anew = list[float](), list[float]()
    for _ in range(rounds):
        own.append(await _by_itself(model, tokens)(next(fresh)))
        free.append(await _through_us(model, tokens)(next(fresh)))
        formed.append(await _through_us(model, tokens, _FORM)(next(fresh)))
        role = next(fresh)
        await _turn(model, role, f"{record}\n\nOpen the debate.")
        second.append(await _turn(model, role, f"{record}\n\nAnswer what was said."))
        anew.append(await _turn(model, next(fresh), f"{record}\n\nAnswer what was said."))
    its_own = "the runtime asked directly, free words"
    return [
        compared(f"{tokens} free words through our Model", "tokens/s", free, own, its_own, Goal(">=", 0.9)),
        compared(f"{tokens} words of a form, held by its grammar", "tokens/s", formed, own, its_own, Goal(">=", 0.8)),
        compared(
            "second turn of a seat, its prompt remembered",
            "s",
            second,
            anew,
            "the same turn read anew",
            Goal("<=", 0.5),
        ),
    ]


_FORM = ModelRequestParameters(
    output_mode="native", output_object=OutputObjectDefinition(json_schema=_Speech.model_json_schema())
)


def _through_us(model: Model, tokens: int, parameters: ModelRequestParameters | None = None) -> Speed:
    async def speed(role: str) -> float:
        asked = ModelRequest([SystemPromptPart(role), UserPromptPart(_TASK)])
        begun = first = perf_counter()
        async with model.request_stream([asked], _settings(tokens), parameters or ModelRequestParameters()) as stream:
            async for _ in stream:
                first = perf_counter() if first == begun else first
        # From the first word on: how fast the prompt is read is no part of this.
        return (stream.usage.output_tokens - 1) / (perf_counter() - first)

    return speed


def _by_itself(model: Model, tokens: int) -> Speed:
    """The same without us: the runtime is called in a thread, and its own clock is believed."""
    runtime = cast(Any, model)._runtime
    settings = {"max_tokens": tokens, "temperature": 0.0, "seed": 0}

    async def speed(role: str) -> float:
        said = [{"role": "system", "content": role}, {"role": "user", "content": _TASK}]
        answer = await asyncio.to_thread(runtime._server.handle_chat_completions, {"messages": said, **settings})
        return answer["timings"]["predicted_per_second"]

    return speed


async def _turn(model: Model, role: str, task: str) -> float:
    asked = ModelRequest([SystemPromptPart(role), UserPromptPart(task)])
    begun = perf_counter()
    await model.request([asked], _settings(8), ModelRequestParameters())
    return perf_counter() - begun


def _settings(tokens: int) -> ModelSettings:
    return ModelSettings(max_tokens=tokens, temperature=0.0, seed=0)
