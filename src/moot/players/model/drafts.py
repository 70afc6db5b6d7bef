"""Drafts: the words of an answer while it is being written, out of JSON that is not whole yet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic_core import from_json


class Prose:
    """What an answer says so far, in the fields that are read as prose."""

    def __init__(self, fields: frozenset[str]) -> None:
        self._fields = fields
        self._heard = ""
        self.text = ""

    def hear(self, piece: str) -> bool:
        """Takes the next piece; whether there is more to read."""
        self._heard += piece
        start = self._heard.find("{")
        if start < 0:
            return False
        try:
            told: object = from_json(self._heard[start:], allow_partial="trailing-strings")
        except ValueError:
            return False
        before, self.text = self.text, "\n\n".join(self._said(told, None))
        return self.text != before

    def _said(self, told: object, field: str | None) -> Iterator[str]:
        match told:
            case str():
                if field in self._fields and told.strip():
                    yield told
            case dict():
                for name, value in cast(Mapping[str, Any], told).items():
                    yield from self._said(value, name)
            case list():
                for value in cast(Sequence[Any], told):
                    yield from self._said(value, field)
            case _:
                pass
