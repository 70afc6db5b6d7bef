"""The book of the arena: debates by what people look for, standings, judgments, likes. Readings of the records."""

from collections.abc import Collection, Mapping
from typing import Protocol


class ArenaBook(Protocol):
    """What the desk needs of it."""

    async def scores(self, members: Collection[str]) -> Mapping[str, int]:
        """The scores of these members; 1000 for whoever has none yet."""
        ...
