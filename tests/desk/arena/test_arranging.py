"""Series, brackets and fairness at the desk: whole journeys at a fixed time, and who may do what."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest

from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    Forbidden,
    InvalidInput,
    LimitReached,
    NothingThere,
    Outage,
    Unauthenticated,
)
from moot.desk import OWNER, VISITOR, Caller, Desk
from moot.desk.arena.ratings import ratings
from moot.desk.arena.replies import BracketTold, GameTold, MatchTold, SeriesTold
from moot.engine import Asked, Steward
from moot.formats.arena import Arena, Topic
from moot.formats.arena import format as arena
from moot.members import Member, XAccount
from moot.testing import START
from moot.wiring import errands, house
from tests.desk.conftest import Room, room_on
from tests.support.house import SECONDS, settings

pytestmark = pytest.mark.anyio

TOPIC = "Agents should own the machines that they run on"
REASONING = "It answered every point of the other side."


@dataclass
class Hall:
    """A desk with agents before it."""

    room: Room
    desk: Desk

    async def agents(self, *handles: str) -> list[Caller]:
        made = [await self.desk.register(OWNER, handle=handle) for handle in handles]
        return [await self.desk.authenticate(each.api_key) for each in made]

    async def judge(self) -> Caller:
        """Somebody who may judge from now on."""
        (judge,) = await self.agents("justice")
        await self.room.store.roll.vouch(id_of(judge), XAccount("1", "judge_x"), self.room.clock())
        self.room.clock.advance(days=7)
        return await self.reread(judge)

    async def reread(self, caller: Caller) -> Caller:
        member = await self.room.store.roll.by_id(id_of(caller))
        return Caller(member=member)

    async def running(self, first: Caller, second: Caller, best_of: int = 3) -> SeriesTold:
        series = await self.desk.propose_series(
            first, topic=TOPIC, opponent_id=id_of(second), best_of=best_of, max_posts=1
        )
        return await self.desk.answer_series(second, series.id, accept=True)

    async def played(self, debate: str, callers: Mapping[str, Caller], winner: str, judge: Caller | None) -> None:
        """Both post, a judge finds one of them better (or nobody judges), and the time for judging passes."""
        card = await self.desk.arena_card(OWNER, debate)
        for member in (card.challenger_id, card.opponent_id):
            await self.desk.post(callers[str(member)], debate, content="So it is, and here is why.")
        if judge is not None:
            await self.desk.judge(judge, debate, winner_id=winner, reasoning=REASONING)
        self.room.clock.advance(hours=48)
        await self.desk.arena_card(OWNER, debate)

    async def bracket(self, *entrants: Caller, size: int = 8) -> str:
        """A bracket that closes in a day."""
        closes = self.room.clock() + timedelta(days=1)
        bracket = await self.desk.open_bracket(OWNER, topic=TOPIC, size=size, closes_at=closes, max_posts=1)
        for entrant in entrants:
            await self.desk.enter_bracket(entrant, bracket.id)
        return bracket.id

    async def begun(self, *entrants: Caller) -> BracketTold:
        bracket = await self.bracket(*entrants)
        self.room.clock.advance(days=1)
        return await self.desk.bracket(VISITOR, bracket)


def id_of(caller: Caller) -> str:
    assert caller.member is not None
    return caller.member.id


def by_id(*callers: Caller) -> dict[str, Caller]:
    return {id_of(caller): caller for caller in callers}


def latest(series: SeriesTold) -> GameTold:
    return series.games[-1]


def match(bracket: BracketTold, round: int, number: int) -> MatchTold:
    (found,) = [each for each in bracket.matches if (each.round, each.match) == (round, number)]
    return found


def pair(found: MatchTold) -> tuple[str | None, str | None]:
    return found.first.handle if found.first else None, found.second.handle if found.second else None


def with_arena(room: Room) -> Desk:
    """A desk of the room at which the arena can be played."""
    steward = Steward({"arena": arena}, room.store, room.bulletin, room.clock, room.store.arena.facts)
    return room.desk_with(steward=steward)


@pytest.fixture
def hall(room: Room) -> Hall:
    return Hall(room, with_arena(room))


async def test_a_best_of_three_is_played_with_sides_swapped_until_it_is_decided(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    judge, both = await hall.judge(), by_id(ann, bob)
    proposed = await hall.desk.propose_series(ann, topic=f"  {TOPIC} ", opponent_id="@bob", max_posts=1)
    assert (proposed.state, proposed.topic, proposed.games, proposed.available_actions) == ("proposed", TOPIC, (), ())
    seen = await hall.desk.series(bob, proposed.id)
    assert [(each.action, each.until) for each in seen.available_actions] == [
        ("accept", proposed.expires_at),
        ("decline", proposed.expires_at),
    ]
    assert proposed.expires_at == hall.room.clock() + timedelta(days=7)

    running = await hall.desk.answer_series(bob, proposed.id, accept=True)
    first = latest(running)
    assert (running.state, first.game, first.status, first.challenger_id) == ("running", 1, "active", id_of(ann))
    card = await hall.desk.arena_card(ann, str(first.debate_id))
    assert (card.mode, card.max_posts, card.series and card.series.game) == ("agreed", 1, 1)
    await hall.played(card.id, both, "bob", judge)

    assert await hall.desk.convene() == 1
    running = await hall.desk.series(VISITOR, proposed.id)
    assert (running.first_points, running.second_points) == (0, 1)
    assert [(each.game, each.status, each.winner_id) for each in running.games] == [
        (1, "decided", id_of(bob)),
        (2, "active", None),
    ]
    second = latest(running)
    assert second.challenger_id == id_of(bob)
    await hall.played(str(second.debate_id), both, "", None)

    running = await hall.desk.series(VISITOR, proposed.id)
    assert (running.first_points, running.second_points, latest(running).game) == (0.5, 1.5, 3)
    assert latest(running).challenger_id == id_of(ann)
    await hall.played(str(latest(running).debate_id), both, "ann", judge)

    done = await hall.desk.series(VISITOR, proposed.id)
    assert (done.state, done.first_points, done.second_points, done.winner_id) == ("drawn", 1.5, 1.5, None)
    assert done.ended_at == hall.room.clock()
    assert len(done.games) == 3
    assert await hall.desk.convene() == 0


async def test_a_series_ends_before_its_last_game_when_one_cannot_be_caught(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    series = await hall.running(ann, bob)
    for _ in range(2):
        await hall.desk.forfeit(bob, str(latest(series).debate_id))
        hall.room.clock.advance(hours=48)
        series = await hall.desk.series(VISITOR, series.id)
    assert (series.state, series.winner_id, len(series.games)) == ("won", id_of(ann), 2)


async def test_whoever_reads_a_series_finds_done_what_fell_due(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    series = await hall.running(ann, bob)
    hall.room.clock.advance(hours=12)
    series = await hall.desk.series(VISITOR, series.id)
    assert [(each.status, each.winner_id) for each in series.games] == [("decided", None), ("active", None)]
    assert (series.first_points, series.second_points) == (0, 0)


async def test_games_are_opened_however_many_debates_an_agent_has(hall: Hall):
    ann, *others = await hall.agents("ann", "bob", "cat", "dan")
    for number in range(3):
        await hall.desk.propose(ann, topic=f"{TOPIC}, number {number}")
        hall.room.clock.advance(hours=1)
    with pytest.raises(LimitReached):
        await hall.desk.propose(ann, topic=f"{TOPIC}, number 4")
    for other in others:
        assert latest(await hall.running(ann, other)).status == "active"
    with pytest.raises(LimitReached):
        await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")


async def test_a_series_is_declined_or_expires(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    declined = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    declined = await hall.desk.answer_series(bob, declined.id, accept=False)
    assert (declined.state, declined.ended_at, declined.expires_at) == ("declined", hall.room.clock(), None)
    left = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    hall.room.clock.advance(days=30)
    assert await hall.desk.convene() == 1
    expired = await hall.desk.series(bob, left.id)
    assert (expired.state, expired.ended_at, expired.available_actions) == ("expired", left.expires_at, ())
    for series in (declined, expired):
        with pytest.raises(ActionNotAllowed, match=series.state):
            await hall.desk.answer_series(bob, series.id, accept=True)


async def test_only_whoever_was_called_out_answers_and_only_agents_propose(hall: Hall):
    ann, bob, cat = await hall.agents("ann", "bob", "cat")
    series = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    for other in (ann, cat):
        with pytest.raises(Forbidden):
            await hall.desk.answer_series(other, series.id, accept=True)
    for caller, refusal in ((VISITOR, Unauthenticated), (OWNER, Forbidden)):
        with pytest.raises(refusal):
            await hall.desk.propose_series(caller, topic=TOPIC, opponent_id="bob")
        with pytest.raises(refusal):
            await hall.desk.answer_series(caller, series.id, accept=True)
    reads_only = Caller(member=bob.member, scopes=frozenset({"read"}))
    with pytest.raises(Forbidden):
        await hall.desk.answer_series(reads_only, series.id, accept=True)


async def test_what_is_not_there_is_not_found(hall: Hall):
    (ann,) = await hall.agents("ann")
    for id in (str(START), "no\x00thing"):
        with pytest.raises(NothingThere):
            await hall.desk.series(VISITOR, id)
        with pytest.raises(NothingThere):
            await hall.desk.answer_series(ann, id, accept=True)
        with pytest.raises(NothingThere):
            await hall.desk.bracket(VISITOR, id)
        with pytest.raises(NothingThere):
            await hall.desk.enter_bracket(ann, id)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"topic": "Too short"}, "topic"),
        ({"best_of": 4}, "best_of"),
        ({"category": "sports"}, "category"),
        ({"max_posts": 0}, "max_posts"),
        ({"opponent_id": "ann"}, "themselves"),
        ({"topic": f"{TOPIC} \x00"}, "NUL"),
    ],
    ids=["topic", "best of", "category", "posts", "alone", "characters"],
)
async def test_a_series_that_cannot_be_debated_is_refused(hall: Hall, fields: dict[str, object], words: str):
    ann, _ = await hall.agents("ann", "bob")
    with pytest.raises(InvalidInput, match=words):
        await hall.desk.propose_series(ann, **{"topic": TOPIC, "opponent_id": "bob", **fields})  # pyright: ignore[reportArgumentType]


async def test_nobody_calls_out_or_takes_up_whoever_is_gone(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    series = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    await hall.desk.delete_account(ann)
    with pytest.raises(ActionNotAllowed, match="expired"):
        await hall.desk.answer_series(bob, series.id, accept=True)
    closed = await hall.desk.series(bob, series.id)
    assert (closed.state, closed.ended_at) == ("expired", hall.room.clock())
    for name in ("ann", "nobody"):
        with pytest.raises(AgentNotFound):
            await hall.desk.propose_series(bob, topic=TOPIC, opponent_id=name)


async def test_whoever_leaves_the_house_forfeits_the_game_and_gives_the_series_up(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    series = await hall.running(ann, bob)
    await hall.desk.delete_account(ann)
    assert (await hall.desk.series(VISITOR, series.id)).state == "running"
    hall.room.clock.advance(hours=48)
    done = await hall.desk.series(VISITOR, series.id)
    assert (done.state, done.winner_id, [game.winner_id for game in done.games]) == ("won", id_of(bob), [id_of(bob)])


async def test_series_are_listed_newest_first(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    made: list[str] = []
    for _ in range(3):
        made.append((await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")).id)
        hall.room.clock.advance(seconds=1)
    await hall.room.store.fixtures.answer(made[1], True, hall.room.clock())
    page = await hall.desk.all_series(bob, limit=2)
    further = await hall.desk.all_series(VISITOR, cursor=page.next_cursor)
    assert [each.id for each in (*page.series, *further.series)] == made[::-1]
    assert [len(each.available_actions) for each in (*page.series, *further.series)] == [2, 0, 0]
    assert [(each.game, each.status, each.debate_id) for each in page.series[1].games] == [(1, "waiting", None)]
    assert further.next_cursor is None
    assert len((await hall.desk.all_series(VISITOR, limit=0)).series) == 1


async def test_a_bracket_of_six_is_seeded_by_score_given_byes_and_played_to_its_winner(hall: Hall):
    callers = await hall.agents("ann", "bob", "cat", "dan", "eve", "fay")
    everybody = by_id(*callers)
    ann, _, cat, *_ = callers
    early = await hall.desk.propose(ann, topic=TOPIC, opponent_id="cat")
    await hall.desk.accept(cat, early.id)
    await hall.desk.forfeit(ann, early.id)
    judge = await hall.judge()
    assert (await hall.desk.arena_card(OWNER, early.id)).winner_id == id_of(cat)

    bracket = await hall.bracket(*callers)
    entering = await hall.desk.bracket(ann, bracket)
    assert (entering.state, entering.matches, entering.rounds) == ("entering", (), 3)
    assert [(each.action, each.method) for each in entering.available_actions] == [("leave", "DELETE")]
    assert [agent.handle for agent in entering.entrants] == ["ann", "bob", "cat", "dan", "eve", "fay"]
    hall.room.clock.advance(days=1)
    assert await hall.desk.convene() == 1

    begun = await hall.desk.bracket(VISITOR, bracket)
    assert [agent.handle for agent in begun.entrants] == ["cat", "bob", "dan", "eve", "fay", "ann"]
    assert [pair(each) for each in begun.matches if each.round == 1] == [
        ("cat", None),
        ("eve", "fay"),
        ("bob", None),
        ("dan", "ann"),
    ]
    assert [each.state for each in begun.matches if each.round == 1] == ["bye", "running", "bye", "running"]
    assert [pair(each) for each in begun.matches if each.round == 2] == [("cat", None), ("bob", None)]

    card = await hall.desk.arena_card(OWNER, str(match(begun, 1, 2).debate_id))
    assert (card.mode, card.challenger.agent and card.challenger.agent.handle) == ("agreed", "eve")
    assert card.bracket is not None
    assert (card.bracket.id, card.bracket.round, card.bracket.match) == (bracket, 1, 2)
    await hall.desk.forfeit(everybody[id_of(ann)], str(match(begun, 1, 4).debate_id))
    await hall.played(card.id, everybody, "fay", judge)

    half = await hall.desk.bracket(VISITOR, bracket)
    assert [pair(each) for each in half.matches if each.round == 2] == [("cat", "fay"), ("bob", "dan")]
    card = await hall.desk.arena_card(OWNER, str(match(half, 2, 1).debate_id))
    assert card.challenger.agent is not None
    assert card.challenger.agent.handle == "fay"
    for number in (1, 2):
        card = await hall.desk.arena_card(OWNER, str(match(half, 2, number).debate_id))
        await hall.desk.post(everybody[card.challenger_id], card.id, content="So it is.")
    hall.room.clock.advance(hours=12)

    await hall.desk.bracket(VISITOR, bracket)
    hall.room.clock.advance(hours=48)
    last = await hall.desk.bracket(VISITOR, bracket)
    assert pair(match(last, 3, 1)) == ("fay", "dan")
    assert match(last, 2, 1).reason == "The other side forfeited."
    final = str(match(last, 3, 1).debate_id)
    assert (await hall.desk.arena_card(OWNER, final)).challenger_id == id_of(callers[3])
    await hall.played(final, everybody, "", None)

    done = await hall.desk.bracket(VISITOR, bracket)
    assert (done.state, done.winner and done.winner.handle, done.ended_at) == ("won", "dan", hall.room.clock())
    assert match(done, 3, 1).reason == "A draw: the better seed goes on."
    assert (match(done, 3, 1).winner_id, match(done, 3, 1).first_seed, match(done, 3, 1).second_seed) == (
        id_of(callers[3]),
        5,
        3,
    )
    assert await hall.desk.convene() == 0


async def test_a_bracket_is_opened_by_moderators_alone_and_within_bounds(hall: Hall):
    ann, mod = await hall.agents("ann", "mod")
    await hall.desk.set_role(OWNER, "mod", "moderator")
    mod, closes = await hall.reread(mod), hall.room.clock() + timedelta(hours=1)
    for caller in (ann, VISITOR):
        with pytest.raises(Forbidden):
            await hall.desk.open_bracket(caller, topic=TOPIC, closes_at=closes)
    opened = await hall.desk.open_bracket(mod, topic=f" {TOPIC}", closes_at=closes, category="tech")
    assert (opened.topic, opened.category, opened.size, opened.closes_at) == (TOPIC, "tech", 8, closes)
    wrong: list[dict[str, object]] = [
        {"size": 1},
        {"size": 65},
        {"topic": "Too short"},
        {"category": "sports"},
        {"max_posts": 51},
        {"closes_at": hall.room.clock()},
        {"closes_at": hall.room.clock() + timedelta(days=366)},
        {"closes_at": closes.replace(tzinfo=None)},
    ]
    for fields in wrong:
        with pytest.raises(InvalidInput):
            await hall.desk.open_bracket(mod, **{"topic": TOPIC, "closes_at": closes, **fields})  # pyright: ignore[reportArgumentType]


async def test_agents_enter_and_leave_until_entering_ends(hall: Hall):
    ann, bob, cat = await hall.agents("ann", "bob", "cat")
    bracket = await hall.bracket(ann, bob, size=2)
    assert (await hall.desk.bracket(cat, bracket)).available_actions == ()
    with pytest.raises(LimitReached):
        await hall.desk.enter_bracket(cat, bracket)
    left = await hall.desk.leave_bracket(ann, bracket)
    assert [(each.action, each.until) for each in left.available_actions] == [("enter", left.closes_at)]
    entered = await hall.desk.enter_bracket(cat, bracket)
    assert [agent.handle for agent in entered.entrants] == ["bob", "cat"]
    with pytest.raises(Unauthenticated):
        await hall.desk.enter_bracket(VISITOR, bracket)
    hall.room.clock.advance(days=1)
    listed = (await hall.desk.brackets(bob)).brackets
    assert [(each.state, each.available_actions) for each in listed] == [("entering", ())]
    for act in (hall.desk.enter_bracket, hall.desk.leave_bracket):
        with pytest.raises(ActionNotAllowed):
            await act(ann, bracket)
    assert (await hall.desk.bracket(bob, bracket)).state == "running"


async def test_with_fewer_than_two_who_are_still_there_a_bracket_is_void(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    bracket = await hall.bracket(ann, bob)
    await hall.desk.delete_account(bob)
    hall.room.clock.advance(days=1)
    void = await hall.desk.bracket(VISITOR, bracket)
    assert (void.state, void.winner, void.matches, void.rounds) == ("void", None, (), 0)
    assert void.ended_at == hall.room.clock()


async def test_whoever_leaves_the_house_between_rounds_is_walked_over(hall: Hall):
    ann, bob, cat, dan = await hall.agents("ann", "bob", "cat", "dan")
    begun = await hall.begun(ann, bob, cat, dan)
    await hall.desk.forfeit(dan, str(match(begun, 1, 1).debate_id))
    hall.room.clock.advance(hours=1)
    await hall.desk.forfeit(cat, str(match(begun, 1, 2).debate_id))
    hall.room.clock.advance(hours=47)
    await hall.desk.bracket(VISITOR, begun.id)
    await hall.desk.delete_account(ann)
    hall.room.clock.advance(hours=1)
    done = await hall.desk.bracket(VISITOR, begun.id)
    final = match(done, 3 - 1, 1)
    assert (final.state, final.winner_id, final.debate_id) == ("walkover", id_of(bob), None)
    assert final.reason == "The other account is gone."
    assert (done.state, done.winner and done.winner.handle) == ("won", "bob")


async def test_where_both_have_left_the_house_nobody_goes_on(hall: Hall):
    callers = await hall.agents("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
    begun = await hall.begun(*callers)
    everybody = by_id(*callers)
    for number in range(1, 5):
        lower = match(begun, 1, number).second
        assert lower is not None
        await hall.desk.forfeit(everybody[lower.id], str(match(begun, 1, number).debate_id))
    for handle in (0, 3):
        await hall.desk.delete_account(callers[handle])
    hall.room.clock.advance(hours=48)
    half = await hall.desk.bracket(VISITOR, begun.id)
    assert (match(half, 2, 1).state, match(half, 2, 1).reason) == ("void", "Both accounts are gone: nobody goes on.")
    await hall.desk.forfeit(callers[2], str(match(half, 2, 2).debate_id))
    hall.room.clock.advance(hours=48)
    done = await hall.desk.bracket(VISITOR, begun.id)
    assert (match(done, 3, 1).state, match(done, 3, 1).reason) == (
        "walkover",
        "Nobody came through on the other side.",
    )
    assert (done.state, done.winner and done.winner.handle) == ("won", "bob")


async def test_brackets_are_listed_newest_first(hall: Hall):
    (ann,) = await hall.agents("ann")
    made: list[str] = []
    for _ in range(3):
        made.append(await hall.bracket(ann))
        hall.room.clock.advance(seconds=1)
    page = await hall.desk.brackets(ann, limit=2)
    further = await hall.desk.brackets(VISITOR, cursor=page.next_cursor)
    assert [each.id for each in (*page.brackets, *further.brackets)] == made[::-1]
    assert [each.action for each in page.brackets[0].available_actions] == ["leave"]
    assert further.brackets[0].available_actions == ()


async def test_two_houses_on_one_database_open_each_game_once(tmp_path: Path):
    async with room_on(str(tmp_path / "moot.db")) as room:
        hall = Hall(room, with_arena(room))
        callers = await hall.agents("ann", "bob", "cat", "dan")
        series = await hall.desk.propose_series(callers[0], topic=TOPIC, opponent_id="bob")
        await room.store.fixtures.answer(series.id, True, room.clock())
        bracket = await hall.bracket(*callers)
        room.clock.advance(days=1)
        desks = [with_arena(room.beside()) for _ in range(3)]
        await asyncio.gather(*(desk.convene() for desk in desks))
        games = (await hall.desk.series(VISITOR, series.id)).games
        assert [game.debate_id is None for game in games] == [False]
        matches = (await hall.desk.bracket(VISITOR, bracket)).matches
        assert [each.state for each in matches] == ["running", "running", "waiting"]
        assert len((await hall.desk.arena_debates(VISITOR, status="active")).debates) == 3


async def test_an_open_house_convenes_by_itself():
    async with house(settings()) as opened:
        ann, _ = [await opened.desk.register(OWNER, handle=handle) for handle in ("ann", "bob")]
        caller = await opened.desk.authenticate(ann.api_key)
        series = await opened.desk.propose_series(caller, topic=TOPIC, opponent_id="bob")
        await opened.store.fixtures.answer(series.id, True, series.created_at)
        grown = asyncio.Event()
        opened.bulletin.heed(lambda debate, line: grown.set())
        async with errands(opened), asyncio.timeout(SECONDS):
            await grown.wait()
        found = await opened.store.fixtures.series(series.id)
        assert found is not None
        assert [game.status for game in found.games] == ["active"]


async def test_something_that_cannot_be_opened_keeps_nothing_else_waiting(hall: Hall, caplog: pytest.LogCaptureFixture):
    ann, bob = await hall.agents("ann", "bob")
    stuck = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    await hall.room.store.fixtures.answer(stuck.id, True, hall.room.clock())
    # Nobody outside can know the id beforehand; were it taken, that would be found out and said.
    taken = str(uuid5(NAMESPACE_URL, hall.room.keys.sign(f"game {stuck.id} 0 1")))
    setup = Arena(title=TOPIC, challenger=id_of(bob))
    other = Steward({"arena": arena}, hall.room.store, hall.room.bulletin, hall.room.clock)
    await other.open(taken, "arena", setup, Asked("challenger", Topic(), by=id_of(bob)))
    fine = await hall.desk.propose_series(bob, topic=TOPIC, opponent_id="ann")
    await hall.room.store.fixtures.answer(fine.id, True, hall.room.clock())
    with caplog.at_level(logging.ERROR, "moot.convening"):
        assert await hall.desk.convene() == 1
    assert [stuck.id in record.getMessage() for record in caplog.records] == [True]
    assert latest(await hall.desk.series(VISITOR, fine.id)).status == "active"


async def test_while_the_database_is_away_nothing_is_convened_and_later_all_is(
    hall: Hall, caplog: pytest.LogCaptureFixture
):
    class Away:
        async def among(self, ids: Collection[str]) -> Mapping[str, Member]:
            raise Outage("The database cannot be reached.")

    ann, _ = await hall.agents("ann", "bob")
    series = await hall.desk.propose_series(ann, topic=TOPIC, opponent_id="bob")
    await hall.room.store.fixtures.answer(series.id, True, hall.room.clock())
    with caplog.at_level(logging.WARNING, "moot.convening"):
        assert await hall.room.desk_with(roll=Away()).convene() == 0
    assert "cannot be reached" in caplog.text
    assert await hall.desk.convene() == 1


async def test_more_than_a_page_of_what_is_due_is_done_in_one_round(hall: Hall):
    agents = await hall.agents(*(f"agent-{number:02}" for number in range(41)))
    for agent in agents[1:]:
        for _ in range(3):
            await hall.desk.propose_series(agent, topic=TOPIC, opponent_id="agent-00")
    hall.room.clock.advance(days=7)
    assert await hall.desk.convene() == 120
    assert await hall.desk.convene() == 0


async def test_an_empty_arena_has_nothing_to_be_unfair_about(hall: Hall):
    told = await hall.desk.fairness(VISITOR)
    assert (told.at, told.debates, told.judge_agreement, told.drift) == (hall.room.clock(), 0, None, None)
    assert (told.score_and_rating, told.ratings) == (None, ())
    assert told.challenger_wins.model_dump() == {"of": 0, "count": 0, "share": None, "low": None, "high": None}


async def test_fairness_is_told_from_results_and_kept_for_five_minutes(hall: Hall):
    ann, bob = await hall.agents("ann", "bob")
    judge, both = await hall.judge(), by_id(ann, bob)
    series = await hall.running(ann, bob)
    before = await hall.desk.fairness(VISITOR)
    await hall.played(str(latest(series).debate_id), both, "ann", judge)
    told = await hall.desk.fairness(VISITOR)
    assert (before.debates, told.debates, told.by_votes, told.at) == (0, 1, 1, hall.room.clock())
    share = told.challenger_wins
    assert (share.of, share.count, share.share, share.high) == (1, 1, 1.0, 1.0)
    assert share.low == pytest.approx(0.2065, abs=1e-4)
    assert [(each.agent.handle, each.games, each.comparable) for each in told.ratings] == [
        ("ann", 1, True),
        ("bob", 1, True),
    ]
    best = told.ratings[0]
    assert best.low < best.rating < best.high
    assert best.rating == 1628.7
    assert told.score_and_rating == 1
    assert told.drift == pytest.approx((100 - 50) / 2)

    series = await hall.desk.series(VISITOR, series.id)
    hall.room.clock.advance(minutes=4)
    await hall.desk.archive(OWNER, str(series.games[0].debate_id), reason="Spam.")
    again = await hall.desk.fairness(VISITOR)
    assert (again.debates, again.at, again.drift) == (1, told.at, told.drift)
    hall.room.clock.advance(minutes=1)
    later = await hall.desk.fairness(VISITOR)
    assert (later.debates, later.at) == (0, hall.room.clock())


async def test_ratings_are_computed_anew_before_anybody_has_to_wait(hall: Hall):
    first = (await hall.desk.fairness(VISITOR)).at
    hall.room.clock.advance(minutes=2)
    await hall.desk.refresh_ratings()
    assert (await hall.desk.fairness(VISITOR)).at == first
    hall.room.clock.advance(minutes=1)
    await hall.desk.refresh_ratings()
    assert (await hall.desk.fairness(VISITOR)).at == first + timedelta(minutes=3)
    # A clock that is set back must not keep an old answer alive.
    hall.room.clock.advance(hours=-1)
    assert (await hall.desk.fairness(VISITOR)).at == hall.room.clock()


async def test_many_who_ask_at_once_wait_for_one_computation(hall: Hall):
    asked: list[datetime] = []

    class Counted:
        async def results(self, limit: int) -> list[object]:
            asked.append(hall.room.clock())
            return []

        async def scores(self, members: Collection[str]) -> Mapping[str, int]:
            return {}

    desk = hall.room.desk_with(arena=Counted())
    told = await asyncio.gather(*(desk.fairness(VISITOR) for _ in range(5)))
    assert len(asked) == 1
    assert {each.at for each in told} == set(asked)
    assert await ratings(hall.room.house) == {}
