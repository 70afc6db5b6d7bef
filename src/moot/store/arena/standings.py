"""Standings: scores, records and ranks, read by index."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Column, Integer, Text, bindparam, func, literal_column, select, tuple_

from moot.commons.book_rows import Ranked, RankSort, Stats
from moot.engine import Page
from moot.rating.score import START
from moot.store.arena.among import Among
from moot.store.arena.cursors import marked, place
from moot.store.arena.part import Part
from moot.store.arena.tables import standings
from moot.store.database import Prepared, Row, lists_of

_r = standings.c
_STATS = (
    _r.member_id,
    _r.score,
    _r.debates,
    _r.wins,
    _r.losses,
    _r.draws,
    _r.forfeits,
    _r.judged,
    _r.settled,
    _r.agreed,
    _r.outliers,
)
_ORDERS: Mapping[RankSort, tuple[Column[int], Column[int]]] = {
    "score": (_r.score, _r.wins),
    "wins": (_r.wins, _r.score),
    "win_rate": (_r.win_rate, _r.wins),
}
# Written out, because a partial index does not serve a value that is bound later.
_DEBATED = _r.debates > literal_column("0")
_RANKED = 1000
"""Nobody counts further than this to tell a rank."""

STATS = Among(lambda names: select(*_STATS).where(_r.member_id.in_(names)))
SCORES = Among(lambda names: select(_r.member_id, _r.score).where(_r.member_id.in_(names)))

_better = tuple_(_r.score, _r.wins) > tuple_(bindparam("score", type_=Integer), bindparam("wins", type_=Integer))
BETTER = Prepared(
    select(func.count()).select_from(select(_r.member_id).where(_DEBATED, _better).limit(_RANKED).subquery())
)


@lru_cache
def board(sort: RankSort, after: bool) -> Prepared:
    """A page of the leaderboard, with what orders it in the first two columns."""
    first, second = _ORDERS[sort]
    keys = (first, second, _r.member_id)
    found = select(first, second, *_STATS).where(_DEBATED)
    if after:
        types = (Integer, Integer, Text)
        found = found.where(tuple_(*keys) < tuple_(*(bindparam(f"at{n}", type_=t) for n, t in enumerate(types))))
    return Prepared(found.order_by(*(key.desc() for key in keys)).limit(bindparam("limit")))


class Standings(Part):
    """Scores, records and ranks."""

    async def scores(self, members: Collection[str]) -> Mapping[str, int]:
        """The scores of these members; 1000 for whoever has none yet."""
        found = {member: floored(score) for member, score in await SCORES.rows(self._database, members)}
        return {member: found.get(member, START) for member in members}

    async def stats(self, members: Collection[str]) -> Mapping[str, Stats]:
        """What each of these members did in the arena."""
        found = {row[0]: stats_in(row) for row in await STATS.rows(self._database, members)}
        return {member: found.get(member) or Stats(member) for member in members}

    async def rank(self, member: str) -> int | None:
        """A member's place by score; None for who has not debated, and below the first thousand."""
        found = await STATS.rows(self._database, [member])
        if not found or not stats_in(found[0]).debates:
            return None
        ((better,),) = await self._database.rows(BETTER, {"score": found[0][1], "wins": found[0][3]})
        return better + 1 if better < _RANKED else None

    async def leaderboard(self, sort: RankSort, *, after: str | None = None, limit: int = 50) -> Page[Ranked]:
        """Those who have debated, the best first; those who are equal share a rank."""
        limit, kind = max(1, limit), f"board {sort}"
        # What ordered the row before, its rank, and how many rows there were up to it.
        at: list[Any] = [0, 0, "", 0, 0] if after is None else place(after, kind, int, int, str, int, int)
        params = {} if after is None else {"at0": at[0], "at1": at[1], "at2": at[2]}
        found = await lists_of(self._database).rows(board(sort, after is not None), {**params, "limit": limit + 1})
        ranked: list[Ranked] = []
        for first, second, *told in found[:limit]:
            stats, number = stats_in(told), at[4] + 1
            rank = at[3] if at[3] and (first, second) == (at[0], at[1]) else number
            ranked.append(Ranked(rank, stats))
            at = [first, second, stats.member, rank, number]
        return Page(tuple(ranked), marked(kind, *at) if len(found) > limit else None)


def stats_in(row: Row) -> Stats:
    """The standing that a row keeps."""
    member, score, *numbers = row
    return Stats(member, floored(score), *numbers)


def floored(score: int) -> int:
    """A score as it is shown: where wins were archived, the sum of what is left may be below 0, and no score is."""
    return max(0, score)
