"""Letters: what the library sends for questions of one kind, kept with the words left blank."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from moot.players.model.asking import Asking

Messages = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Letter:
    """All of a request but its messages."""

    head: bytes
    """The first line and the headers."""
    before: bytes
    """The body as far as the messages."""
    output: str
    """In which way the form is wanted."""

    @staticmethod
    def of(body: Mapping[str, Any], head: bytes, output: str) -> "Letter":
        """Out of a request that the library made."""
        rest = {name: value for name, value in body.items() if name != "messages"}
        return Letter(head, to_json(rest)[:-1] + b',"messages":', output)

    def filled(self, asking: Asking) -> bytes:
        """The body with the words of a question."""
        return b"%b%b}" % (self.before, to_json(messages_of(asking)))


def messages_of(asking: Asking) -> Messages:
    """The words of a question as the wire has them, where the provider wants nothing special."""
    return [{"role": role, "content": text} for role, text in asking.said]


def kind_of(asking: Asking, settings: Mapping[str, Any]) -> object:
    """What is the same for all questions that one letter serves."""
    roles = "".join(role[0] for role, _ in asking.said)
    return asking.forms, asking.settings.get("output"), roles, to_json(settings, fallback=repr)
