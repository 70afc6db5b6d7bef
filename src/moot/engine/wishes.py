"""Wishes: moves that wait for the same debate. Whoever's turn it is to write takes those along that wait already."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Generic, TypeVar

Ask = TypeVar("Ask")
Got = TypeVar("Got")


class Wish(Generic[Ask, Got]):
    """Something that is asked for, and what came of it."""

    def __init__(self, asked: Ask) -> None:
        self.asked = asked
        self._came: Got | Exception | None = None

    @property
    def open(self) -> bool:
        """Whether nothing came of it yet."""
        return self._came is None

    def grant(self, got: Got) -> None:
        """It came true."""
        self._came = got

    def fail(self, fault: Exception) -> None:
        """It was refused, or could not be had."""
        self._came = fault

    def outcome(self) -> Got:
        """What came of it; raises what it failed with."""
        assert self._came is not None
        if isinstance(self._came, Exception):
            raise self._came
        return self._came


class Wishes(Generic[Ask, Got]):
    """Those that wait, by debate, in the order they came."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Wish[Ask, Got]]] = {}

    @contextmanager
    def waiting(self, debate: str, asked: Ask) -> Generator[Wish[Ask, Got]]:
        """A wish that waits, and no longer than whoever has it."""
        wish = Wish[Ask, Got](asked)
        self._waiting.setdefault(debate, []).append(wish)
        try:
            yield wish
        finally:
            waiting = self._waiting.get(debate, [])
            if wish in waiting:
                waiting.remove(wish)
                if not waiting:
                    del self._waiting[debate]

    def taken(self, debate: str, own: Wish[Ask, Got]) -> list[Wish[Ask, Got]]:
        """All that wait, one's own among them: also if somebody took it who was then stopped."""
        wishes = self._waiting.pop(debate, [])
        return wishes if own in wishes else [own, *wishes]
