"""Where a debate of the arena stands: members, line numbers and counts, never texts."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from moot.debate import JsonObject, called_on
from moot.formats.arena.setup import Arena, SideName

Status: TypeAlias = Literal["proposed", "active", "judging", "decided", "declined", "expired", "withdrawn", "archived"]
How: TypeAlias = Literal["completed", "forfeited"]
"""How a debate came to be judged."""
By: TypeAlias = Literal["votes", "forfeit", "likes", "draw", "both_forfeit"]
"""What decided a debate."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed, as far as the rules need it."""

    mode: Literal["challenge", "open", "agreed"]
    max_posts: int
    judges: tuple[str, ...] | None
    min_judges: int
    count_self: bool
    post_seconds: int
    judging_seconds: int
    proposal_seconds: int
    called: frozenset[str] = frozenset()
    """The seats that the house itself calls on."""

    @staticmethod
    def of(setup: Arena) -> "Terms":
        """The terms of a set-up."""
        mode = "agreed" if setup.agreed else "open" if setup.opponent is None else "challenge"
        return Terms(
            mode,
            setup.max_posts,
            setup.judges,
            setup.min_judges,
            setup.count_self_judgments,
            setup.post_seconds,
            setup.judging_seconds,
            setup.proposal_seconds,
            called_on(setup.players),
        )


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two."""

    member: str | None = None
    """Who holds it; None: nobody yet."""
    posts: tuple[int, ...] = ()
    """The lines of its posts, at most `max_posts`."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A judgment: by whom, for which side, at which line."""

    judge: str
    side: SideName
    line: int


@dataclass(frozen=True, slots=True)
class Decision:
    """How it was decided, with all that explains it."""

    by: By
    winner: SideName | None
    result: JsonObject = field(default_factory=dict[str, str])
    """What the closing line tells: see docs/formats/arena.md."""
    awards: tuple[tuple[str, int, str], ...] = ()
    """Member, points, reason."""


@dataclass(frozen=True, slots=True)
class State:
    """A debate of the arena after one of its lines."""

    terms: Terms
    challenger: Side
    opponent: Side
    opened_at: datetime
    status: Status = "proposed"
    topic: int | None = None
    """The line of the topic; likes on the debate itself are kept under it."""
    mover: SideName | None = None
    """Whose turn to post it is, while it is active."""
    since: int = 0
    """The line that dealt the turn of whoever must move."""
    clock: datetime | None = None
    """When that turn's clock began."""
    ahead: int = 0
    """The line that dealt the turn of whoever may post out of turn."""
    accepted_at: datetime | None = None
    activated: int = 0
    """The line with which it became active."""
    completed_at: datetime | None = None
    """When judging began."""
    judging_until: datetime | None = None
    how: How | None = None
    forfeits: tuple[SideName, ...] = ()
    """Who forfeited: one side, or both."""
    votes: tuple[Vote, ...] = ()
    decision: Decision | None = None
    was: Status | None = None
    """Where it stood when it ended without a decision."""
    reason: str = ""
    """Why it ended without a decision, as the closing line tells it: a sentence, kept once."""
    ended_at: datetime | None = None
    closed: bool = False

    @property
    def unposted(self) -> bool:
        """Whether nobody has posted yet."""
        return not self.challenger.posts and not self.opponent.posts

    @property
    def ended(self) -> bool:
        """Whether nothing can change any more."""
        return self.ended_at is not None

    @property
    def posts(self) -> tuple[int, ...]:
        """The lines of all posts, in their order."""
        return tuple(sorted((*self.challenger.posts, *self.opponent.posts)))

    def side(self, name: SideName) -> Side:
        """One of the two."""
        return self.challenger if name == "challenger" else self.opponent

    def seat_of(self, member: str) -> SideName | None:
        """The side that a member holds."""
        if member == self.challenger.member:
            return "challenger"
        return "opponent" if member == self.opponent.member else None
