"""Reading the arena at the desk: lists, a debate with everything in it, standings, likes."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    ArgumentNotFound,
    DebateNotFound,
    Forbidden,
    InvalidInput,
    Unauthenticated,
    argument_id,
)
from moot.desk import OWNER, VISITOR, Caller
from moot.desk.arena.replies import ArenaDebate
from tests.support.house import MEMORY
from tests.support.ring import REASONING, TOPIC, Ring, member, ring_on

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ring(tmp_path: Path) -> AsyncIterator[Ring]:
    async with ring_on(MEMORY, tmp_path) as ring:
        yield ring


def offered(debate: ArenaDebate) -> list[str]:
    return [each.action for each in debate.available_actions]


async def test_a_debate_is_told_with_its_posts_judgments_and_the_count(ring: Ring):
    ann, bob = await ring.pair()
    jay, kay = await ring.crowd(2)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob, statement="Because I say so.", max_posts=2)
    told = await ring.desk.arena_debate(VISITOR, debate)
    assert (told.topic, told.statement, told.topic_seq, told.status) == (TOPIC, "Because I say so.", 1, "judging")
    posts = [(post.seat, post.post_number, post.max_posts, post.content) for post in told.posts]
    assert posts == [
        ("challenger", 1, 2, "For it, 0."),
        ("opponent", 1, 2, "Against it, 0."),
        ("challenger", 2, 2, "For it, 1."),
        ("opponent", 2, 2, "Against it, 1."),
    ]
    assert [post.id for post in told.posts] == [argument_id(debate, line) for line in range(3, 7)]
    assert told.posts[0].author_id == member(ann)
    assert (told.ending, told.changes, told.judgments) == (None, (), ())
    assert told.tally is not None
    assert (told.tally.judges, told.tally.final, told.tally.challenger.votes) == (0, False, 0)
    assert told.rubric == {"clash": 40, "evidence": 25, "clarity": 25, "conduct": 10}
    assert offered(told) == []
    assert "judge" in offered(await ring.desk.arena_debate(jay, debate))

    rubric = {"clash": {"challenger": 7, "opponent": 3}}
    await ring.desk.judge(jay, debate, winner_id="challenger", reasoning=REASONING, rubric=rubric)
    await ring.judged(bob, debate, "opponent")
    told = await ring.whole(debate)
    assert told.tally is not None
    assert (told.tally.judges, told.tally.final, told.tally.opponent.share) == (2, False, 0.5)
    first, second = told.judgments
    assert (first.judge.handle, first.self_judged, first.winner_id, first.side) == (
        "bob",
        True,
        member(bob),
        "opponent",
    )
    assert (second.reasoning, second.rubric, second.weight, second.agreed) == (REASONING, rubric, None, None)
    assert "judge" not in offered(await ring.desk.arena_debate(jay, debate))
    assert (await ring.desk.arena_debate(jay, debate)).seat is None
    assert (await ring.desk.arena_debate(bob, debate)).seat == "opponent"

    await ring.judged(kay, debate)
    ring.clock.advance(hours=48)
    told = await ring.whole(debate)
    assert (told.status, told.winner_id, told.decided_by) == ("decided", member(ann), "votes")
    assert told.ending == "@ann won with 67 % of the weighted votes."
    assert told.tally is not None
    assert (told.tally.final, told.tally.challenger.votes, told.tally.challenger.weight) == (True, 2, 1.0)
    assert [each.agreed for each in told.judgments] == [True, False, True]
    assert {each.weight for each in told.judgments} == {0.5}
    changes = {change.agent.handle: (change.points, change.score) for change in told.changes}
    assert changes["ann"] == (67, 1067)
    assert changes["bob"] == (-50, 950)
    assert told.challenger.agent is not None
    assert told.challenger.agent.score == 1067
    standing = await ring.opened.backing.steward.look(debate)
    assert (told.seq, told.hash) == (standing.line, standing.head)


async def test_the_first_hundred_judgments_come_with_a_debate_and_the_rest_by_pages(ring: Ring):
    ann, bob = await ring.pair()
    crowd = await ring.crowd(103)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob)
    for judge in crowd:
        await ring.judged(judge, debate)
    told = await ring.whole(debate)
    assert (len(told.judgments), told.judges) == (100, 103)
    rest = await ring.desk.judgments(VISITOR, debate, cursor=told.judgments_cursor)
    assert [each.judge.handle for each in rest.judgments] == ["judge-002", "judge-001", "judge-000"]
    assert rest.next_cursor is None
    page = await ring.desk.judgments(VISITOR, debate, limit=1000)
    assert len(page.judgments) == 103


async def test_every_ending_is_told_in_words(ring: Ring):
    ann, bob = await ring.pair()
    cem, dan = await ring.crowd(2)
    ring.clock.advance(days=8)

    async def ended(debate: str, hours: int = 48) -> str | None:
        ring.clock.advance(hours=hours)
        return (await ring.whole(debate)).ending

    assert await ended(await ring.completed(ann, bob)) == "A draw: too few judged, and the likes were even."
    even = await ring.completed(ann, bob)
    await ring.judged(ann, even, "opponent")
    await ring.judged(bob, even, "challenger")
    assert await ended(even) == "A draw: neither side had more votes."
    liked = await ring.completed(ann, bob)
    await ring.desk.like(cem, liked, argument_id=argument_id(liked, 4))
    assert await ended(liked) == "Too few judged. @bob won by likes: 1 to 0."
    gone = await ring.active(ann, bob)
    await ring.desk.forfeit(ann, gone)
    assert await ended(gone) == "@bob won, because @ann forfeited."
    assert await ended(await ring.active(ann, bob), 12) == "Nobody posted in time: both forfeited, and nobody won."
    topic = await ring.desk.propose(ann, topic=TOPIC)
    assert await ended(topic.id, 24 * 7) == "Nobody took it up in time."
    called = await ring.desk.propose(ann, topic=TOPIC, opponent_id="bob")
    assert (await ring.whole(called.id)).tally is None
    await ring.desk.decline(bob, called.id, reason="Too busy.")
    assert await ended(called.id) == "The challenge was declined. Too busy."
    topic = await ring.desk.propose(ann, topic=TOPIC)
    await ring.desk.withdraw(ann, topic.id)
    assert await ended(topic.id) == "It was withdrawn before anybody took it up."
    spam = await ring.desk.propose(dan, topic=TOPIC)
    await ring.desk.archive(OWNER, spam.id, reason="Spam.")
    told = await ring.whole(spam.id)
    assert (told.status, told.ending, told.archived_reason) == ("archived", "A moderator archived it. Spam.", "Spam.")


async def test_what_was_archived_after_its_decision_says_why_and_changed_nothing(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    await ring.judged(ann, debate)
    ring.clock.advance(hours=48)
    assert (await ring.whole(debate)).changes
    await ring.desk.archive(OWNER, debate, reason="Farmed.")
    told = await ring.whole(debate)
    assert (told.status, told.archived_reason, told.changes) == ("archived", "Farmed.", ())
    assert told.ending == "@ann won with 100 % of the weighted votes."
    assert offered(told) == ["restore"]
    assert (await ring.desk.arena_debates(VISITOR)).debates == ()
    with pytest.raises(Forbidden):
        await ring.desk.arena_debates(ann, status="archived")
    listed = await ring.desk.arena_debates(OWNER, status="archived")
    assert [card.status for card in listed.debates] == ["archived"]
    with pytest.raises(ActionNotAllowed):
        await ring.desk.like(bob, debate)
    await ring.desk.restore(OWNER, debate)
    assert (await ring.whole(debate)).archived_reason is None


async def test_lists_are_narrowed_sorted_and_paged(ring: Ring):
    ann, bob = await ring.pair()
    tech = await ring.active(ann, bob, category="tech", tags=["law"])
    ring.clock.advance(hours=1)
    topic = await ring.desk.propose(bob, topic="Whether swans ever sing before they die")
    await ring.desk.like(ann, tech)

    async def ids(caller: Caller = VISITOR, **asked: object) -> list[str]:
        page = await ring.desk.arena_debates(caller, **asked)  # pyright: ignore[reportArgumentType]
        return [card.id for card in page.debates]

    assert await ids() == [tech, topic.id]
    assert await ids(sort="new") == [topic.id, tech]
    assert await ids(sort="judging") == []
    assert await ids(sort="judging", status="active") == [tech]
    assert await ids(status="open") == [topic.id]
    assert await ids(status="archive") == []
    assert await ids(category="tech") == [tech]
    assert await ids(tag="law", q="machines") == [tech]
    assert await ids(q="swans") == [topic.id]
    assert await ids(agent="@ann") == [tech]
    assert await ids(agent=member(bob), sort="new") == [topic.id, tech]
    first = await ring.desk.arena_debates(ann, limit=0)
    assert [card.liked for card in first.debates] == [True]
    second = await ring.desk.arena_debates(ann, limit=1, cursor=first.next_cursor)
    assert [card.id for card in second.debates] == [topic.id]
    assert [each.action for each in second.debates[0].available_actions] == ["join", "like", "report"]
    assert second.next_cursor is None


async def test_what_nobody_knows_is_refused(ring: Ring):
    ann, _ = await ring.pair()
    for asked in ({"status": "done"}, {"sort": "best"}, {"category": "sports"}, {"cursor": "x"}, {"q": "a\x00"}):
        with pytest.raises(InvalidInput):
            await ring.desk.arena_debates(VISITOR, **asked)  # pyright: ignore[reportArgumentType]
    for lost in (
        ring.desk.arena_debates(VISITOR, agent="nobody"),
        ring.desk.judgments_by(VISITOR, "nobody"),
        ring.desk.changes(VISITOR, "nobody"),
    ):
        with pytest.raises(AgentNotFound):
            await lost
    plan = str(uuid4())
    await ring.desk.open_arbitration(
        OWNER, debate_id=plan, title="Plan", debate_type="general_debate", content="We cache."
    )
    for debate in (str(uuid4()), "x", plan):
        with pytest.raises(DebateNotFound):
            await ring.desk.arena_debate(VISITOR, debate)
        with pytest.raises(DebateNotFound):
            await ring.desk.judgments(VISITOR, debate)
        with pytest.raises(DebateNotFound):
            await ring.desk.like(ann, debate)
    with pytest.raises(InvalidInput):
        await ring.desk.leaderboard(VISITOR, sort="luck")


async def test_topics_and_posts_are_liked_and_only_posts_of_others(ring: Ring):
    ann, bob = await ring.pair()
    (cem,) = await ring.crowd(1)
    debate = await ring.completed(ann, bob)
    post = argument_id(debate, 3)
    liked = await ring.desk.like(cem, debate, argument_id=post)
    assert (liked.debate_id, liked.seq, liked.likes, liked.liked) == (debate, 3, 1, True)
    told = await ring.desk.arena_debate(cem, debate)
    assert [(each.likes, each.liked) for each in told.posts] == [(1, True), (0, False)]
    assert [each.liked for each in (await ring.whole(debate)).posts] == [False, False]
    assert (await ring.desk.unlike(cem, debate, argument_id=post)).likes == 0
    assert (await ring.desk.unlike(cem, debate, argument_id=post)).liked is False
    assert (await ring.desk.like(ann, debate)).likes == 1
    assert (await ring.desk.arena_card(ann, debate)).liked
    with pytest.raises(Forbidden):
        await ring.desk.like(bob, debate, argument_id=post)
    with pytest.raises(InvalidInput):
        await ring.desk.like(cem, debate, argument_id=argument_id(debate, 2))
    with pytest.raises(ArgumentNotFound):
        await ring.desk.like(cem, debate, argument_id=argument_id(debate, 99))
    with pytest.raises(Unauthenticated):
        await ring.desk.like(VISITOR, debate)
    with pytest.raises(Forbidden):
        await ring.desk.like(OWNER, debate)


async def test_standings_are_read_by_anybody(ring: Ring):
    ann, bob = await ring.pair()
    (jay,) = await ring.crowd(1)
    ring.clock.advance(days=8)
    for _ in range(2):
        debate = await ring.completed(ann, bob)
        await ring.judged(jay, debate)
        ring.clock.advance(hours=48)
        await ring.whole(debate)
    board = await ring.desk.leaderboard(VISITOR, sort="win_rate", limit=1)
    assert [(row.rank, row.agent.handle, row.stats.win_rate) for row in board.rows] == [(1, "ann", 1.0)]
    assert board.rows[0].curve == (1000, 1100, 1198)
    best = board.rows[0]
    assert best.rating is not None
    assert best.rating_low is not None
    assert best.rating_high is not None
    assert best.rating_low < best.rating < best.rating_high
    rest = await ring.desk.leaderboard(VISITOR, sort="win_rate", cursor=board.next_cursor)
    assert [(row.rank, row.agent.handle, row.stats.win_rate) for row in rest.rows] == [(2, "bob", 0.0)]
    stats = await ring.desk.stats(member(jay))
    assert (stats.debates_total, stats.win_rate, stats.judgments, stats.judge_agree_rate) == (0, None, 2, 1.0)
    fresh = await ring.desk.stats("nobody")
    assert (fresh.debate_score, fresh.judge_agree_rate) == (1000, None)
    changes = await ring.desk.changes(VISITOR, "@bob", limit=1)
    assert [(each.points, each.score, each.agent.handle) for each in changes.changes] == [(-53, 897, "bob")]
    more = await ring.desk.changes(VISITOR, "bob", cursor=changes.next_cursor)
    assert [(each.points, each.score) for each in more.changes] == [(-50, 950)]
    judged = await ring.desk.judgments_by(VISITOR, "judge-000")
    assert [each.agreed for each in judged.judgments] == [True, True]
    assert await ring.rebuilt_differs() == 0


async def test_looking_settles_what_fell_due(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    ring.clock.advance(hours=12)
    # A list is as the last line left it, and offers nothing that is over.
    (listed,) = (await ring.desk.arena_debates(ann)).debates
    assert (listed.status, [each.action for each in listed.available_actions]) == ("active", ["like", "report"])
    assert (await ring.desk.arena_card(ann, debate)).status == "decided"
