"""The roll: where members, their keys and their sessions are kept."""

from collections.abc import Collection, Mapping
from typing import Protocol

from moot.members.member import Member


class Roll(Protocol):
    """What the desk needs of it."""

    async def among(self, ids: Collection[str]) -> Mapping[str, Member]:
        """These members, by id; those that are not known are left out."""
        ...
