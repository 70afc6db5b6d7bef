"""Whatever a move says beside its text, for the page of any format: named parts, words, lists of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

from moot.desk.replies import Argument

Shape: TypeAlias = Literal["fields", "items", "prose", "word"]
_SHORT = 28
_TEXTS = ("content", "question", "summary", "reasoning", "reason")
"""The field that a line is read by; the desk chooses it in the same order."""
_APART = frozenset({"target", "options", "option", "close"})


def shape(value: Any) -> Shape:
    """How a value is best shown."""
    match value:
        case Mapping():
            return "fields"
        case list() | tuple():
            return "items"
        case str() if len(value) > _SHORT or "\n" in value:
            return "prose"
        case _:
            return "word"


def in_a_word(value: Any) -> str:
    """A value that is no text."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case _:
            return str(value)


def further(argument: Argument) -> dict[str, Any]:
    """What a move says beside the text that its line is read by, and what the card tells in a place of its own."""
    move = argument.move or {}
    read_by = next((name for name in _TEXTS if isinstance(move.get(name), str)), None)
    return {
        name.replace("_", " "): value
        for name, value in move.items()
        if name != read_by and name not in _APART and not _empty(value)
    }


def _empty(value: Any) -> bool:
    return (
        value is None or value == "" or (isinstance(value, Mapping | list | tuple) and not cast(Sequence[Any], value))
    )
