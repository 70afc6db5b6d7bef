"""Plain answers: words, perhaps with thoughts before them, forms that are being filled in, and what is told at the end.

The library makes events of every piece and an answer of the events, with all that any provider ever added; for pieces
in which there is nothing of that, the same answer is put together here at far less cost. Thoughts it finds only where
their marks come as pieces of their own, which most servers do not promise; here they are found wherever they stand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

from pydantic_ai.messages import FinishReason, ModelResponsePart, TextPart, ThinkingPart, ToolCallPart
from pydantic_ai.usage import RequestUsage

Piece: TypeAlias = Mapping[str, Any]

_TOLD = frozenset({"id", "model", "created", "choices", "usage"})
_PASSED_OVER = frozenset({"object", "system_fingerprint", "obfuscation"})
_CHOICE = frozenset({"index", "delta", "finish_reason"})
_DELTA = frozenset({"role", "content", "tool_calls"})
_CALL = frozenset({"index", "id", "type", "function"})
_FUNCTION = frozenset({"name", "arguments"})
_USAGE = frozenset({"prompt_tokens", "completion_tokens", "total_tokens"})
_MARKS = ("<", " ", "\n")
"""What an answer begins with that may have thoughts before its words."""
_SECONDS = 20_000_000_000
"""Beyond it the library takes a date for milliseconds."""
_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_call",
    "content_filter": "content_filter",
    "function_call": "tool_call",
}


class NotPlain(Exception):
    """There is something in a piece that only the library knows."""


@dataclass(slots=True)
class _Form:
    """A form that is being filled in."""

    name: str
    id: str
    arguments: str | None


@dataclass(slots=True)
class Plain:
    """An answer as it comes."""

    thoughts: tuple[str, str]
    """What thoughts before the words begin and end with."""
    trims: bool
    """Whether the library leaves out blanks before the first word."""
    model: str | None = None
    id: str | None = None
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    reason: FinishReason | None = None
    usage: RequestUsage | None = None
    text: str = ""
    _forms: dict[int, _Form] = field(default_factory=dict[int, _Form])

    def take(self, pieces: Iterable[Piece]) -> str:
        """The words of these pieces. Raises NotPlain where there is more in one of them."""
        return "".join([said for piece in pieces for said in self._said(piece)])

    @property
    def parts(self) -> list[ModelResponsePart]:
        """All that was said."""
        thought, said = self._apart(self.text)
        thoughts = [] if thought is None else [ThinkingPart(thought)]
        words = [TextPart(said)] if said else []
        return [*thoughts, *words, *(ToolCallPart(form.name, form.arguments, form.id) for form in self._forms.values())]

    def _said(self, piece: Piece) -> list[str]:
        _must_only_tell(piece, _TOLD, _PASSED_OVER)
        self._note(piece)
        match piece.get("choices"):
            case None | []:
                return []
            case [{"delta": None}]:
                return []
            case [{"delta": dict()} as choice]:
                _must_only_tell(cast(Piece, choice), _CHOICE)
                self._end(choice.get("finish_reason"))
                return self._heard(cast(Piece, choice["delta"]))
            case _:
                raise NotPlain

    def _note(self, piece: Piece) -> None:
        created = piece.get("created")
        if created and "timestamp" not in self.details:
            if not isinstance(created, int) or not 0 < created < _SECONDS:
                raise NotPlain
            self.details["timestamp"] = datetime.fromtimestamp(created, UTC)
        self.id = _text(piece.get("id")) or self.id
        self.model = _text(piece.get("model")) or self.model
        if piece.get("usage") is not None:
            self._measure(piece["usage"])

    def _measure(self, usage: Any) -> None:
        """Takes what was used, where it is told once and as plainly as can be."""
        read, written = usage.get("prompt_tokens"), usage.get("completion_tokens")
        if self.usage is not None or not (type(read) is int and type(written) is int):
            raise NotPlain
        _must_only_tell(usage, _USAGE)
        self.usage = RequestUsage(input_tokens=read, output_tokens=written)

    def _end(self, reason: Any) -> None:
        if reason:
            if reason not in _REASONS:
                raise NotPlain
            self.reason = _REASONS[reason]
            self.details["finish_reason"] = reason

    def _heard(self, delta: Piece) -> list[str]:
        _must_only_tell(delta, _DELTA)
        said = [self._words(delta["content"])] if delta.get("content") else []
        return said + [self._filled(call) for call in delta.get("tool_calls") or ()]

    def _words(self, text: Any) -> str:
        if not isinstance(text, str) or self._forms or (self.trims and not self.text and text.isspace()):
            raise NotPlain
        before, self.text = self.text, self.text + text
        if not self.text.startswith(_MARKS):
            return text
        return self._spoken(self.text)[len(self._spoken(before)) :]

    def _spoken(self, text: str) -> str:
        """The words as far as it can be told that they are not thoughts."""
        return "" if self.thoughts[0].startswith(text.lstrip()) else self._apart(text)[1]

    def _apart(self, text: str) -> tuple[str | None, str]:
        """The thoughts before the words, if there are any, and the words."""
        begin, end = self.thoughts
        start = text.lstrip()
        if not start.startswith(begin):
            return None, text
        thought, _, said = start[len(begin) :].partition(end)
        return thought, said.lstrip()

    def _filled(self, call: Piece) -> str:
        _must_only_tell(call, _CALL)
        place, function = call.get("index"), cast(Piece | None, call.get("function"))
        if type(place) is not int or not isinstance(function, dict):
            raise NotPlain
        _must_only_tell(function, _FUNCTION)
        name, id, arguments = _text(function.get("name")), _text(call.get("id")), _text(function.get("arguments"))
        form = self._forms.get(place)
        if form is None and name and id:
            self._forms[place] = _Form(name, id, arguments)
        elif form is not None and not name and not id:
            form.arguments = arguments if form.arguments is None else form.arguments + (arguments or "")
        else:
            raise NotPlain
        return arguments or ""


def _text(told: Any) -> str | None:
    if told is None or isinstance(told, str):
        return told
    raise NotPlain


def _must_only_tell(part: Piece, known: frozenset[str], passed_over: frozenset[str] = frozenset()) -> None:
    for name in part.keys() - known:
        if part[name] and name not in passed_over:
            raise NotPlain
