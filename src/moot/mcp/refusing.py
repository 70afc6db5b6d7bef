"""What the tools are refused: the envelope of every entrance."""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """The house refused; `error` is what every entrance shows: `code`, `message`, and what would fit."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.error = dict(error)

    @property
    def code(self) -> str:
        """The stable name of what went wrong."""
        return str(self.error.get("code"))


def invalid(message: str, suggestion: str) -> Refused:
    """The refusal of something that need not be sent to be known as wrong."""
    return Refused({"code": "INVALID_INPUT", "message": message, "suggestion": suggestion})
