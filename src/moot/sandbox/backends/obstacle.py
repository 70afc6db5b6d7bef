"""Why a backend does not hold here, and what would help."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way, and the one step that helps."""

    why: str
    how: str
