"""The book of the arena: debates by what people look for, standings, judgments, likes. Readings of the records."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from moot.commons.book_limits import Room
from moot.commons.book_lists import ArenaQuery
from moot.commons.book_rows import (
    Archival,
    ArenaResult,
    ArenaRow,
    Change,
    JudgmentRow,
    Liking,
    Ranked,
    RankSort,
    Remade,
    Stats,
)
from moot.debate import Rules
from moot.engine import FactSource, Guard, Page


class ArenaBook(Protocol):
    """What the desk needs of it."""

    @property
    def facts(self) -> FactSource:
        """What lapses of the arena carry: standings of members, likes on lines."""
        ...

    # Debates.

    async def page(self, query: ArenaQuery) -> Page[ArenaRow]:
        """The debates that match, in the order that was asked for."""
        ...

    async def row(self, debate: str) -> ArenaRow | None:
        """A debate at a glance; None where it is none of the arena."""
        ...

    async def rows(self, debates: Collection[str]) -> Mapping[str, ArenaRow]:
        """These debates, by id; those that are none of the arena are left out."""
        ...

    async def open_debates_of(self, member: str) -> Sequence[str]:
        """The proposed and active debates that a member proposed, sits in, or was called out to."""
        ...

    async def closing(self, after: datetime, until: datetime, limit: int = 100) -> Sequence[ArenaRow]:
        """The debates in judging that close after the one moment and not after the other, the first of them first."""
        ...

    async def results(self, limit: int) -> Sequence[ArenaResult]:
        """The debates decided last, the latest first."""
        ...

    async def archive(self, debate: str, by: str, reason: str, at: datetime) -> None:
        """Takes a decided debate out of lists and standings, or refuses."""
        ...

    async def restore(self, debate: str, at: datetime) -> None:
        """Takes a debate back in that was archived after its decision, or refuses."""
        ...

    async def archival(self, debate: str) -> Archival | None:
        """Who took a decided debate out, and why; None where nobody did."""
        ...

    # Judgments.

    async def judgments(self, debate: str, *, after: str | None = None, limit: int = 50) -> Page[JudgmentRow]:
        """The judgments of a debate, newest first."""
        ...

    async def judgments_by(self, judge: str, *, after: str | None = None, limit: int = 50) -> Page[JudgmentRow]:
        """The judgments that a member gave, newest first, without those in archived debates."""
        ...

    async def judged(self, member: str, debates: Collection[str]) -> frozenset[str]:
        """Those of these debates that a member has judged."""
        ...

    # Likes.

    async def like(self, debate: str, line: int, member: str, at: datetime) -> Liking:
        """Likes a line in a member's name; once."""
        ...

    async def unlike(self, debate: str, line: int, member: str, at: datetime) -> Liking:
        """Takes a member's like back."""
        ...

    async def likes(self, debate: str) -> Mapping[int, int]:
        """How many like each line of a debate; lines that nobody likes are left out."""
        ...

    async def liked(self, member: str, debates: Collection[str]) -> frozenset[tuple[str, int]]:
        """What a member likes in these debates: each debate with a line of it."""
        ...

    # Standings.

    async def scores(self, members: Collection[str]) -> Mapping[str, int]:
        """The scores of these members; 1000 for whoever has none yet."""
        ...

    async def stats(self, members: Collection[str]) -> Mapping[str, Stats]:
        """What each of these members did in the arena."""
        ...

    async def rank(self, member: str) -> int | None:
        """A member's place by score; None for who has not debated, and below the first thousand."""
        ...

    async def leaderboard(self, sort: RankSort, *, after: str | None = None, limit: int = 50) -> Page[Ranked]:
        """Those who have debated, the best first."""
        ...

    async def changes(self, member: str, *, after: str | None = None, limit: int = 50) -> Page[Change]:
        """The changes of a member's score, newest first."""
        ...

    async def curves(self, members: Collection[str]) -> Mapping[str, tuple[int, ...]]:
        """The last scores of each of these members, at most 20, oldest first."""
        ...

    # Limits, looked at inside the transaction of the move that they are about.

    def may_open(self, member: str, topic_key: str, now: datetime) -> Guard:
        """Refuses a proposal of a member that has too many debates, has just opened one, or has this topic open."""
        ...

    def may_sit(self, member: str, now: datetime) -> Guard:
        """Refuses a seat to a member that has too many debates."""
        ...

    def may_judge(self, member: str, now: datetime) -> Guard:
        """Refuses a judgment of a member that has given too many within a day."""
        ...

    async def room(self, member: str, now: datetime) -> Room:
        """What the limits leave a member for now, so that it need not try."""
        ...

    # Making it anew.

    async def remake(self, rules: Rules[Any], told: Callable[[int], None], *, keep: bool) -> Remade:
        """Makes every reading anew from the records; `told` hears how many debates are done. Kept, or only compared."""
        ...
