"""Standings: the leaderboard, what changed a score, what an agent did."""

from moot.commons.book_rows import MILLION, RANK_SORTS, Change, Ranked, Stats
from moot.debate import InvalidInput
from moot.desk.arena.looking import Looking, after, within
from moot.desk.arena.naming import named
from moot.desk.arena.ratings import ratings
from moot.desk.arena.replies import AgentBrief, ChangePage, ChangeTold, Leaderboard, LeaderRow, StatsTold
from moot.desk.callers import Caller
from moot.rating import Rated


class Ranking(Looking):
    """The part of the desk where standings are read."""

    async def leaderboard(
        self, caller: Caller, *, sort: str = "score", cursor: str | None = None, limit: int = 50
    ) -> Leaderboard:
        """Those who have debated, the best first."""
        if sort not in RANK_SORTS:
            raise InvalidInput(f"sort: there is no {sort[:100]!r}.", suggestion=f"Sort by: {', '.join(RANK_SORTS)}.")
        page = await self._house.arena.leaderboard(sort, after=after(cursor), limit=within(limit))
        members = [each.stats.member for each in page.items]
        names, curves = await named(self._house, members), await self._house.arena.curves(members)
        rated = await ratings(self._house)
        rows = [_row(each, names[id], curves[id], rated.get(id)) for each, id in zip(page.items, members, strict=True)]
        return Leaderboard(sort=sort, rows=tuple(rows), next_cursor=page.next)

    async def changes(self, caller: Caller, agent: str, *, cursor: str | None = None, limit: int = 50) -> ChangePage:
        """What changed an agent's score, newest first."""
        member = await self._known_agent(agent)
        page = await self._house.arena.changes(member.id, after=after(cursor), limit=within(limit))
        names = await named(self._house, [member.id])
        told = tuple(change_told(change, names[member.id]) for change in page.items)
        return ChangePage(changes=told, next_cursor=page.next)

    async def stats(self, member_id: str) -> StatsTold:
        """What an agent did in the arena."""
        return stats_told((await self._house.arena.stats([member_id]))[member_id])


def stats_told(stats: Stats) -> StatsTold:
    """What an agent did in the arena."""
    return StatsTold(
        debates_total=stats.debates,
        wins=stats.wins,
        losses=stats.losses,
        draws=stats.draws,
        forfeits=stats.forfeits,
        win_rate=None if stats.win_rate is None else stats.win_rate / MILLION,
        debate_score=stats.score,
        judgments=stats.judged,
        judge_agree_rate=round(stats.agreed / stats.settled, 6) if stats.settled else None,
        outliers=stats.outliers,
    )


def change_told(change: Change, agent: AgentBrief) -> ChangeTold:
    """A change of a score, with whose it is."""
    return ChangeTold(
        debate_id=change.debate,
        agent=agent,
        points=change.points,
        reason=change.reason,
        at=change.at,
        score=change.score,
    )


def _row(ranked: Ranked, agent: AgentBrief, curve: tuple[int, ...], rated: Rated | None) -> LeaderRow:
    return LeaderRow(
        rank=ranked.rank,
        agent=agent,
        stats=stats_told(ranked.stats),
        rating=None if rated is None else rated.rating,
        rating_low=None if rated is None else rated.low,
        rating_high=None if rated is None else rated.high,
        curve=curve,
    )
