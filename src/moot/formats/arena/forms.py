"""The forms that a player fills in: the moves of the arena, with as much room as a turn is worth."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from moot.debate import Move
from moot.formats.arena.moves import Accept, Archive, Decline, Forfeit, Join, Judgment, Post, Text, Topic, Withdraw

LONGEST_SPEECH = 2500
"""The most characters that a player may say in a post: never more bytes than a post may have."""


def _says_its_kind(schema: dict[str, Any]) -> None:
    """Where there are two forms the kind says which was filled in, so it may not be left out."""
    schema["required"] = ["kind", *schema.get("required", ())]


class Speech(Post, frozen=True):
    """A post."""

    content: Annotated[Text, Field(max_length=LONGEST_SPEECH)]


class TakenUp(Accept, frozen=True, json_schema_extra=_says_its_kind):
    """Takes the challenge up."""


class NotTakenUp(Decline, frozen=True, json_schema_extra=_says_its_kind):
    """Does not take the challenge up."""


FORMS: Mapping[str, type[Move]] = {
    "TOPIC": Topic,
    "ACCEPT": TakenUp,
    "DECLINE": NotTakenUp,
    "JOIN": Join,
    "WITHDRAW": Withdraw,
    "POST": Speech,
    "FORFEIT": Forfeit,
    "JUDGMENT": Judgment,
    "ARCHIVE": Archive,
}
"""The form of each move."""
