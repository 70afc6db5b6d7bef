"""What came of a debate."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from moot.engine import Tally

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Result(Generic[R]):
    """How a debate ended, or what is known so far."""

    debate_id: str
    format: str
    state: str
    closed: bool
    report: R
    """What its format reports."""
    spent: Tally
    """What its players were asked and what that cost, as far as it is known."""
