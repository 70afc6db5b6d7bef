"""What the desk needs to know of records that were written elsewhere: that they were, and since when they are here."""

from datetime import datetime
from typing import Protocol

from moot.engine import Guard


class Origins(Protocol):
    """Where it is noted which records came from elsewhere."""

    def note(self, debate: str, at: datetime) -> Guard:
        """Notes it inside the transaction in which the record is kept."""
        ...

    async def noted(self, debate: str) -> datetime | None:
        """When a record was brought in; None: it was written here."""
        ...
