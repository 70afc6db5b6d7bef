"""Games: the debates that a series or a bracket is made of, and how each came out."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to debate."""

    fixture: str
    """The series or bracket that they meet in."""
    round: int
    """Of a bracket, from 1; 0 in a series."""
    number: int
    """The game of the series, or the match of the round; from 1."""
    challenger: str
    opponent: str

    @property
    def sides(self) -> tuple[str, str]:
        """Both of them."""
        return self.challenger, self.opponent


@dataclass(frozen=True, slots=True)
class Game:
    """A pairing that was played, is being played, or fell through."""

    pairing: Pairing
    debate: str | None
    """None: it was never opened, because an account was gone."""
    status: str
    """Where the debate stands."""
    by: str | None = None
    """What ended it: votes, likes, forfeit, draw, both_forfeit, archived or gone; None while it goes on."""
    winner: str | None = None
    ended_at: datetime | None = None

    @property
    def ended(self) -> bool:
        """Whether there is a result."""
        return self.by is not None
