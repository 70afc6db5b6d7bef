"""Links for readers: who was sent one may read one debate, until it ends or is ended."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Link:
    """A way in for whoever should read one debate."""

    id: str
    debate: str
    made: datetime
    until: datetime
    ended: datetime | None = None
    """When the owner took it back."""

    def good(self, now: datetime) -> bool:
        """Whether it still opens the debate."""
        return self.ended is None and now < self.until


class Links(Protocol):
    """Where it is noted which links were handed out."""

    async def keep(self, link: Link) -> None:
        """Notes a new one."""
        ...

    async def of(self, debate: str) -> tuple[Link, ...]:
        """All that were made for a debate, the latest first."""
        ...

    async def one(self, debate: str, id: str) -> Link | None:
        """One of them."""
        ...

    async def end(self, debate: str, id: str, at: datetime) -> Link | None:
        """Takes one back; one that was taken back before stays so since then."""
        ...
