"""Finding the answer in what a program printed: one whole JSON object, or nothing. No decision comes from prose."""

import json
import re

_FENCE = re.compile(r"^[ \t]*```(?:json)?[ \t]*\n(.*?)^[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_BEGINS = re.compile(r'\{\s*(?=["}])')
"""How a JSON object begins; a brace in prose is followed by something else."""


def answer_in(printed: str) -> str | None:
    r"""The one object that was printed: alone, in the one fence, or amid prose; None where it is not clear which.

    >>> answer_in('I weighed both.\n{"winner": "draw"}')
    '{"winner": "draw"}'
    >>> answer_in('Not {"winner": "a"} but {"winner": "b"}') is None
    True
    """
    if _is_object(printed):
        return printed.strip()
    fenced = [text.strip() for text in _FENCE.findall(printed) if _is_object(text)]
    found = fenced or _objects(printed)
    return found[0] if len(set(found)) == 1 else None


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _objects(printed: str) -> list[str]:
    """The whole objects amid prose, outermost ones alone; none at all where one was begun and not ended."""
    decoder, found, at = json.JSONDecoder(), list[str](), 0
    while begins := _BEGINS.search(printed, at):
        try:
            _, at = decoder.raw_decode(printed, begins.start())
        except (ValueError, RecursionError):
            return []
        found.append(printed[begins.start() : at])
    return found
