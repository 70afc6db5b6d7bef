"""Series and brackets, on every database. Debates are real ones, played by the rules of the arena."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import uuid4

import asyncpg
import pytest

from moot.commons.brackets import Bracket
from moot.commons.games import Game, Pairing
from moot.commons.series import AT_ONCE, Series
from moot.debate import ActionNotAllowed, InvalidInput, Json, LimitReached, Need, NothingThere
from moot.engine import Asked, Guard, Known, LocalBulletin, Steward
from moot.engine import Transaction as Opaque
from moot.formats.arena import Archive, Arena, BracketRef, Forfeit, Judgment, Post, SeriesRef, Topic
from moot.formats.arena import format as arena
from moot.store import Store, open_store
from moot.testing import START, FixedClock
from tests.contracts.conftest import POSTGRES
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.anyio

TOPIC = "Should agents pay for their own compute?"


class Standings:
    """Everybody stands at the start, and nobody likes anything."""

    async def told(self, debate: str, need: Need, at: datetime) -> Json:
        if need.what == "likes":
            return {str(line): 0 for line in need.about}
        return {str(who): {"handle": str(who), "score": 1000, "agreed": 0, "settled": 0} for who in need.about}

    def still(self, debate: str, known: Known) -> Guard:
        async def guard(tx: Opaque) -> None:
            pass

        return guard


@dataclass
class Stage:
    """A house in which games are opened and played."""

    store: Store
    clock: FixedClock
    steward: Steward

    async def proposed(self, first: str = "a", second: str = "b", best_of: int = 3) -> Series:
        series = Series(str(uuid4()), TOPIC, "tech", best_of, 1, first, second, self.clock())
        await self.store.fixtures.propose(series)
        return series

    async def running(self, best_of: int = 3) -> str:
        series = await self.proposed(best_of=best_of)
        assert await self.store.fixtures.answer(series.id, True, self.clock())
        return series.id

    async def bracket(self, *entrants: str, size: int = 64) -> str:
        closes = self.clock() + timedelta(days=1)
        new = Bracket(str(uuid4()), TOPIC, "tech", size, 1, self.clock(), closes)
        await self.store.fixtures.open_bracket(new)
        for entrant in entrants:
            await self.store.fixtures.enter(new.id, entrant, self.clock())
        return new.id

    async def begun(self, *seeds: str) -> str:
        id = await self.bracket(*seeds)
        await self.store.fixtures.draw(await self.bracket_at(id), seeds, self.clock())
        return id

    async def series_at(self, id: str) -> Series:
        found = await self.store.fixtures.series(id)
        assert found is not None
        return found

    async def bracket_at(self, id: str) -> Bracket:
        found = await self.store.fixtures.bracket(id)
        assert found is not None
        return found

    async def open(self, pairing: Pairing) -> str:
        in_series, number = not pairing.round, pairing.number
        setup = Arena(
            title=TOPIC,
            challenger=pairing.challenger,
            opponent=pairing.opponent,
            max_posts=1,
            agreed=True,
            series=SeriesRef(id=pairing.fixture, game=number) if in_series else None,
            bracket=None if in_series else BracketRef(id=pairing.fixture, round=pairing.round, match=number),
        )
        debate = str(uuid4())
        await self.steward.open(debate, "arena", setup, Asked("challenger", Topic()))
        return debate

    async def won(self, pairing: Pairing, winner: str) -> None:
        """Opened, argued, judged and decided."""
        debate = await self.open(pairing)
        await self.argued(debate, pairing)
        side = "challenger" if winner == pairing.challenger else "opponent"
        judgment = Judgment(winner=side, reasoning="It answered every point.")
        await self.steward.play(debate, Asked("judge", judgment, by="judge"))
        await self.time_passes(debate, hours=48)

    async def argued(self, debate: str, pairing: Pairing) -> None:
        for seat, member in zip(("challenger", "opponent"), pairing.sides, strict=True):
            await self.steward.play(debate, Asked(seat, Post(content="So it is."), by=member))

    async def drawn(self, pairing: Pairing) -> None:
        debate = await self.open(pairing)
        await self.argued(debate, pairing)
        await self.time_passes(debate, hours=48)

    async def forfeited(self, pairing: Pairing, seat: str) -> None:
        debate = await self.open(pairing)
        by = pairing.challenger if seat == "challenger" else pairing.opponent
        await self.steward.play(debate, Asked(seat, Forfeit(), by=by))
        await self.time_passes(debate, hours=48)

    async def silent(self, pairing: Pairing) -> None:
        await self.time_passes(await self.open(pairing), hours=12)

    async def archived(self, pairing: Pairing) -> None:
        debate = await self.open(pairing)
        await self.steward.play(debate, Asked("moderator", Archive(reason="Spam."), by="moderator"))

    async def time_passes(self, debate: str, **span: float) -> None:
        self.clock.advance(**span)
        await self.steward.settle(debate)

    async def due(self) -> tuple[str, ...]:
        """Everything that is to be done by now."""
        fixtures = self.store.fixtures
        series, brackets = await fixtures.due_series(self.clock()), await fixtures.due_brackets(self.clock())
        return (*series.items, *brackets.items)


@pytest.fixture(scope="module", params=["memory", POSTGRES])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database for all tests here: on PostgreSQL, to make one takes longer than any of them."""
    if request.param == "memory":
        yield "sqlite://"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.new_database()
    yield url
    server.drop_database(url)


@pytest.fixture
async def stage(address: str) -> AsyncIterator[Stage]:
    """Where there are no series and no brackets yet."""
    store, clock = await open_store(address), FixedClock()
    if address.startswith("postgres"):
        connection = await asyncpg.connect(address)
        await connection.execute("TRUNCATE series, brackets, entrants, games")
        await connection.close()
    yield Stage(store, clock, Steward({"arena": arena}, store, LocalBulletin(), clock, Standings()))
    await store.close()


async def next_of(stage: Stage, series: str) -> Pairing:
    (pairing,) = (await stage.series_at(series)).to_open()
    return pairing


async def test_a_series_comes_back_as_it_was_proposed(stage: Stage):
    series = await stage.proposed()
    assert await stage.series_at(series.id) == series
    assert await stage.store.fixtures.series(str(uuid4())) is None
    assert await stage.store.fixtures.series("no\x00thing") is None


async def test_a_proposal_is_answered_once_and_in_time(stage: Stage):
    taken, declined, late = [await stage.proposed(first) for first in ("a", "c", "d")]
    fixtures = stage.store.fixtures
    assert await fixtures.answer(taken.id, True, stage.clock())
    assert await fixtures.answer(declined.id, False, stage.clock())
    assert not await fixtures.answer(taken.id, False, stage.clock())
    assert not await fixtures.answer(declined.id, True, stage.clock())
    assert not await fixtures.answer(late.id, True, late.expires_at)
    assert (await stage.series_at(taken.id)).state == "running"
    assert (await stage.series_at(declined.id)) == replace(declined, state="declined", ended_at=START)
    assert (await stage.series_at(late.id)).state == "proposed"


async def test_a_proposal_expires_when_its_time_is_up_and_not_before(stage: Stage):
    series = await stage.proposed()
    assert await stage.due() == ()
    await stage.store.fixtures.expire(series.id, stage.clock())
    assert (await stage.series_at(series.id)).state == "proposed"
    stage.clock.advance(days=8)
    assert await stage.due() == (series.id,)
    await stage.store.fixtures.expire(series.id, stage.clock())
    assert await stage.series_at(series.id) == replace(series, state="expired", ended_at=series.expires_at)
    assert await stage.due() == ()


async def test_one_agent_has_only_so_many_series_that_are_not_over(stage: Stage):
    made = await asyncio.gather(*(stage.proposed("a", f"b{place}") for place in range(8)), return_exceptions=True)
    kept = [each for each in made if isinstance(each, Series)]
    assert len(kept) == AT_ONCE
    assert sum(isinstance(each, LimitReached) for each in made) == 8 - AT_ONCE
    await stage.proposed("c", "a")
    assert await stage.store.fixtures.answer(kept[1].id, False, stage.clock())
    await stage.proposed("a", "d")
    with pytest.raises(LimitReached):
        await stage.proposed("a", "e")


async def test_a_series_id_is_taken_once(stage: Stage):
    series = await stage.proposed()
    with pytest.raises(Exception, match="series_pkey"):
        await stage.store.fixtures.propose(replace(series, first="z"))


async def test_a_series_is_due_until_its_game_is_opened_and_again_when_that_has_ended(stage: Stage):
    series = await stage.running()
    assert await stage.due() == (series,)
    first = await next_of(stage, series)
    assert first.sides == ("a", "b")
    debate = await stage.open(first)
    assert await stage.due() == ()
    assert (await stage.series_at(series)).games == (Game(first, debate, "active"),)
    await stage.argued(debate, first)
    assert (await stage.series_at(series)).games == (Game(first, debate, "judging"),)
    await stage.time_passes(debate, hours=48)
    ended = stage.clock()
    assert (await stage.series_at(series)).games == (Game(first, debate, "decided", "draw", None, ended),)
    assert await stage.due() == (series,)
    assert (await next_of(stage, series)).sides == ("b", "a")


async def test_a_series_ends_with_the_game_that_decides_it(stage: Stage):
    series = await stage.running()
    await stage.won(await next_of(stage, series), "b")
    assert (await stage.series_at(series)).state == "running"
    await stage.forfeited(await next_of(stage, series), "opponent")
    done = await stage.series_at(series)
    assert (done.state, done.winner, done.ended_at, done.score.second) == ("won", "b", stage.clock(), 4)
    assert [(game.by, game.winner) for game in done.games] == [("votes", "b"), ("forfeit", "b")]
    assert (done.to_open(), await stage.due()) == ((), ())


async def test_the_one_who_proposed_can_win_too(stage: Stage):
    series = await stage.running()
    for _ in range(2):
        await stage.won(await next_of(stage, series), "a")
    assert (await stage.series_at(series)).winner == "a"


async def test_a_series_that_ends_equal_is_drawn(stage: Stage):
    series = await stage.running()
    await stage.silent(await next_of(stage, series))
    await stage.archived(await next_of(stage, series))
    await stage.drawn(await next_of(stage, series))
    done = await stage.series_at(series)
    assert (done.state, done.winner, done.score.first, done.score.second) == ("drawn", None, 2, 2)
    assert [game.by for game in done.games] == ["both_forfeit", "archived", "draw"]
    assert [game.status for game in done.games] == ["decided", "archived", "decided"]


@pytest.mark.parametrize(("gone", "state", "winner"), [("a", "won", "b"), ("b", "won", "a"), ("ab", "drawn", None)])
async def test_whoever_is_gone_between_games_gives_the_series_up(
    stage: Stage, gone: str, state: str, winner: str | None
):
    series = await stage.running()
    await stage.store.fixtures.give_up(series, set(gone), stage.clock())
    done = await stage.series_at(series)
    assert (done.state, done.winner, done.ended_at) == (state, winner, stage.clock())
    await stage.store.fixtures.give_up(series, {"b"}, stage.clock())
    assert (await stage.series_at(series)).winner == winner
    await stage.store.fixtures.give_up(str(uuid4()), {"b"}, stage.clock())


async def test_a_proposal_of_whoever_is_gone_expires(stage: Stage):
    series = await stage.proposed()
    await stage.store.fixtures.give_up(series.id, {"a"}, stage.clock())
    assert await stage.series_at(series.id) == replace(series, state="expired", ended_at=stage.clock())


async def test_nobody_gives_up_while_a_game_is_played(stage: Stage):
    series = await stage.running()
    await stage.open(await next_of(stage, series))
    await stage.store.fixtures.give_up(series, {"a"}, stage.clock())
    assert (await stage.series_at(series)).state == "running"


async def test_a_game_is_opened_once_however_many_try(stage: Stage):
    series = await stage.running()
    pairing = await next_of(stage, series)
    tried = await asyncio.gather(*(stage.open(pairing) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(each, str) for each in tried) == 1
    assert sum(isinstance(each, ActionNotAllowed) for each in tried) == 3
    assert len((await stage.series_at(series)).games) == 1


async def test_a_game_that_nobody_waits_for_is_refused(stage: Stage):
    series = (await stage.proposed()).id
    with pytest.raises(ActionNotAllowed):
        await stage.open(Pairing(series, 0, 1, "a", "b"))
    await stage.store.fixtures.answer(series, True, stage.clock())
    for wrong in (Pairing(series, 0, 2, "b", "a"), Pairing(series, 0, 1, "b", "a"), Pairing(series, 0, 1, "a", "z")):
        with pytest.raises(ActionNotAllowed):
            await stage.open(wrong)
    assert (await stage.series_at(series)).games == ()


async def test_a_game_of_a_series_that_is_not_here_counts_nowhere(stage: Stage):
    await stage.won(Pairing("elsewhere", 0, 1, "a", "b"), "a")
    await stage.won(Pairing("elsewhere", 1, 1, "a", "b"), "a")
    assert await stage.due() == ()


async def test_series_are_listed_newest_first_with_their_games(stage: Stage):
    made: list[str] = []
    for place in range(5):
        made.append((await stage.proposed(f"m{place}")).id)
        stage.clock.advance(seconds=place % 2)
    await stage.store.fixtures.answer(made[4], True, stage.clock())
    debate = await stage.open(await next_of(stage, made[4]))
    found: list[Series] = []
    after: str | None = None
    while True:
        page = await stage.store.fixtures.all_series(after, limit=2)
        found += page.items
        if (after := page.next) is None:
            break
    assert sorted(each.id for each in found) == sorted(made)
    assert [each.created_at for each in found] == sorted((each.created_at for each in found), reverse=True)
    assert [game.debate for each in found for game in each.games] == [debate]
    with pytest.raises(InvalidInput):
        await stage.store.fixtures.all_series("never given out")


async def test_nothing_is_listed_where_there_is_nothing(stage: Stage):
    assert (await stage.store.fixtures.all_series()).items == ()
    assert (await stage.store.fixtures.brackets()).items == ()


async def test_a_bracket_is_entered_and_left_until_it_closes(stage: Stage):
    id = await stage.bracket("a", "b", "c")
    fixtures = stage.store.fixtures
    await fixtures.enter(id, "a", stage.clock())
    await fixtures.leave(id, "b", stage.clock())
    await fixtures.leave(id, "nobody", stage.clock())
    await fixtures.enter(id, "b", stage.clock())
    found = await stage.bracket_at(id)
    assert (found.state, found.entrants, found.matches()) == ("entering", ("a", "c", "b"), ())
    stage.clock.advance(days=1)
    for act in (fixtures.enter, fixtures.leave):
        with pytest.raises(ActionNotAllowed):
            await act(id, "a", stage.clock())
        with pytest.raises(NothingThere):
            await act(str(uuid4()), "a", stage.clock())
    assert (await stage.bracket_at(id)).entrants == ("a", "c", "b")
    assert await fixtures.bracket(str(uuid4())) is None
    assert await fixtures.bracket("no\x00thing") is None


async def test_no_more_enter_than_there_is_room_for(stage: Stage):
    id = await stage.bracket("first", size=3)
    entering = (stage.store.fixtures.enter(id, f"m{place}", stage.clock()) for place in range(6))
    tried = await asyncio.gather(*entering, return_exceptions=True)
    assert sum(each is None for each in tried) == 2
    assert sum(isinstance(each, LimitReached) for each in tried) == 4
    assert len((await stage.bracket_at(id)).entrants) == 3


async def test_a_draw_is_made_once_and_only_of_those_who_were_seen(stage: Stage):
    id = await stage.bracket("a", "b", "c")
    seen = await stage.bracket_at(id)
    fixtures = stage.store.fixtures
    await fixtures.enter(id, "d", stage.clock())
    await fixtures.draw(seen, ("c", "a", "b"), stage.clock())
    assert (await stage.bracket_at(id)).state == "entering"
    assert await stage.due() == ()
    stage.clock.advance(days=1)
    assert await stage.due() == (id,)
    await fixtures.draw(await stage.bracket_at(id), ("c", "a", "d"), stage.clock())
    drawn = await stage.bracket_at(id)
    assert (drawn.state, drawn.entrants) == ("running", ("c", "a", "d"))
    await fixtures.draw(replace(drawn, state="entering"), ("d", "a", "c"), stage.clock())
    await fixtures.draw(replace(drawn, id=str(uuid4())), ("d", "a", "c"), stage.clock())
    assert await stage.bracket_at(id) == drawn
    assert await stage.due() == (id,)


@pytest.mark.parametrize("entrants", [(), ("a",)], ids=["nobody", "one"])
async def test_with_fewer_than_two_it_is_void(stage: Stage, entrants: Sequence[str]):
    id = await stage.begun(*entrants)
    found = await stage.bracket_at(id)
    assert (found.state, found.ended_at, found.winner, found.matches()) == ("void", stage.clock(), None, ())
    stage.clock.advance(days=2)
    assert await stage.due() == ()


async def test_a_bracket_is_due_until_all_that_can_be_opened_is_and_ends_with_its_final(stage: Stage):
    id = await stage.begun("a", "b", "c")
    (semi,) = (await stage.bracket_at(id)).to_open()
    assert semi.sides == ("b", "c")
    assert await stage.due() == (id,)
    await stage.drawn(semi)
    (final,) = (await stage.bracket_at(id)).to_open()
    assert final == Pairing(id, 2, 1, "b", "a")
    assert await stage.due() == (id,)
    debate = await stage.open(final)
    assert await stage.due() == ()
    await stage.steward.play(debate, Asked("opponent", Forfeit(), by="a"))
    assert await stage.store.fixtures.overdue(id, stage.clock()) == []
    stage.clock.advance(hours=48)
    assert await stage.store.fixtures.overdue(id, stage.clock()) == [debate]
    await stage.steward.settle(debate)
    assert await stage.store.fixtures.overdue(id, stage.clock()) == []
    done = await stage.bracket_at(id)
    assert (done.state, done.winner, done.ended_at) == ("won", "b", stage.clock())
    assert await stage.due() == ()


async def test_matches_of_one_round_that_end_together_all_count(stage: Stage):
    id = await stage.begun("a", "b", "c", "d")
    semis = (await stage.bracket_at(id)).to_open()
    debates = [await stage.open(semi) for semi in semis]
    for debate, semi in zip(debates, semis, strict=True):
        await stage.steward.play(debate, Asked("challenger", Forfeit(), by=semi.challenger))
    stage.clock.advance(hours=48)
    await asyncio.gather(*(stage.steward.settle(debate) for debate in debates))
    assert (await stage.bracket_at(id)).to_open() == (Pairing(id, 2, 1, "d", "c"),)
    assert await stage.due() == (id,)


async def test_a_bracket_in_which_nobody_wins_is_void(stage: Stage):
    id = await stage.begun("a", "b")
    (final,) = (await stage.bracket_at(id)).to_open()
    await stage.silent(final)
    done = await stage.bracket_at(id)
    assert (done.state, done.winner, done.ended_at) == ("void", None, stage.clock())


async def test_a_match_is_walked_over_unless_it_was_opened(stage: Stage):
    id = await stage.begun("a", "b", "c", "d")
    one, other = (await stage.bracket_at(id)).to_open()
    await stage.open(other)
    for pairing in (one, other, Pairing(str(uuid4()), 1, 1, "a", "b")):
        await stage.store.fixtures.walk_over(pairing, "a", stage.clock())
    first, second, final = (await stage.bracket_at(id)).matches()
    assert (first.state, first.winner, first.debate) == ("walkover", 1, None)
    assert (second.state, final.first, final.state) == ("running", 1, "waiting")
    with pytest.raises(ActionNotAllowed):
        await stage.open(one)


async def test_brackets_are_listed_newest_first_with_all_that_is_in_them(stage: Stage):
    older = await stage.begun("a", "b", "c")
    stage.clock.advance(seconds=1)
    newer = await stage.bracket("x")
    (semi,) = (await stage.bracket_at(older)).to_open()
    await stage.open(semi)
    page = await stage.store.fixtures.brackets(limit=1)
    assert page.items == (await stage.bracket_at(newer),)
    page = await stage.store.fixtures.brackets(page.next, limit=1)
    assert page.items == (await stage.bracket_at(older),)
    assert page.next is None
    assert [game.pairing for game in page.items[0].games] == [semi]


async def test_what_is_due_is_told_page_by_page(stage: Stage):
    made = [(await stage.proposed(f"m{place}")).id for place in range(5)]
    stage.clock.advance(days=8)
    found: list[str] = []
    after: str | None = None
    while True:
        page = await stage.store.fixtures.due_series(stage.clock(), after, limit=2)
        found += page.items
        if (after := page.next) is None:
            break
    assert found == sorted(made)
