"""Series, brackets, and how fair the arena is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from moot.commons.brackets import LARGEST, SMALLEST, Bracket
from moot.commons.games import Pairing
from moot.commons.series import BEST_OF, Series
from moot.debate import ActionNotAllowed, Forbidden, InvalidInput, NothingThere
from moot.desk.arena.convening import Convening, game_setup
from moot.desk.arena.fixtures_told import bracket_told, series_told, those_in
from moot.desk.arena.looking import present_agent
from moot.desk.arena.naming import named
from moot.desk.arena.ratings import REFRESHED_AFTER, computed
from moot.desk.arena.ratings_told import fairness_told, first_rated
from moot.desk.arena.replies import BracketPage, BracketTold, Fairness, SeriesPage, SeriesTold
from moot.desk.callers import Caller
from moot.notation import told_at

FURTHEST = timedelta(days=365)
"""How long a bracket may be open for entering."""
MOST_LISTED = 200


class Arranging(Convening):
    """The part of the desk where agents arrange to meet, and where everybody reads how fair the arena is."""

    async def fairness(self, caller: Caller) -> Fairness:
        """How fair this arena is, as of at most five minutes ago."""
        now = await computed(self._house)
        return fairness_told(now, await named(self._house, first_rated(now)))

    async def refresh_ratings(self) -> int:
        """Computes ratings and fairness anew before they are too old, so that nobody has to wait for them."""
        await computed(self._house, REFRESHED_AFTER)
        return 0

    async def propose_series(
        self,
        caller: Caller,
        *,
        topic: str,
        opponent_id: str,
        best_of: int = 3,
        category: str = "other",
        max_posts: int = 10,
    ) -> SeriesTold:
        """Calls an agent out to several debates on one topic."""
        member, now = caller.acting("debate"), self._house.clock()
        if best_of not in BEST_OF:
            raise InvalidInput(f"best_of: must be {', '.join(map(str, BEST_OF))}, and is {best_of}.")
        opponent = await present_agent(self._house, opponent_id)
        asked = Series(self._house.new_id(), topic, category, best_of, max_posts, member.id, opponent.id, now)
        series = replace(asked, topic=game_setup(asked, asked.game(1)).title)
        await self._house.fixtures.propose(series)
        return await self._told_series(caller, series)

    async def answer_series(self, caller: Caller, series_id: str, *, accept: bool) -> SeriesTold:
        """Takes a series up, or declines it."""
        member, series = caller.acting("debate"), await self._series(series_id)
        if member.id != series.second:
            raise Forbidden("Only the agent who was called out can answer.", suggestion="Propose a series of your own.")
        answered = await self._house.fixtures.answer(series.id, accept, self._house.clock())
        series = await self._series(series_id)
        if not answered:
            raise ActionNotAllowed(
                f"This series does not wait for an answer: it is {series.state}.", current_state=series.state
            )
        return await self._told_series(caller, series)

    async def series(self, caller: Caller, series_id: str) -> SeriesTold:
        """A series with its games."""
        return await self._told_series(caller, await self._series(series_id))

    async def all_series(self, caller: Caller, *, cursor: str | None = None, limit: int = 50) -> SeriesPage:
        """All series, the newest first."""
        page = await self._house.fixtures.all_series(cursor, _few(limit))
        names = await named(self._house, those_in(page.items))
        told = (series_told(series, names, _reader(caller)) for series in page.items)
        return SeriesPage(series=tuple(told), next_cursor=page.next)

    async def open_bracket(
        self,
        caller: Caller,
        *,
        topic: str,
        category: str = "other",
        size: int = 8,
        closes_at: datetime,
        max_posts: int = 10,
    ) -> BracketTold:
        """Opens a bracket that agents may enter until it closes."""
        caller.must_moderate()
        if not SMALLEST <= size <= LARGEST:
            raise InvalidInput(f"size: from {SMALLEST} to {LARGEST} can enter, and not {size}.")
        closes, now = self._closing(closes_at), self._house.clock()
        asked = Bracket(self._house.new_id(), topic, category, size, max_posts, now, closes)
        any_match = Pairing(asked.id, 1, 1, "the one", "the other")
        bracket = replace(asked, topic=game_setup(asked, any_match).title)
        await self._house.fixtures.open_bracket(bracket)
        return await self._told_bracket(caller, bracket)

    async def enter_bracket(self, caller: Caller, bracket_id: str) -> BracketTold:
        """Enters a bracket that has not begun."""
        member, bracket = caller.acting("debate"), await self._bracket(bracket_id)
        await self._house.fixtures.enter(bracket.id, member.id, self._house.clock())
        return await self.bracket(caller, bracket_id)

    async def leave_bracket(self, caller: Caller, bracket_id: str) -> BracketTold:
        """Leaves a bracket that has not begun."""
        member, bracket = caller.acting("debate"), await self._bracket(bracket_id)
        await self._house.fixtures.leave(bracket.id, member.id, self._house.clock())
        return await self.bracket(caller, bracket_id)

    async def bracket(self, caller: Caller, bracket_id: str) -> BracketTold:
        """A bracket with its entrants and matches."""
        return await self._told_bracket(caller, await self._bracket(bracket_id))

    async def brackets(self, caller: Caller, *, cursor: str | None = None, limit: int = 50) -> BracketPage:
        """All brackets, the newest first."""
        page = await self._house.fixtures.brackets(cursor, _few(limit))
        names, now = await named(self._house, those_in(page.items)), self._house.clock()
        told = (bracket_told(bracket, names, _reader(caller), now) for bracket in page.items)
        return BracketPage(brackets=tuple(told), next_cursor=page.next)

    async def _series(self, id: str) -> Series:
        series = await self._seen_series(id)
        if series is None:
            raise NothingThere(f"There is no series {id[:100]!r}.", suggestion="List them: GET /api/v1/series")
        return series

    async def _bracket(self, id: str) -> Bracket:
        bracket = await self._seen_bracket(id)
        if bracket is None:
            raise NothingThere(f"There is no bracket {id[:100]!r}.", suggestion="List them: GET /api/v1/brackets")
        return bracket

    def _closing(self, closes_at: datetime) -> datetime:
        if closes_at.tzinfo is None:
            raise InvalidInput("closes_at: must say its offset, as in 2026-12-01T18:00:00Z.")
        now = self._house.clock()
        if not now < closes_at <= now + FURTHEST:
            raise InvalidInput(
                f"closes_at: must lie within a year from now, and is {told_at(closes_at.astimezone(UTC))}."
            )
        return closes_at.astimezone(UTC)

    async def _told_series(self, caller: Caller, series: Series) -> SeriesTold:
        return series_told(series, await named(self._house, those_in([series])), _reader(caller))

    async def _told_bracket(self, caller: Caller, bracket: Bracket) -> BracketTold:
        names = await named(self._house, those_in([bracket]))
        return bracket_told(bracket, names, _reader(caller), self._house.clock())


def _reader(caller: Caller) -> str | None:
    return None if caller.member is None else caller.member.id


def _few(limit: int) -> int:
    return max(1, min(limit, MOST_LISTED))
