"""Joining pieces of an answer: one that only goes on with the words of the one before is added to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Part: TypeAlias = Mapping[str, Any]

_ENVELOPE = ("id", "object", "created", "model", "system_fingerprint")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a piece: where they stand in it, and what they belong to."""

    inside: dict[str, Any]
    name: str
    about: tuple[object, ...]

    @property
    def text(self) -> str:
        """What is said."""
        return self.inside[self.name]


class Joined:
    """Pieces that were held back, as few of them as they can be. Nothing of them is lost."""

    def __init__(self) -> None:
        self._pieces: list[Any] = []
        self._last: Words | None = None
        self.says = False
        """Whether there are words among them."""

    def add(self, piece: Any) -> None:
        """Takes the next piece."""
        words, before = words_of(piece), self._last
        if words is not None and before is not None and words.about == before.about:
            before.inside[before.name] += words.text
        else:
            self._pieces.append(piece)
            self._last = words
        self.says = self.says or bool(words and words.text)

    def taken(self) -> list[Any]:
        """All that is held, which is then forgotten."""
        pieces, self._pieces, self._last, self.says = self._pieces, [], None, False
        return pieces


def words_of(piece: Any) -> Words | None:
    """The words of a piece, if it has nothing else that would be lost."""
    match piece:
        case {"choices": [{"delta": dict()} as choice]} if not _more(choice, "index", "delta"):
            delta: dict[str, Any] = choice["delta"]
            about = (*map(piece.get, _ENVELOPE), choice.get("index"), delta.get("role"))
            return None if _more(piece, "choices", *_ENVELOPE) else _in_form(delta, about) or _in_prose(delta, about)
        case _:
            return None


def _in_form(delta: dict[str, Any], about: tuple[object, ...]) -> Words | None:
    match delta:
        case {"tool_calls": [{"function": {"arguments": str()} as said} as call]}:
            more = _more(delta, "role", "tool_calls") or _more(call, "index", "type", "function")
            return None if more or _more(said, "arguments") else Words(said, "arguments", (*about, call.get("index")))
        case _:
            return None


def _in_prose(delta: dict[str, Any], about: tuple[object, ...]) -> Words | None:
    plain = isinstance(delta.get("content"), str) and not _more(delta, "role", "content")
    return Words(delta, "content", about) if plain else None


def _more(part: Part, *names: str) -> bool:
    """Whether a part tells anything beside these."""
    return any(part[name] for name in part.keys() - names)
