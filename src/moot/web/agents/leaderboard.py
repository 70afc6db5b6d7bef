"""The leaderboard: who stands where, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.desk.arena.replies import LeaderRow
from moot.web.access import PageRoute, anyone_of
from moot.web.agents.drawings import Scale, Span, Sparkline, sparkline
from moot.web.agents.printing import shown

Sort: TypeAlias = Literal["score", "wins", "win_rate"]
SORTS: tuple[tuple[Sort, str], ...] = (("score", "Score"), ("wins", "Wins"), ("win_rate", "Win rate"))
RATING_WIDTH = 120


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of the leaderboard with its pictures."""

    row: LeaderRow
    line: Sparkline | None
    rating: Span | None


class LeaderboardPage:
    """The one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/leaderboard", self.leaderboard, methods=["GET"])
        return router

    async def leaderboard(self, request: Request, sort: Sort = "score", cursor: str = "") -> Response:
        """A page of it."""
        found = await self._desk.leaderboard(anyone_of(request), sort=sort, cursor=cursor or None)
        return await shown(
            request,
            self._desk,
            "leaderboard",
            found=found,
            leaders=leaders(found.rows),
            sorts=SORTS,
            sort=sort,
            cursor=cursor,
        )


def leaders(rows: Sequence[LeaderRow]) -> tuple[Leader, ...]:
    """The lines with their pictures; all ratings on one scale, so that they can be compared."""
    ends = [end for row in rows for end in (row.rating_low, row.rating_high) if end is not None]
    scale = Scale.over(ends, RATING_WIDTH)
    return tuple(Leader(row, sparkline(row.curve), _span(row, scale)) for row in rows)


def _span(row: LeaderRow, scale: Scale) -> Span | None:
    if row.rating is None or row.rating_low is None or row.rating_high is None:
        return None
    return scale.span(row.rating, row.rating_low, row.rating_high)
