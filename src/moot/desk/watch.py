"""What the desk needs to tell how the house runs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from moot.desk.operations_replies import CircuitTold, Disk, Oversight, Vitals


class Overseer(Protocol):
    """Who looks over everything that is kept."""

    async def vitals(self, now: datetime) -> Vitals:
        """How much there is of what waits."""
        ...

    async def oversight(self, now: datetime) -> Oversight:
        """The last day."""
        ...


def _no_circuits() -> tuple[CircuitTold, ...]:
    return ()


def _no_disk() -> Disk | None:
    return None


@dataclass(frozen=True, slots=True)
class Watch:
    """Who keeps an eye on the house: on what it keeps, on its providers, on its disk."""

    overseer: Overseer
    circuits: Callable[[], tuple[CircuitTold, ...]] = _no_circuits
    disk: Callable[[], Disk | None] = _no_disk
