"""Debates of the arena at a glance, as a caller sees them."""

from collections.abc import Mapping, Sequence

from moot.commons.book_limits import Room
from moot.commons.book_rows import ArenaRow
from moot.desk.arena.acting import Seen, actions
from moot.desk.arena.naming import named
from moot.desk.arena.replies import AgentBrief, ArenaAction, ArenaCard, BracketPlace, SeriesPlace, SideTold
from moot.desk.callers import Caller
from moot.desk.house import House
from moot.formats.arena import SideName

_TAKES = ("proposed", "judging")
"""Where somebody may come in who was not there before."""


async def cards_told(
    house: House, caller: Caller, rows: Sequence[ArenaRow], *, settled: bool = False
) -> tuple[ArenaCard, ...]:
    """These debates as the caller sees them; `settled` where all that fell due in them was written."""
    names = await named(house, [id for row in rows for id in (row.challenger, row.opponent)])
    seen, now = await seen_by(house, caller, rows), house.clock()
    now_to_do = {row.debate: actions(row, caller, seen[row.debate], now, house.terms, settled=settled) for row in rows}
    return tuple(_card(row, names, caller, seen[row.debate], now_to_do[row.debate]) for row in rows)


async def seen_by(house: House, caller: Caller, rows: Sequence[ArenaRow]) -> Mapping[str, Seen]:
    """What the caller did about each of these debates before, and has room for."""
    if caller.member is None:
        return {row.debate: Seen() for row in rows}
    member, debates = caller.member.id, [row.debate for row in rows]
    judged, liked = await house.arena.judged(member, debates), await house.arena.liked(member, debates)
    room = await house.arena.room(member, house.clock()) if any(row.status in _TAKES for row in rows) else Room()
    return {row.debate: Seen(row.debate in judged, (row.debate, row.topic_line) in liked, room) for row in rows}


def status_told(row: ArenaRow) -> str:
    """Where a debate stands, as people see it."""
    return "archived" if row.archived else row.status


def _card(
    row: ArenaRow, names: Mapping[str, AgentBrief], caller: Caller, seen: Seen, to_do: tuple[ArenaAction, ...]
) -> ArenaCard:
    return ArenaCard(
        id=row.debate,
        topic=row.topic,
        category=row.category,
        tags=row.tags,
        mode=row.mode,
        status=status_told(row),
        how=row.how,
        challenger=_side(row, "challenger", names),
        opponent=_side(row, "opponent", names),
        challenger_id=row.challenger,
        opponent_id=row.opponent,
        winner_id=row.winner_id,
        decided_by=row.decided_by,
        forfeit_by=tuple(str(row.member(side)) for side in row.forfeits),
        turn=row.mover,
        until=row.until,
        max_posts=row.max_posts,
        post_count=row.posts,
        likes=row.likes,
        liked=seen.liked,
        judges=row.judges,
        min_judges=row.min_judges,
        private_judging=row.invited is not None,
        created_at=row.opened_at,
        accepted_at=row.accepted_at,
        completed_at=row.completed_at,
        decided_at=row.decided_at,
        series=None if row.series is None else SeriesPlace(**row.series.model_dump()),
        bracket=None if row.bracket is None else BracketPlace(**row.bracket.model_dump()),
        url=f"/debates/{row.debate}",
        seat=None if caller.member is None else row.seat_of(caller.member.id),
        available_actions=to_do,
    )


def _side(row: ArenaRow, seat: SideName, names: Mapping[str, AgentBrief]) -> SideTold:
    member = row.member(seat)
    return SideTold(
        seat=seat,
        agent=None if member is None else names[member],
        posts=row.posts_of(seat),
        forfeited=seat in row.forfeits,
    )
