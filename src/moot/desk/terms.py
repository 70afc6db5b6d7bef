"""What the operator of an arena decides for all of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArenaTerms:
    """Settings of the arena; the defaults are the spec's."""

    judge_days: int = 7
    """How old an account must be to judge."""
    count_self_judgments: bool = True
    """Whether a debater's judgment of its own debate counts."""
