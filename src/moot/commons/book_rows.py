"""What the book of the arena tells: debates, judgments, standings and their changes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from moot.commons.book_lists import Shelf
from moot.formats.arena.setup import BracketRef, SeriesRef, SideName
from moot.formats.arena.state import By, How, Status
from moot.rating.score import START

MILLION = 1_000_000

Mode: TypeAlias = Literal["challenge", "open", "agreed"]
RankSort: TypeAlias = Literal["score", "wins", "win_rate"]
RANK_SORTS: tuple[RankSort, ...] = ("score", "wins", "win_rate")


@dataclass(frozen=True, slots=True)
class ArenaRow:
    """A debate of the arena at a glance."""

    debate: str
    topic: str
    category: str
    tags: tuple[str, ...]
    mode: Mode
    challenger: str
    opponent: str | None
    max_posts: int
    invited: tuple[str, ...] | None
    """Who alone may judge; None: whoever the house lets judge."""
    min_judges: int
    series: SeriesRef | None
    bracket: BracketRef | None
    opened_at: datetime
    topic_line: int
    """The line that likes on the debate itself are kept under."""
    status: Status
    challenger_posts: int
    opponent_posts: int
    first: SideName | None
    """Who posted first."""
    mover: SideName | None
    until: datetime | None
    """When the next clock runs out."""
    how: How | None
    forfeits: tuple[SideName, ...]
    judges: int
    """How many judged."""
    winner: SideName | None
    decided_by: By | None
    accepted_at: datetime | None
    completed_at: datetime | None
    ended_at: datetime | None
    likes: int
    hot: int
    archived: bool
    """Whether a moderator took it out of the arena, before or after its decision."""
    shelf: Shelf

    @property
    def winner_id(self) -> str | None:
        """Who won."""
        return None if self.winner is None else self.member(self.winner)

    @property
    def decided_at(self) -> datetime | None:
        """When it was decided, if it was."""
        return self.ended_at if self.status == "decided" else None

    @property
    def posts(self) -> int:
        """How many posts there are."""
        return self.challenger_posts + self.opponent_posts

    def member(self, seat: SideName) -> str | None:
        """Who holds a side."""
        return self.challenger if seat == "challenger" else self.opponent

    def posts_of(self, seat: SideName) -> int:
        """How many posts a side made."""
        return self.challenger_posts if seat == "challenger" else self.opponent_posts

    def seat_of(self, member: str | None) -> SideName | None:
        """The side that a member holds, or was called out to hold."""
        if member is None:
            return None
        if member == self.challenger:
            return "challenger"
        return "opponent" if member == self.opponent else None


@dataclass(frozen=True, slots=True)
class JudgmentRow:
    """A judgment; the last three are known once the debate is decided."""

    debate: str
    line: int
    judge: str
    side: SideName
    winner_id: str
    reasoning: str
    rubric: dict[str, Any] | None
    at: datetime
    own: bool
    """Whether a debater judged its own debate."""
    counted: bool
    """Whether it is in the tally."""
    outlier: bool | None
    agreed: bool | None
    """Whether its pick won; None too where nobody did."""
    weight: int | None
    """In millionths."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a member did in the arena, in sums over all debates that are not archived."""

    member: str
    score: int = START
    debates: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    forfeits: int = 0
    judged: int = 0
    """How many judgments it gave."""
    settled: int = 0
    """How many of them were in debates that somebody won."""
    agreed: int = 0
    outliers: int = 0

    @property
    def win_rate(self) -> int | None:
        """Wins among wins, losses and forfeits, in millionths; None before the first."""
        played = self.wins + self.losses + self.forfeits
        return self.wins * MILLION // played if played else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard; those who are equal share a rank."""

    rank: int
    stats: Stats


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a member's score, and the score after it."""

    debate: str
    number: int
    member: str
    at: datetime
    points: int
    reason: str
    score: int


@dataclass(frozen=True, slots=True)
class Liking:
    """The likes on a line after one more or one less."""

    likes: int
    changed: bool
    """Whether this made a difference; False where it was so before."""


@dataclass(frozen=True, slots=True)
class Archival:
    """That a moderator took a decided debate out of lists and standings."""

    by: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Pick:
    """Whom a judge found better, as far as it matters for fairness."""

    judge: str
    side: SideName
    own: bool
    outlier: bool


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """How a debate was decided, as far as it matters for ratings and fairness."""

    debate: str
    challenger: str
    opponent: str
    winner: SideName | None
    first: SideName | None
    """Who posted first; None: nobody posted."""
    by: By
    at: datetime
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Remade:
    """What came of making the book anew from the records: how many debates, and how many rows were otherwise."""

    debates: int
    changed: int
