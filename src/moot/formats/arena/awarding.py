"""Awarding: what a decision brings to the scores of debaters and judges, each change with its reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from moot.formats.arena.counting import Count, Counted, Known
from moot.formats.arena.finding import Finding
from moot.formats.arena.setup import SIDES, SideName, other
from moot.formats.arena.state import State
from moot.rating.score import (
    AGREED,
    BOTH_FORFEIT,
    BY_FORFEIT,
    BY_LIKES,
    FORFEIT,
    OUTLIER,
    Rival,
    both_forfeited,
    cut,
    explained,
    for_loss,
    for_win,
    forfeited,
    judged_alone,
    judged_with_majority,
    lost_by_likes,
    lost_by_votes,
    won_by_forfeit,
    won_by_likes,
    won_by_votes,
)


@dataclass(frozen=True, slots=True)
class Worth:
    """What something is worth to a member, before its score is looked at."""

    member: str
    points: int
    why: str
    line: int | None = None
    """The judgment it is for; None: it is for debating."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a member's score."""

    member: str
    points: int
    reason: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Debated:
    """A decided debate, as far as scores hang on it."""

    state: State
    finding: Finding
    count: Count
    known: Mapping[str, Known]

    def changes(self) -> tuple[Change, ...]:
        """What it brings, debaters first, then judges in the order they judged; nothing where nothing changes."""
        return tuple(change for change in _cut(self._worths(), self.known) if change.points)

    def _worths(self) -> Iterator[Worth]:
        winner = self.finding.winner
        if self.finding.by == "both_forfeit":
            yield from (Worth(self._member(s), BOTH_FORFEIT, both_forfeited(self._rival(s))) for s in SIDES)
        if winner is not None:
            yield self._won(winner)
            yield self._lost(other(winner))
        if winner is not None and self.finding.by == "votes":
            for judgment in self.count.judgments:
                yield from self._judged(judgment, winner)

    def _won(self, side: SideName) -> Worth:
        rival, share = self._rival(side), self.count.parts[side].share
        match self.finding.by:
            case "votes":
                agreement, why = share, won_by_votes(rival, share)
            case "likes":
                agreement, why = BY_LIKES, won_by_likes(rival, *self._likes(side))
            case _:
                agreement, why = BY_FORFEIT, won_by_forfeit(rival)
        return Worth(self._member(side), for_win(rival.score, agreement), why)

    def _lost(self, side: SideName) -> Worth:
        rival = self._rival(side)
        match self.finding.by:
            case "votes":
                points, why = for_loss(rival.score), lost_by_votes(rival, self.count.parts[side].share)
            case "likes":
                points, why = for_loss(rival.score), lost_by_likes(rival, *self._likes(side))
            case _:
                points, why = FORFEIT, forfeited(rival)
        return Worth(self._member(side), points, why)

    def _judged(self, judgment: Counted, winner: SideName) -> Iterator[Worth]:
        """Who judged with the majority earns, even against nine tenths of the heads: weights make the majority."""
        judge, line = judgment.vote.judge, judgment.vote.line
        if not judgment.counts:
            return
        if judgment.vote.side == winner:
            share = self.count.parts[winner].share
            yield Worth(
                judge, AGREED, judged_with_majority(self._handle(winner), self._handle(other(winner)), share), line
            )
        elif judgment.outlier:
            picked = self._handle(judgment.vote.side)
            yield Worth(judge, OUTLIER, judged_alone(picked, judgment.against, judgment.others), line)

    def _likes(self, side: SideName) -> tuple[int, int]:
        likes = self.finding.likes or {}
        return likes[side], likes[other(side)]

    def _rival(self, side: SideName) -> Rival:
        rival = self.known[self._member(other(side))]
        return Rival(rival.handle, rival.score)

    def _handle(self, side: SideName) -> str:
        return self.known[self._member(side)].handle

    def _member(self, side: SideName) -> str:
        member = self.state.side(side).member
        assert member is not None
        return member


def _cut(worths: Iterable[Worth], known: Mapping[str, Known]) -> Iterator[Change]:
    """One after the other, so that no score falls below 0 at any of them."""
    left = {member: each.score for member, each in known.items()}
    for worth in worths:
        points = cut(worth.points, left[worth.member])
        left[worth.member] += points
        yield Change(worth.member, points, explained(points, worth.points, worth.why), worth.line)
