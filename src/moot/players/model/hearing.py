"""Hearing a model: its answer as it comes, piece by piece where it can, and what it amounts to."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_core import to_json

from moot.engine import Draft
from moot.players.model.asking import Asking
from moot.players.model.drafts import Prose
from moot.players.model.failures import CutOff
from moot.players.model.forms import ANSWER, Forms, filled, is_whole, prose_of


@dataclass(frozen=True, slots=True)
class Heard:
    """What came back from one try."""

    response: ModelResponse
    output: str
    """In which way the form was wanted: as a tool, natively, or by words alone."""
    first: float | None = None
    """After how many seconds the first piece came, where it came in pieces."""


class Direct(ABC):
    """A model that can be heard without the library, as long as it says nothing unusual."""

    @abstractmethod
    async def directly(self, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> Heard | None:
        """Asks once; None: it has to be asked through the library."""


async def hear(model: Model, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> Heard:
    """Asks once. Raises CutOff if the answer ends in the middle, or whatever the provider's library raises."""
    try:
        heard = await (_streamed if asking.settings.get("stream", True) else _whole)(model, asking, draft, ticks)
    except NotImplementedError:
        heard = await _whole(model, asking, draft, ticks)
    if _is_cut(heard.response):
        raise CutOff
    return heard


async def _whole(model: Model, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> Heard:
    response = await model.request(asking.messages, asking.for_model(model), asking.parameters)
    return Heard(response, output_of(model, asking, asking.parameters))


async def _streamed(model: Model, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> Heard:
    if isinstance(model, Direct) and (heard := await model.directly(asking, draft, ticks)) is not None:
        return heard
    listening = Listening(asking, draft, ticks)
    async with model.request_stream(asking.messages, asking.for_model(model), asking.parameters) as stream:
        await listening.to(stream)
    return Heard(stream.get(), output_of(model, asking, stream.model_request_parameters), listening.first)


class Listening:
    """Listens to an answer as it comes, and tells what can be read of it."""

    def __init__(self, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> None:
        self._asking = asking
        self._draft = draft
        self._ticks = ticks
        self._begun = ticks()
        self._prose = Prose(prose_of(asking.forms))
        self.first: float | None = None
        """After how many seconds the first piece came."""

    def hear(self, piece: str) -> None:
        """Takes the next words."""
        if piece and self.first is None:
            self.first = self._ticks() - self._begun
        if piece and self._prose.hear(piece):
            self._draft(self._prose.text)

    def afresh(self) -> None:
        """Forgets the words so far: they come again."""
        self._prose = Prose(prose_of(self._asking.forms))

    async def to(self, stream: StreamedResponse) -> None:
        """Hears all of an answer, but for the use of tools."""
        others: set[int] = set()
        async for event in stream:
            if not (self._asking.tools and _is_other(event, others)):
                self.hear(_piece(event))


def output_of(model: Model, asking: Asking, sent: ModelRequestParameters) -> str:
    """How the form was wanted: as the request says, or else as the model would have it."""
    if sent.output_mode == "auto":
        _, sent = model.prepare_request(asking.for_model(model), sent)
    return sent.output_mode


def _is_other(event: ModelResponseStreamEvent, others: set[int]) -> bool:
    """Whether a piece belongs to the use of a tool and not to the answer; remembers which parts do."""
    match event:
        case PartStartEvent(part=ToolCallPart(tool_name=name)) if name != ANSWER:
            others.add(event.index)
        case _:
            pass
    return isinstance(event, PartStartEvent | PartDeltaEvent) and event.index in others


def _piece(event: ModelResponseStreamEvent) -> str:
    match event:
        case PartStartEvent(part=TextPart(content=str(text))):
            return text
        case PartStartEvent(part=ToolCallPart() as call):
            return call.args_as_json_str() if call.args else ""
        case PartDeltaEvent(delta=TextPartDelta(content_delta=str(text))):
            return text
        case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=str(text))):
            return text
        case _:
            return ""


def _is_cut(response: ModelResponse) -> bool:
    """Whether it ended in the middle and nobody says why: no reason to stop, no tokens, no whole form."""
    if response.state != "complete":
        return True
    silent = "finish_reason" not in (response.provider_details or {}) and bool(response.usage.unmeasured_requests)
    text = written(response)
    return silent and bool(text) and not is_whole(text)


def written(response: ModelResponse) -> str:
    """What the model wrote where the form was wanted: in the call of the tool, or else in its words."""
    calls = [call for call in _calls(response) if call.tool_name == ANSWER] or _calls(response)
    if len(calls) > 1:
        return to_json([_arguments(call) for call in calls]).decode()
    if calls:
        return str(_arguments(calls[0]))
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def wanted(response: ModelResponse) -> Sequence[ToolCallPart]:
    """The tools that the model wants to use before it answers; none where it has answered."""
    calls = _calls(response)
    return () if any(call.tool_name == ANSWER for call in calls) else calls


def raw_of(response: ModelResponse, forms: Forms) -> str:
    """The filled form, or what came instead. What was refused is never read as a form."""
    refusal = refused(response)
    return filled(written(response), forms) if refusal is None else f"(refused) {refusal}"


def refused(response: ModelResponse) -> str | None:
    """With which words the model refused, if it did."""
    told: Any = (response.provider_details or {}).get("refusal")
    if told is not None:
        return str(told)
    return written(response) if response.finish_reason == "content_filter" else None


def _calls(response: ModelResponse) -> Sequence[ToolCallPart]:
    return [part for part in response.parts if isinstance(part, ToolCallPart)]


def _arguments(call: ToolCallPart) -> str:
    return call.args if isinstance(call.args, str) else to_json(call.args or {}).decode()
