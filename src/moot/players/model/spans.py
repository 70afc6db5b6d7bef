"""Spans of requests to models, named as OpenTelemetry's conventions for generative AI name them. No words are told."""

from contextlib import AbstractContextManager

from opentelemetry.trace import Span

from moot.players.model.asking import Asking
from moot.players.model.costs import is_measured
from moot.players.model.hearing import Heard
from moot.tellers import CLIENT, TRACES, tell


def asked_of(provider: str, model: str, put: Asking) -> AbstractContextManager[Span | None]:
    """A span around one request to a model."""
    if not TRACES.on:
        return TRACES.span("")
    temperature = put.settings.get("temperature")
    told = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
        "gen_ai.request.max_tokens": put.most_tokens,
        "gen_ai.request.temperature": temperature if isinstance(temperature, int | float) else None,
        "gen_ai.output.type": "json",
    }
    return TRACES.span(f"chat {model}", told, CLIENT)


def tell_heard(span: Span | None, heard: Heard, tried: int) -> None:
    """What came back: who answered, why it stopped, and how much it was."""
    if span is None:
        return
    response = heard.response
    measured = response.usage if is_measured(response.usage) else None
    tell(
        span,
        {
            "gen_ai.response.model": response.model_name,
            "gen_ai.response.id": response.provider_response_id,
            "gen_ai.usage.input_tokens": None if measured is None else measured.input_tokens,
            "gen_ai.usage.output_tokens": None if measured is None else measured.output_tokens,
            "moot.tries": tried,
        },
    )
    if response.finish_reason is not None:
        span.set_attribute("gen_ai.response.finish_reasons", [response.finish_reason])
