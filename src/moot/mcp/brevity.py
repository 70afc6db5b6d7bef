"""Telling it shortly: agents pay for what they read, so long texts and long lists are cut, and that is told."""

import json
from typing import Any, cast

MOST = 60_000
"""Characters of an answer as a whole, in JSON."""
_STEPS = ((1, 200), (4, 100), (10, 50), (40, 20), (400, 5))
"""How much shorter texts become, and how many of a list are told, until an answer fits."""
_FIELDS = 60
"""Fields of one thing that are told in any case: more than any shape of the desk has."""
_PATHS_TOLD = 10


def shortly(answer: dict[str, Any], longest: int) -> dict[str, Any]:
    """An answer that fits; `shortened` names what was cut."""
    told = answer
    for part, items in _STEPS:
        cuts: list[str] = []
        told = cast(dict[str, Any], _cut(answer, max(longest // part, 1), items, "", cuts))
        if cuts:
            told |= {"shortened": cuts[:_PATHS_TOLD]}
        if len(json.dumps(told, ensure_ascii=False)) <= max(MOST, 2 * longest):
            break
    return told


def piece(text: str, offset: int, length: int) -> dict[str, Any]:
    """A piece of a long text, and where the next begins."""
    end = offset + length
    return {"text": text[offset:end], "characters": len(text), "next_offset": end if end < len(text) else None}


def _cut(value: Any, longest: int, items: int, where: str, cuts: list[str]) -> Any:
    match value:
        case str() if len(value) > longest:
            cuts.append(where)
            return f"{value[:longest]}… [{len(value) - longest} more characters]"
        case dict():
            fields = cast(dict[str, Any], value)
            if len(fields) > (most := max(items, _FIELDS)):
                cuts.append(f"{where} ({most} of {len(fields)})")
                fields = dict(list(fields.items())[:most])
            return {
                name: _cut(each, longest, items, f"{where}.{name}".lstrip("."), cuts) for name, each in fields.items()
            }
        case list():
            there = cast(list[Any], value)
            if len(there) > items:
                cuts.append(f"{where} ({items} of {len(there)})")
            return [_cut(each, longest, items, f"{where}.{place}", cuts) for place, each in enumerate(there[:items])]
        case _:
            return value
