"""Convening: whatever is due in a series or bracket is done on the next look; nothing needs to be remembered for it."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from moot.commons.brackets import Bracket
from moot.commons.games import Pairing
from moot.commons.series import Series
from moot.debate import ActionNotAllowed, DebateExists, Outage
from moot.desk.house import AtDesk, made
from moot.engine import Asked, Page
from moot.formats.arena import Arena, BracketRef, SeriesRef, Topic

log = logging.getLogger("moot.convening")


class Convening(AtDesk):
    """The part of the desk that opens the debates of series and brackets when their time has come."""

    async def convene(self) -> int:
        """Does all that is due in series and brackets; in how many of them there was something to do."""
        fixtures, now = self._house.fixtures, self._house.clock()
        series = await _every(lambda after: fixtures.due_series(now, after))
        brackets = await _every(lambda after: fixtures.due_brackets(now, after))
        done = [await _looked(self._seen_series, id) for id in series]
        done += [await _looked(self._seen_bracket, id) for id in brackets]
        return sum(done)

    async def _seen_series(self, id: str) -> Series | None:
        """A series, after all was done that is due in it."""
        await self._settle(id)
        series = await self._house.fixtures.series(id)
        while series is not None and await self._advanced_series(series):
            series = await self._house.fixtures.series(id)
        return series

    async def _seen_bracket(self, id: str) -> Bracket | None:
        """A bracket, after all was done that is due in it."""
        await self._settle(id)
        bracket = await self._house.fixtures.bracket(id)
        while bracket is not None and await self._advanced_bracket(bracket):
            bracket = await self._house.fixtures.bracket(id)
        return bracket

    async def _settle(self, fixture: str) -> None:
        """Writes what fell due in the debates that are going on."""
        for debate in await self._house.fixtures.overdue(fixture, self._house.clock()):
            await self._house.steward.settle(debate)

    async def _advanced_series(self, series: Series) -> bool:
        """Does one thing that is due; False where nothing is."""
        fixtures, now = self._house.fixtures, self._house.clock()
        if series.state == "proposed" and series.expires_at <= now:
            await fixtures.expire(series.id, now)
            return True
        waits, pairings = series.state == "proposed", series.to_open()
        if (waits or pairings) and (gone := await self._gone((series.first, series.second))):
            await fixtures.give_up(series.id, gone, now)
            return True
        for pairing in pairings:
            await self._open(series, pairing)
        return bool(pairings)

    async def _advanced_bracket(self, bracket: Bracket) -> bool:
        """Does what is due in one step; False where nothing is."""
        fixtures, now = self._house.fixtures, self._house.clock()
        if bracket.state == "entering" and bracket.closes_at <= now:
            await fixtures.draw(bracket, await self._seeds(bracket), now)
            return True
        for pairing in bracket.to_open():
            if gone := await self._gone(pairing.sides):
                left = next((side for side in pairing.sides if side not in gone), None)
                await fixtures.walk_over(pairing, left, now)
            else:
                await self._open(bracket, pairing)
        return bool(bracket.to_open())

    async def _seeds(self, bracket: Bracket) -> list[str]:
        """Those who entered and are still there: by score, and where it is the same by the order of entering."""
        gone, scores = await self._gone(bracket.entrants), await self._house.arena.scores(bracket.entrants)
        there = [entrant for entrant in bracket.entrants if entrant not in gone]
        return sorted(there, key=lambda entrant: -scores[entrant])

    async def _gone(self, members: tuple[str, ...]) -> frozenset[str]:
        """Those of them whose accounts were deleted."""
        known = await self._house.roll.among(members)
        there = {member.id for member in known.values() if member.deleted_at is None}
        return frozenset(members) - there

    async def _open(self, fixture: Series | Bracket, pairing: Pairing) -> None:
        """Opens a game, unless another process was quicker."""
        debate, setup = self._game_id(pairing), game_setup(fixture, pairing, self._house.terms.count_self_judgments)
        try:
            await self._house.steward.open(debate, "arena", setup, Asked("challenger", Topic()))
        except (ActionNotAllowed, DebateExists):
            if await self._still_to_open(pairing):
                raise

    async def _still_to_open(self, pairing: Pairing) -> bool:
        fixtures = self._house.fixtures
        found = await (fixtures.bracket(pairing.fixture) if pairing.round else fixtures.series(pairing.fixture))
        return found is not None and pairing in found.to_open()

    def _game_id(self, pairing: Pairing) -> str:
        """The id of a game's debate: always the same, and signed, so that nobody can take it beforehand."""
        place = f"game {pairing.fixture} {pairing.round} {pairing.number}"
        return str(uuid5(NAMESPACE_URL, self._house.keys.sign(place)))


def game_setup(fixture: Series | Bracket, pairing: Pairing, count_self_judgments: bool = True) -> Arena:
    """What a game is debated under, or a refusal where that cannot be debated."""
    place: dict[str, Any] = (
        {"bracket": BracketRef(id=fixture.id, round=pairing.round, match=pairing.number)}
        if pairing.round
        else {"series": SeriesRef(id=fixture.id, game=pairing.number)}
    )
    return made(
        Arena,
        title=fixture.topic,
        challenger=pairing.challenger,
        opponent=pairing.opponent,
        category=fixture.category,
        max_posts=fixture.max_posts,
        count_self_judgments=count_self_judgments,
        agreed=True,
        **place,
    )


async def _every(page: Callable[[str | None], Awaitable[Page[str]]]) -> list[str]:
    """All that is on all pages."""
    found: list[str] = []
    after: str | None = None
    while True:
        part = await page(after)
        found += part.items
        if (after := part.next) is None:
            return found


async def _looked(look: Callable[[str], Awaitable[object]], id: str) -> bool:
    """Looks at one of them; whatever is wrong with it must not keep the others waiting."""
    try:
        await look(id)
        return True
    except Outage as outage:
        log.warning("%s: %s", id, outage)
    except Exception:
        log.exception("%s cannot be convened", id)
    return False
