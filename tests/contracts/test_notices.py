"""What members are told: each kind at its transition, once, to whom it concerns, unless they do not want it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest

from moot.commons.notices import Notices, Reminder
from moot.commons.notification import MOST_COUNTED, MOST_MUTED, Notification
from moot.debate import InvalidInput, LimitReached
from moot.formats.arena import Accept, Archive, Decline, Post, Withdraw, format
from moot.store import Store, open_store
from moot.store.commons import DatabaseNotices
from moot.store.commons.reminders import MOST_LIKERS
from moot.testing import FixedClock
from tests.contracts.conftest import POSTGRES
from tests.contracts.growths import opening
from tests.contracts.matches import TOPIC, Match, shared_house, webhook

pytestmark = pytest.mark.anyio

POST = Post(content="Because.")
Play = Callable[[Match], Awaitable[object]]


@pytest.fixture(scope="module", params=["memory", POSTGRES])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    async with shared_house(request) as house:
        yield house


@pytest.fixture
def notices(house: Store) -> Notices:
    return house.notices


@pytest.fixture
def match(house: Store) -> Match:
    return Match(house, FixedClock())


@pytest.fixture
async def alone() -> AsyncIterator[Match]:
    """A match in a house of its own, in memory: for what takes very many writes."""
    opened = await open_store("sqlite://")
    yield Match(opened, FixedClock())
    await opened.close()


async def told(match: Match) -> dict[str, list[str]]:
    """What each was told, oldest first; kinds of one line in the order of the alphabet."""
    found: dict[str, list[str]] = {}
    for member in (match.ada, match.bob, match.cat, match.dan):
        page = await match.store.notices.notifications(member)
        items = sorted(page.items, key=lambda item: (item.at, item.line, item.kind))
        found[member.partition("-")[0]] = [item.kind for item in items]
    return {member: kinds for member, kinds in found.items() if kinds}


async def page(match: Match, member: str) -> tuple[Notification, ...]:
    """What a member was told, newest first."""
    return (await match.store.notices.notifications(member)).items


async def _challenged(match: Match) -> None:
    await match.challenged()


async def _accepted(match: Match) -> None:
    await match.active()


async def _joined(match: Match) -> None:
    await (await match.opened()).join(match.bob)


async def _agreed(match: Match) -> None:
    await match.opened(opponent=match.bob, agreed=True)


async def _posted(match: Match) -> None:
    await (await match.active(max_posts=2)).post("challenger")


async def _out_of_turn(match: Match) -> None:
    await (await match.active(max_posts=3)).post("opponent")
    await match.post("challenger")
    await match.post("challenger")


async def _completed(match: Match) -> None:
    await match.judging()


async def _forfeited(match: Match) -> None:
    await (await match.active()).forfeit("challenger")


async def _timed_out(match: Match) -> None:
    await (await (await match.active()).post("challenger")).later(hours=13)


async def _both_silent(match: Match) -> None:
    await (await match.active()).later(hours=13)


async def _won(match: Match) -> None:
    await match.decided("opponent")


async def _drawn(match: Match) -> None:
    await (await match.judging()).later(hours=49)


async def _invited(match: Match) -> None:
    await match.judging(judges=(match.cat, match.ada))


async def _declined(match: Match) -> None:
    await (await match.challenged()).play("opponent", Decline(), match.bob)


async def _withdrawn(match: Match) -> None:
    await (await match.opened()).play("challenger", Withdraw(), match.ada)


async def _expired(match: Match) -> None:
    await (await match.challenged()).later(days=8)


async def _archived(match: Match) -> None:
    await (await match.judging()).play("moderator", Archive(reason="Spam."), match.dan)


CHALLENGED = ["debate_challenge"]
ACCEPTED = ["debate_accepted", "debate_turn"]
ENDED = {
    "ada": [*ACCEPTED, "debate_completed"],
    "bob": [*CHALLENGED, "debate_turn", "debate_completed"],
}
TRANSITIONS: dict[Play, dict[str, list[str]]] = {
    _challenged: {"bob": CHALLENGED},
    _accepted: {"ada": ACCEPTED, "bob": CHALLENGED},
    _joined: {"ada": ["debate_joined", "debate_turn"]},
    _agreed: {"ada": ["debate_turn"], "bob": ["debate_accepted"]},
    _posted: {"ada": ACCEPTED, "bob": [*CHALLENGED, "debate_turn"]},
    _out_of_turn: {"ada": ACCEPTED, "bob": [*CHALLENGED, "debate_turn"]},
    _completed: ENDED,
    _forfeited: {"ada": ACCEPTED, "bob": [*CHALLENGED, "debate_completed"]},
    _timed_out: ENDED,
    _both_silent: {"ada": [*ACCEPTED, "debate_decided"], "bob": [*CHALLENGED, "debate_decided"]},
    _won: {"ada": [*ENDED["ada"], "debate_decided"], "bob": [*ENDED["bob"], "debate_won"]},
    _drawn: {"ada": [*ENDED["ada"], "debate_decided"], "bob": [*ENDED["bob"], "debate_decided"]},
    _invited: {**ENDED, "cat": ["debate_completed"]},
    _declined: {"bob": CHALLENGED},
    _withdrawn: {},
    _expired: {"bob": CHALLENGED},
    _archived: ENDED,
}


@pytest.mark.parametrize("play", TRANSITIONS, ids=lambda play: play.__name__.strip("_"))
async def test_each_transition_tells_those_whom_it_concerns(match: Match, play: Play):
    await play(match)
    assert await told(match) == TRANSITIONS[play]


async def test_a_notification_says_about_whom_and_what_it_is(match: Match, notices: Notices):
    await match.active()
    (challenge,) = (await notices.notifications(match.bob)).items
    assert (challenge.debate, challenge.line, challenge.at) == (match.debate, 1, match.clock())
    assert (challenge.sender, challenge.topic, challenge.read_at) == (match.ada, TOPIC, None)
    assert {told.sender for told in (await notices.notifications(match.ada)).items} == {match.bob}


async def test_what_decided_a_debate_is_told_with_it(house: Store, notices: Notices):
    for play, by in ((_won, "votes"), (_drawn, "draw"), (_both_silent, "both_forfeit")):
        match = Match(house, FixedClock())
        await play(match)
        told = {item.kind: item for member in (match.ada, match.bob) for item in (await page(match, member))}
        assert told["debate_decided"].detail == by
        assert "debate_won" not in told or told["debate_won"].detail == by


async def test_a_lapse_is_told_when_it_is_written_not_when_it_fell_due(match: Match):
    await (await match.active()).post("challenger")
    await match.later(hours=30)
    assert (await page(match, match.ada))[0].at == match.clock()


async def test_moves_that_share_an_append_are_told_like_moves_that_do_not(match: Match):
    await match.challenged(max_posts=2)
    await match.together(("opponent", Accept()), ("challenger", POST), ("opponent", POST))
    assert sorted(item.kind for item in await page(match, match.ada)) == ["debate_accepted", *["debate_turn"] * 2]
    assert sorted(item.kind for item in await page(match, match.bob)) == ["debate_challenge", "debate_turn"]


async def test_other_formats_tell_nobody_anything(house: Store, match: Match, notices: Notices):
    growth = opening()
    await house.append(growth)
    assert growth.debate not in {post.debate for post in (await notices.feed(limit=1000)).items}
    assert await told(match) == {}


async def test_pages_hold_all_notifications_once_newest_first(house: Store, notices: Notices):
    clock, bob = FixedClock(), f"bob-{uuid4().hex}"
    debates: list[str] = []
    for number in range(5):
        # Two of them at the same moment.
        clock.advance(seconds=number // 2)
        match = Match(house, clock)
        await match.opened(opponent=bob)
        debates.append(match.debate)
    seen, after = list[str](), None
    while True:
        found = await notices.notifications(bob, after=after, limit=2)
        seen += [item.debate for item in found.items]
        after = found.next
        if after is None:
            break
        assert len(found.items) == 2
    assert sorted(seen) == sorted(debates)
    assert seen[0] == debates[-1]
    times = [item.at for item in (await notices.notifications(bob)).items]
    assert times == sorted(times, reverse=True)


async def test_a_cursor_that_nobody_gave_out_is_refused(notices: Notices):
    for cursor in ("nonsense", "", "\x00"):
        with pytest.raises(InvalidInput):
            await notices.notifications("somebody", after=cursor)


async def test_reading_takes_away_from_the_unread_and_stays_in_the_list(match: Match, notices: Notices):
    await match.judging()
    assert await notices.unread(match.ada) == 3
    first = (await page(match, match.ada))[-1]
    other = (await page(match, match.bob))[0]
    await notices.mark_read(match.ada, [first.id, other.id, "unknown", "\x00"], match.clock.advance(hours=1))
    assert await notices.unread(match.ada) == 2
    assert await notices.unread(match.bob) == 3
    assert first.id not in {item.id for item in (await notices.notifications(match.ada, unread=True)).items}
    (read,) = [item for item in await page(match, match.ada) if item.read_at is not None]
    assert (read.id, read.read_at) == (first.id, match.clock())
    await notices.mark_read(match.ada, None, match.clock.advance(hours=1))
    assert await notices.unread(match.ada) == 0
    assert (await notices.notifications(match.ada, unread=True)).items == ()
    # What was read first was read then.
    assert next(item for item in await page(match, match.ada) if item.id == first.id).read_at == read.read_at


async def test_nobody_counts_the_unread_beyond_a_hundred(house: Store, match: Match, notices: Notices):
    for debate in (match, Match(house, match.clock, people=match.people)):
        await debate.active(max_posts=50)
        await debate.together(*[("challenger", POST), ("opponent", POST)] * 49, ("challenger", POST))
    # Two challenges taken up, and a turn after each of 49 answers in both.
    assert len((await notices.notifications(match.ada, limit=1000)).items) == 2 * (2 + 49)
    assert await notices.unread(match.ada) == MOST_COUNTED


async def test_a_muted_kind_is_not_told_and_others_are(match: Match, notices: Notices):
    await notices.mute(match.bob, "debate_challenge", match.clock())
    await (await match.active()).post("challenger")
    assert [item.kind for item in await page(match, match.bob)] == ["debate_turn"]


async def test_a_muted_debate_is_not_told_and_others_are(house: Store, match: Match, notices: Notices):
    await match.challenged()
    await notices.mute(match.ada, match.debate, match.clock())
    await match.play("opponent", Accept(), match.bob)
    other = Match(house, match.clock, people=match.people)
    await other.active()
    assert {item.debate for item in await page(match, match.ada)} == {other.debate}


async def test_what_is_unmuted_is_told_again_but_not_what_was_missed(match: Match, notices: Notices):
    for what in ("debate_turn", "debate_accepted"):
        await notices.mute(match.ada, what, match.clock())
    await match.active(max_posts=2)
    await notices.unmute(match.ada, "debate_turn", match.clock.advance(minutes=1))
    assert await notices.muted(match.ada) == ("debate_accepted",)
    await match.post("challenger")
    await match.post("opponent")
    assert [item.kind for item in await page(match, match.ada)] == ["debate_turn"]


async def test_muting_twice_is_muting_once_and_can_be_taken_back_at_the_same_moment(match: Match, notices: Notices):
    for _ in range(2):
        await notices.mute(match.ada, "debate_turn", match.clock())
    assert await notices.muted(match.ada) == ("debate_turn",)
    await notices.unmute(match.ada, "debate_turn", match.clock())
    assert await notices.muted(match.ada) == ()
    await notices.mute(match.ada, "debate_turn", match.clock())
    assert await notices.muted(match.ada) == ("debate_turn",)
    await match.active()
    assert [item.kind for item in await page(match, match.ada)] == ["debate_accepted"]


async def test_only_so_much_can_be_muted(alone: Match):
    notices = alone.store.notices
    for _ in range(MOST_MUTED):
        await notices.mute(alone.ada, str(uuid4()), alone.clock())
    with pytest.raises(LimitReached):
        await notices.mute(alone.ada, "debate_turn", alone.clock())
    assert len(await notices.muted(alone.ada)) == MOST_MUTED


async def test_those_who_like_a_topic_are_told_that_it_can_be_judged(house: Store, match: Match):
    await match.active()
    for fan in ("eve", "fay", match.ada):
        await house.arena.like(match.debate, 1, fan + match.people, match.clock())
    await house.arena.unlike(match.debate, 1, "fay" + match.people, match.clock.advance(seconds=1))
    await match.post("challenger")
    await house.arena.like(match.debate, match.state.challenger.posts[0], "gil" + match.people, match.clock())
    await match.post("opponent")
    told = {fan: [item.kind for item in await page(match, fan + match.people)] for fan in ("eve", "fay", "gil")}
    assert told == {"eve": ["debate_completed"], "fay": [], "gil": []}


async def test_where_judges_are_invited_nobody_else_is_asked_to_judge(house: Store, match: Match):
    await match.active(judges=(match.cat,))
    await house.arena.like(match.debate, 1, match.dan, match.clock())
    await (await match.post("challenger")).post("opponent")
    assert await page(match, match.dan) == ()
    assert [item.kind for item in await page(match, match.cat)] == ["debate_completed"]


async def test_only_the_first_of_very_many_who_like_a_topic_are_told(alone: Match):
    await alone.active()
    fans = [f"fan-{number:03}" for number in range(MOST_LIKERS + 5)]
    for fan in fans:
        await alone.store.arena.like(alone.debate, 1, fan, alone.clock.advance(milliseconds=1))
    await (await alone.post("challenger")).post("opponent")
    assert [await alone.store.notices.unread(fan) for fan in fans] == [1] * MOST_LIKERS + [0] * 5


async def test_a_debater_who_forfeits_and_likes_the_topic_is_not_told_of_it(house: Store, match: Match):
    await match.active()
    await house.arena.like(match.debate, 1, match.ada, match.clock())
    await match.forfeit("challenger")
    assert "debate_completed" not in [item.kind for item in await page(match, match.ada)]


async def reminder(match: Match) -> Reminder | None:
    """The reminder of a match that is due now."""
    due = await match.store.notices.due_reminders(match.clock(), limit=10_000)
    return next((each for each in due if each.debate == match.debate), None)


async def test_judges_who_have_not_judged_are_reminded_when_six_hours_are_left(
    house: Store, match: Match, notices: Notices
):
    await match.judging(judges=(match.cat, match.dan))
    assert await reminder(match) is None
    match.clock.advance(hours=41, minutes=59)
    assert await reminder(match) is None
    match.clock.advance(minutes=1)
    due = await reminder(match)
    assert due is not None
    assert due.until == match.state.judging_until
    assert await notices.remind(due, (match.cat, match.dan), {match.cat}, match.clock()) == 1
    assert [item.kind for item in await page(match, match.cat)] == ["debate_completed"]
    assert [item.kind for item in await page(match, match.dan)] == ["judging_reminder", "debate_completed"]
    assert await reminder(match) is None
    assert await notices.remind(due, (match.cat, match.dan), (), match.clock()) == 0


async def test_those_who_like_the_topic_are_reminded_where_anybody_may_judge(
    house: Store, match: Match, notices: Notices
):
    await match.judging()
    await house.arena.like(match.debate, 1, match.dan, match.clock())
    await house.arena.like(match.debate, 1, match.cat, match.clock())
    match.clock.advance(hours=42)
    due = await reminder(match)
    assert due is not None
    assert await notices.remind(due, None, {match.cat}, match.clock()) == 1
    assert [item.kind for item in await page(match, match.dan)] == ["judging_reminder"]


async def test_of_many_who_remind_at_once_one_does(match: Match, notices: Notices):
    await match.judging(judges=(match.cat,))
    match.clock.advance(hours=43)
    due = await reminder(match)
    assert due is not None
    reminded = await asyncio.gather(*(notices.remind(due, (match.cat,), (), match.clock()) for _ in range(4)))
    assert sorted(reminded) == [0, 0, 0, 1]


async def test_nobody_is_reminded_once_judging_is_over(match: Match, notices: Notices):
    await match.judging(judges=(match.cat,))
    match.clock.advance(hours=43)
    due = await reminder(match)
    assert due is not None
    await match.later(hours=6)
    assert await reminder(match) is None
    assert await notices.remind(due, (match.cat,), (), match.clock()) == 0


async def test_a_reminder_that_comes_too_late_is_dropped(match: Match, notices: Notices):
    await match.judging(judges=(match.cat,))
    match.clock.advance(hours=48)
    due = await reminder(match)
    assert due is not None
    assert await notices.remind(due, (match.cat,), (), match.clock()) == 0
    assert await reminder(match) is None


async def test_a_window_shorter_than_six_hours_reminds_from_its_beginning(match: Match):
    await match.judging(judging_seconds=3600)
    due = await reminder(match)
    assert due is not None
    assert due.until == match.state.judging_until


async def posts(match: Match) -> list[tuple[str, str | None, str | None]]:
    """What was posted in the name of who challenged, oldest first."""
    found = (await match.store.notices.feed(member=match.ada)).items
    assert all(post.topic == TOPIC and post.debate == match.debate for post in found)
    return [(post.kind, post.other, post.detail) for post in reversed(found)]


async def test_the_feed_tells_of_topics_and_of_who_won(match: Match):
    await match.challenged()
    assert await posts(match) == [("debate_opened", match.bob, "challenge")]
    await match.play("opponent", Accept(), match.bob)
    await (await match.post("challenger")).post("opponent")
    assert len(await posts(match)) == 1
    await match.judge(match.cat, "opponent")
    await match.later(hours=49)
    assert (await posts(match))[1:] == [("debate_concluded", match.bob, "votes")]


async def test_the_feed_tells_of_open_topics_and_of_draws(match: Match):
    await (await match.opened()).join(match.bob)
    await (await match.post("challenger")).post("opponent")
    await match.later(hours=49)
    assert await posts(match) == [("debate_opened", None, "open"), ("debate_concluded", None, "draw")]


async def test_the_feed_of_all_holds_each_post_once_page_by_page(house: Store, notices: Notices):
    clock = FixedClock()
    clock.advance(days=1000)
    mine = [await Match(house, clock).opened() for _ in range(5)]
    seen, after = list[str](), None
    for _ in range(3):
        found = await notices.feed(after=after, limit=2)
        seen += [post.debate for post in found.items]
        after = found.next
    assert sorted(seen[:5]) == sorted(match.debate for match in mine)


async def test_the_feed_leaves_out_what_was_archived(house: Store, match: Match):
    await match.decided()
    await house.arena.archive(match.debate, match.dan, "Spam.", match.clock())
    assert await posts(match) == []
    await house.arena.restore(match.debate, match.clock())
    assert len(await posts(match)) == 2
    other = Match(house, FixedClock())
    await (await other.active()).play("moderator", Archive(reason="Spam."), other.dan)
    assert await posts(other) == []


async def test_a_reading_that_runs_twice_tells_everything_once(house: Store):
    twice = DatabaseNotices(cast(Any, None)).reading
    store = await open_store("sqlite://", readings=(twice,))
    match = Match(store, FixedClock())
    await store.notices.add_webhook(webhook(match.ada, match.clock()))
    await match.decided()
    alone = Match(house, FixedClock())
    await alone.decided()
    assert await told(match) == await told(alone)
    assert len(await posts(match)) == 2
    (batch,) = await store.notices.outbox.take(match.clock())
    assert len(batch.deliveries) == 4
    await store.close()


async def test_made_anew_from_the_records_the_notices_are_the_same(house: Store, match: Match, notices: Notices):
    await notices.mute(match.bob, "debate_turn", match.clock())
    await match.active()
    await house.arena.like(match.debate, 1, match.dan, match.clock())
    await (await match.post("challenger")).post("opponent")
    await match.judge(match.cat, "opponent")
    match.clock.advance(hours=43)
    due = await reminder(match)
    assert due is not None
    assert await notices.remind(due, None, {match.cat}, match.clock()) == 1
    await match.later(hours=6)
    await notices.unmute(match.bob, "debate_turn", match.clock.advance(minutes=1))
    first = (await page(match, match.ada))[-1]
    await notices.mark_read(match.ada, [first.id], match.clock())
    members = (match.ada, match.bob, match.cat, match.dan)
    before = {member: await page(match, member) for member in members}, await posts(match)
    assert [item.kind for item in before[0][match.dan]] == ["judging_reminder", "debate_completed"]
    remade = await notices.rebuild(format)
    assert remade.debates
    assert ({member: await page(match, member) for member in members}, await posts(match)) == before


async def test_what_was_lost_or_forged_is_put_right_to_the_byte(tmp_path: Path):
    path = tmp_path / "moot.db"
    store = await open_store(str(path))
    match = Match(store, FixedClock())
    await match.decided()
    read = (await page(match, match.ada))[0]
    await store.notices.mark_read(match.ada, [read.id], match.clock())
    before = _dumped(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM feed")
        connection.execute("DELETE FROM notifications WHERE read_at IS NULL")
        connection.execute("UPDATE notifications SET detail = 'forged', sender = 'mallory'")
        connection.execute(
            "INSERT INTO notifications VALUES ('x', 'bob', 'debate_won', ?, 9, NULL, NULL, 'then', NULL)",
            [match.debate],
        )
    assert _dumped(path) != before
    remade = await store.notices.rebuild(format)
    assert (remade.debates, remade.notifications, remade.posts) == (1, len(before[0]), len(before[1]))
    assert _dumped(path) == before
    await store.close()


def _dumped(path: Path) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Every row of the notifications and of the feed."""
    with closing(sqlite3.connect(path)) as connection:
        tables = ("notifications", "feed")
        told, posted = (connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in tables)
        return told, posted
