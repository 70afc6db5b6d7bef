"""What the desk needs of memory. It is a reading of the records of workshops, and can be made anew from them."""

from dataclasses import dataclass
from typing import Protocol

from moot.engine import Page
from moot.memory.episode import Episode
from moot.memory.lesson import Fit, Lesson


@dataclass(frozen=True, slots=True)
class Relearnt:
    """What it came to, to make memory anew."""

    debates: int = 0
    episodes: int = 0


class Memory(Protocol):
    """Where episodes and lessons are kept: the newest ones, as many as were agreed."""

    async def episodes(
        self, *, agent: str | None = None, debate: str | None = None, after: str | None = None, limit: int = 50
    ) -> Page[Episode]:
        """Episodes of anybody or of one agent, in all debates or in one; newest first."""
        ...

    async def lessons(self, *, after: str | None = None, limit: int = 50) -> Page[Lesson]:
        """The lessons that helped, each once; newest first."""
        ...

    async def similar(self, task: str, limit: int = 5) -> tuple[Fit, ...]:
        """The lessons that fit a task, the best first."""
        ...

    async def rebuild(self) -> Relearnt:
        """Makes it anew from the records; vectors are kept."""
        ...
