"""What somebody may do about a debate now: one function for lists and single debates alike."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from moot.commons.book_limits import Room
from moot.commons.book_rows import ArenaRow
from moot.desk.arena.replies import ArenaAction
from moot.desk.callers import Caller
from moot.desk.terms import ArenaTerms
from moot.members import Member

ActionName: TypeAlias = Literal[
    "accept",
    "decline",
    "join",
    "withdraw",
    "post",
    "forfeit",
    "judge",
    "archive",
    "restore",
    "like",
    "report",
]

_PATHS: dict[ActionName, str] = {
    "post": "posts",
    "judge": "judgments",
    "like": "likes",
    "report": "reports",
}
"""Where the path of an action is not its name."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a caller did about a debate before, and has room for."""

    judged: bool = False
    liked: bool = False
    room: Room = field(default=Room())
    """What the limits leave them for now."""


def actions(
    row: ArenaRow, caller: Caller, seen: Seen, now: datetime, terms: ArenaTerms, *, settled: bool = False
) -> tuple[ArenaAction, ...]:
    """What the caller may do now, and until when.

    What a clock has run out for is over, unless all that fell due was written: then the house waits a while longer.
    """
    running = settled or row.until is None or now < row.until
    names: list[tuple[ActionName, bool]] = []
    if caller.member is not None and not row.archived:
        if running:
            names += _moves(row, caller, caller.member, seen, now, terms)
        names += _around(caller, seen)
    if caller.moderates:
        names += _moderating(row)
    return tuple(_told(row, name, must) for name, must in names)


def may_judge_from(member: Member, terms: ArenaTerms) -> datetime:
    """When an account is old enough to judge."""
    return member.registered_at + timedelta(days=terms.judge_days)


def _moves(
    row: ArenaRow, caller: Caller, member: Member, seen: Seen, now: datetime, terms: ArenaTerms
) -> Iterator[tuple[ActionName, bool]]:
    if "debate" in caller.scopes and row.status == "proposed":
        yield from _answers(row, member, seen.room)
    if "debate" in caller.scopes and row.status == "active":
        yield from _debating(row, member)
    if "judge" in caller.scopes and row.status == "judging" and not seen.judged and seen.room.to_judge:
        invited = row.invited is None or member.id in row.invited
        if member.verified and invited and may_judge_from(member, terms) <= now:
            yield "judge", False


def _answers(row: ArenaRow, member: Member, room: Room) -> Iterator[tuple[ActionName, bool]]:
    seat = row.seat_of(member.id)
    if seat == "opponent":
        if room.to_sit:
            yield "accept", True
        yield "decline", True
    elif seat == "challenger":
        yield "withdraw", False
    elif row.mode == "open" and room.to_sit:
        yield "join", True


def _debating(row: ArenaRow, member: Member) -> Iterator[tuple[ActionName, bool]]:
    seat = row.seat_of(member.id)
    if seat is None:
        return
    if row.posts_of(seat) < row.max_posts:
        # Before the first post both clocks run.
        yield "post", row.mover == seat or not row.posts
    yield "forfeit", False


def _around(caller: Caller, seen: Seen) -> Iterator[tuple[ActionName, bool]]:
    if "social" in caller.scopes:
        if not seen.liked:
            yield "like", False
        yield "report", False


def _moderating(row: ArenaRow) -> Iterator[tuple[ActionName, bool]]:
    if row.archived and row.status == "decided":
        yield "restore", False
    elif not row.archived and row.status in ("proposed", "active", "judging", "decided"):
        yield "archive", False


def _told(row: ArenaRow, name: ActionName, must: bool) -> ArenaAction:
    timed = name not in ("like", "report", "archive", "restore")
    path = f"/api/v1/debates/{row.debate}/{_PATHS.get(name, name)}"
    return ArenaAction(action=name, must=must, until=row.until if timed else None, method="POST", path=path)
