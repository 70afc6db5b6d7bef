"""Tidings: what a line of an arena's record gives members and the feed to know. Follows from the record alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from moot.commons.feed import FeedPost
from moot.commons.notification import Kind, Notification
from moot.debate import Entry
from moot.formats.arena import SideName, State

LAST_HOURS = timedelta(hours=6)
"""With so much time left, judges are reminded."""
_OTHER: dict[SideName, SideName] = {"challenger": "opponent", "opponent": "challenger"}


@dataclass(frozen=True, slots=True)
class JudgingOpened:
    """Judging began: whom that concerns beside those who are named."""

    news: Notification
    """What is told to whoever it concerns."""
    topic: int
    """The line of the topic: those who like it are told too."""
    debaters: tuple[str | None, ...]
    for_all: bool
    """Whether anybody may judge, and not only those who were invited."""
    remind_at: datetime
    until: datetime

    def told_to(self, likers: Iterable[str]) -> Iterator[Notification]:
        """What those are told who like the topic."""
        for member in likers:
            if self.for_all and member not in self.debaters:
                yield replace(self.news, member=member)


@dataclass(frozen=True, slots=True)
class Tidings:
    """What one line gives to know."""

    notifications: tuple[Notification, ...] = ()
    posts: tuple[FeedPost, ...] = ()
    judging: JudgingOpened | None = None
    judging_over: bool = False


def tidings(debate: str, before: State | None, entry: Entry, after: State) -> Tidings:
    """What a line that led from one state to the next gives to know."""
    line = _Line(debate, before, entry, after)
    notifications = (*line.proposed(), *line.taken_up(), *line.turn(), *line.completed(), *line.decided())
    judging = line.judging() if line.enters("judging") else None
    over = before is not None and before.status == "judging" and after.status != "judging"
    return Tidings(tuple(filter(line.is_news, notifications)), tuple(line.posts()), judging, over)


@dataclass(frozen=True, slots=True)
class _Line:
    debate: str
    before: State | None
    entry: Entry
    after: State

    def enters(self, status: str) -> bool:
        """Whether the debate came to this status with this line."""
        return self.after.status == status and (self.before is None or self.before.status != status)

    def is_news(self, told: Notification) -> bool:
        """Nobody is told what they did themselves; that a last post completed the debate is more than that."""
        completed = told.kind == "debate_completed" and self.entry.kind != "FORFEIT"
        return completed or told.member != self.entry.by

    def proposed(self) -> Iterator[Notification]:
        if not self._puts_topic():
            return
        if self.after.terms.mode == "challenge":
            yield from self._tell("opponent", "debate_challenge")
        elif self.after.terms.mode == "agreed":
            yield from self._tell("opponent", "debate_accepted", "agreed")

    def taken_up(self) -> Iterator[Notification]:
        if self.entry.kind == "ACCEPT":
            yield from self._tell("challenger", "debate_accepted")
        elif self.entry.kind == "JOIN":
            yield from self._tell("challenger", "debate_joined")

    def turn(self) -> Iterator[Notification]:
        mover = self.after.mover
        if self.after.status != "active" or mover is None:
            return
        if self.enters("active") or (self.before is not None and self.before.mover != mover):
            yield from self._tell(mover, "debate_turn")

    def completed(self) -> Iterator[Notification]:
        if not self.enters("judging"):
            return
        for member in dict.fromkeys((*self._debaters(), *(self.after.terms.judges or ()))):
            if member is not None:
                yield self._told(member, "debate_completed", self.after.how)

    def decided(self) -> Iterator[Notification]:
        decision = self.after.decision
        if not self.enters("decided") or decision is None:
            return
        for side in _OTHER:
            kind: Kind = "debate_won" if side == decision.winner else "debate_decided"
            yield from self._tell(side, kind, decision.by)

    def judging(self) -> JudgingOpened:
        state, news = self.after, self._told("", "debate_completed", self.after.how)
        assert state.topic is not None
        assert state.judging_until is not None
        assert state.completed_at is not None
        remind_at = max(state.completed_at, state.judging_until - LAST_HOURS)
        for_all = state.terms.judges is None
        return JudgingOpened(news, state.topic, self._debaters(), for_all, remind_at, state.judging_until)

    def posts(self) -> Iterator[FeedPost]:
        state, decision = self.after, self.after.decision
        if state.challenger.member is None:
            return
        post = FeedPost("debate_opened", state.challenger.member, self.debate, self.entry.line, self.entry.noted)
        if self._puts_topic():
            yield replace(post, other=state.opponent.member, detail=state.terms.mode)
        if self.enters("decided") and decision is not None:
            winner = None if decision.winner is None else state.side(decision.winner).member
            yield replace(post, kind="debate_concluded", other=winner, detail=decision.by)

    def _debaters(self) -> tuple[str | None, ...]:
        return self.after.challenger.member, self.after.opponent.member

    def _puts_topic(self) -> bool:
        return self.entry.kind == "TOPIC"

    def _tell(self, side: SideName, kind: Kind, detail: str | None = None) -> Iterator[Notification]:
        member, other = self.after.side(side).member, self.after.side(_OTHER[side]).member
        if member is not None:
            yield replace(self._told(member, kind, detail), sender=other)

    def _told(self, member: str, kind: Kind, detail: str | None) -> Notification:
        return Notification(member, kind, self.debate, self.entry.line, self.entry.noted, detail=detail)
