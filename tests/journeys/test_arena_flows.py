"""The three flows of the arena and its edge cases, at the desk, with a clock that is moved by hand."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    AlreadyJudged,
    Forbidden,
    InvalidInput,
    LimitReached,
    NotVerified,
    RateLimited,
    TooYoung,
    TopicTaken,
    Unauthenticated,
)
from moot.desk import OWNER, VISITOR
from moot.engine import verify
from moot.wiring import formats
from tests.support.ring import REASONING, TOPIC, Ring, member, ring_on

pytestmark = [pytest.mark.anyio, pytest.mark.journey]


@pytest.fixture
async def ring(tmp_path: Path) -> AsyncIterator[Ring]:
    async with ring_on("sqlite://", tmp_path) as ring:
        yield ring


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ring]:
    """A ring on each database, for what leans on transactions."""
    database = "sqlite://" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    async with ring_on(database, tmp_path) as ring:
        yield ring


async def sound(ring: Ring, debate: str) -> bool:
    return (await verify(debate, ring.opened.store, formats())).sound


async def test_a_challenge_is_accepted_argued_judged_and_moves_the_scores(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    judges = await ring.crowd(3)
    ring.clock.advance(days=8)
    card = await ring.desk.propose(ann, topic=TOPIC, opponent_id="@bob", category="tech", max_posts=2)
    assert (card.status, card.mode, card.winner_id) == ("proposed", "challenge", None)
    assert await ring.told(bob) == ["debate_challenge"]
    accepted = await ring.desk.accept(bob, card.id)
    assert (accepted.status, accepted.turn) == ("active", "challenger")
    for number in (1, 2):
        posted = await ring.desk.post(ann, card.id, content="For it.")
        assert (posted.post_number, posted.max_posts) == (number, 2)
        await ring.desk.post(bob, card.id, content="Against it.")
    judging = await ring.card(card.id)
    assert (judging.status, judging.how, judging.post_count) == ("judging", "completed", 4)
    assert judging.until == ring.clock() + timedelta(hours=48)
    for judge, winner in zip(judges, ("challenger", "challenger", "opponent"), strict=True):
        await ring.judged(judge, card.id, winner)
    ring.clock.advance(hours=48)
    done = await ring.whole(card.id)
    assert (done.status, done.decided_by, done.winner_id) == ("decided", "votes", member(ann))
    # Two of three equal weights (1 * 1/2 each): 50 * (1 + 1) * 2/3, and -25 * (1 + 1).
    assert (await ring.score(ann), await ring.score(bob)) == (1067, 950)
    assert [await ring.score(judge) for judge in judges] == [1005, 1005, 1000]
    assert "debate_won" in await ring.told(ann)
    told = Counter(await ring.told(bob))
    assert told == Counter(debate_challenge=1, debate_turn=2, debate_completed=1, debate_decided=1)
    assert await sound(ring, card.id)


async def test_an_open_topic_is_locked_by_the_first_to_join(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    cem = await ring.agent("cem")
    card = await ring.desk.propose(ann, topic=TOPIC)
    assert (card.mode, card.opponent_id) == ("open", None)
    with pytest.raises(Forbidden):
        await ring.desk.join(ann, card.id)
    joined = await ring.desk.join(bob, card.id)
    assert (joined.status, joined.opponent_id) == ("active", member(bob))
    with pytest.raises(ActionNotAllowed):
        await ring.desk.join(cem, card.id)
    assert set(await ring.told(ann)) == {"debate_joined", "debate_turn"}


async def test_who_does_not_answer_in_twelve_hours_forfeits_when_somebody_looks(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    ring.clock.advance(hours=3)
    await ring.desk.post(ann, debate, content="For it.")
    fell_due = ring.clock() + timedelta(hours=12)
    ring.clock.advance(hours=13)
    seen = await ring.whole(debate)
    assert (seen.status, seen.how, seen.forfeit_by) == ("judging", "forfeited", (member(bob),))
    assert seen.until == ring.clock() + timedelta(hours=48)
    lapse = next(e for e in await ring.opened.backing.steward.entries(debate) if e.kind == "lapsed")
    assert (lapse.at, lapse.noted) == (fell_due, ring.clock())
    ring.clock.advance(hours=48)
    done = await ring.whole(debate)
    assert (done.decided_by, done.winner_id) == ("forfeit", member(ann))
    assert (await ring.score(ann), await ring.score(bob)) == (1100, 900)
    profile = await ring.desk.agent(OWNER, "bob")
    assert (profile.stats.losses, profile.stats.forfeits) == (0, 1)


async def test_nobody_says_a_word_and_both_forfeit_at_once(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    ring.clock.advance(hours=12)
    done = await ring.whole(debate)
    assert (done.status, done.decided_by, done.winner_id) == ("decided", "both_forfeit", None)
    assert (await ring.score(ann), await ring.score(bob)) == (950, 950)


async def test_a_post_out_of_turn_lands_and_does_not_reset_the_movers_clock(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob, max_posts=2)
    before = (await ring.card(debate)).until
    ring.clock.advance(hours=11)
    posted = await ring.desk.post(bob, debate, content="I go first.")
    assert (posted.turn, posted.until) == ("challenger", before)


async def test_nobody_judges_and_likes_decide(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    whole = await ring.whole(debate)
    against = next(post for post in whole.posts if post.seat == "opponent")
    liked = await ring.desk.like(await ring.agent("cem"), debate, argument_id=against.id)
    assert (liked.likes, liked.liked) == (1, True)
    ring.clock.advance(hours=48)
    done = await ring.whole(debate)
    assert (done.decided_by, done.winner_id) == ("likes", member(bob))
    # Half of the votes, as it were: 50 * 2 * 1/2.
    assert (await ring.score(ann), await ring.score(bob)) == (950, 1050)


async def test_a_like_after_the_deadline_comes_too_late(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    against = (await ring.whole(debate)).posts[1]
    cem = await ring.agent("cem")
    ring.clock.advance(hours=49)
    await ring.desk.like(cem, debate, argument_id=against.id)
    done = await ring.whole(debate)
    assert (done.decided_by, done.winner_id) == ("draw", None)
    assert (await ring.score(ann), await ring.score(bob)) == (1000, 1000)


async def test_too_few_judges_are_as_none(ring: Ring):
    ann, bob = await ring.pair()
    (judge,) = await ring.crowd(1)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob, min_judges=2)
    await ring.judged(judge, debate)
    ring.clock.advance(hours=48)
    assert (await ring.whole(debate)).decided_by == "draw"
    assert await ring.score(judge) == 1000


async def test_debaters_judge_themselves_and_it_is_said_so(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    judged = await ring.desk.judge(ann, debate, winner_id="ann", reasoning=REASONING)
    assert (judged.self_judged, judged.counted) == (True, True)
    ring.clock.advance(hours=48)
    done = await ring.whole(debate)
    assert done.winner_id == member(ann)
    assert done.judgments[0].self_judged


async def test_who_contradicts_all_others_is_marked_and_pays(ring: Ring):
    ann, bob = await ring.pair()
    judges = await ring.crowd(6)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob)
    for judge in judges[:5]:
        await ring.judged(judge, debate)
    await ring.judged(judges[5], debate, "opponent")
    ring.clock.advance(hours=48)
    done = await ring.whole(debate)
    assert [each.outlier for each in reversed(done.judgments)] == [False] * 5 + [True]
    assert await ring.score(judges[5]) == 990
    assert done.tally is not None
    assert (done.tally.challenger.votes, done.tally.opponent.votes, done.tally.final) == (5, 1, True)


async def test_only_verified_agents_of_a_week_judge_ten_times_a_day_and_once_each(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    fresh, plain = await ring.agent("fresh"), await ring.agent("plain", verified=False)
    with pytest.raises(NotVerified):
        await ring.judged(plain, debate)
    with pytest.raises(TooYoung) as young:
        await ring.judged(fresh, debate)
    assert young.value.fields["retry_after"] == 7 * 86400 + 1
    await ring.judged(bob, debate, "opponent")
    with pytest.raises(AlreadyJudged):
        await ring.judged(bob, debate)
    with pytest.raises(InvalidInput, match="20 characters"):
        await ring.desk.judge(ann, debate, winner_id="bob", reasoning="Because.")
    with pytest.raises(AgentNotFound):
        await ring.desk.judge(ann, debate, winner_id="nobody", reasoning=REASONING)


async def test_a_judgment_at_the_closing_second_counts_and_one_after_it_is_refused(ring: Ring):
    ann, bob = await ring.pair()
    judges = await ring.crowd(2)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob)
    ring.clock.advance(hours=47, minutes=59, seconds=59)
    await ring.judged(judges[0], debate)
    ring.clock.advance(seconds=1)
    with pytest.raises(ActionNotAllowed):
        await ring.judged(judges[1], debate)
    done = await ring.whole(debate)
    assert (done.judges, done.decided_by) == (1, "votes")


async def test_the_eleventh_judgment_of_a_day_waits_for_the_first_to_be_a_day_old(ring: Ring):
    ann, bob = await ring.pair()
    debates: list[str] = []
    for _ in range(11):
        debates.append(await ring.completed(ann, bob, topic=f"{TOPIC}, {len(debates)}"))
        ring.clock.advance(hours=1, minutes=1)
    ring.clock.now -= timedelta(days=8)
    old = await ring.agent("elder")
    ring.clock.now += timedelta(days=8)
    for debate in debates[:10]:
        await ring.judged(old, debate)
    with pytest.raises(RateLimited) as limited:
        await ring.judged(old, debates[10])
    wait = limited.value.fields["retry_after"]
    assert isinstance(wait, int)
    ring.clock.advance(seconds=wait)
    await ring.judged(old, debates[10])


async def test_invited_judges_alone_judge_a_private_debate(ring: Ring):
    ann, bob = await ring.pair()
    cem, dot = await ring.crowd(2)
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob, judges=[member(cem)])
    assert (await ring.card(debate)).private_judging
    with pytest.raises(Forbidden, match="invitation"):
        await ring.judged(dot, debate)
    await ring.judged(cem, debate)


async def test_a_challenge_is_declined_withdrawn_or_expires(ring: Ring):
    ann, bob = await ring.pair()
    declined = await ring.desk.propose(ann, topic=TOPIC, opponent_id="bob")
    assert (await ring.desk.decline(bob, declined.id, reason="No time.")).status == "declined"
    ring.clock.advance(hours=1)
    withdrawn = await ring.desk.propose(ann, topic=TOPIC, opponent_id="bob")
    assert (await ring.desk.withdraw(ann, withdrawn.id)).status == "withdrawn"
    ring.clock.advance(hours=1)
    expired = await ring.desk.propose(ann, topic=TOPIC)
    ring.clock.advance(days=7)
    assert (await ring.whole(expired.id)).status == "expired"
    for debate in (declined, withdrawn, expired):
        assert await sound(ring, debate.id)


async def test_farming_is_refused_with_when_to_try_again(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    await ring.desk.propose(ann, topic=TOPIC)
    with pytest.raises(RateLimited) as limited:
        await ring.desk.propose(ann, topic="Something else altogether, in as many words")
    assert limited.value.fields["retry_after"] == 3600
    ring.clock.advance(hours=1)
    with pytest.raises(TopicTaken):
        await ring.desk.propose(ann, topic=f"  {TOPIC.upper()}! ")
    for number in range(2):
        await ring.desk.propose(ann, topic=f"{TOPIC}, {number}")
        ring.clock.advance(hours=1)
    with pytest.raises(LimitReached, match="3"):
        await ring.desk.propose(ann, topic="Something else altogether, in as many words")
    with pytest.raises(InvalidInput, match="20 characters"):
        await ring.desk.propose(bob, topic="Too short")


async def test_the_same_request_opens_no_second_debate_even_within_the_hour(ring: Ring):
    ann, bob = await ring.pair()
    first = await ring.desk.propose(ann, topic=TOPIC, client_request_id="r1")
    again = await ring.desk.propose(ann, topic=TOPIC, client_request_id="r1")
    assert (again.id, first.repeated, again.repeated) == (first.id, False, True)
    await ring.desk.join(bob, first.id, client_request_id="r1")
    posted = await ring.desk.post(ann, first.id, content="For it.", client_request_id="r1-post")
    repeated = await ring.desk.post(ann, first.id, content="For it.", client_request_id="r1-post")
    assert (repeated.seq, repeated.repeated, repeated.client_request_id) == (posted.seq, True, "r1-post")


async def test_an_account_that_is_deleted_forfeits_withdraws_and_declines(either: Ring):
    ring = either
    ann, bob = await ring.pair()
    cem = await ring.agent("cem")
    active = await ring.active(ann, bob)
    called_out = await ring.desk.propose(cem, topic=f"{TOPIC}, or not", opponent_id="ann")
    ring.clock.advance(hours=1)
    proposed = await ring.desk.propose(ann, topic=f"{TOPIC}, again")
    gone = await ring.desk.delete_account(ann)
    assert gone.deleted
    assert (await ring.card(active)).forfeit_by == (member(ann),)
    assert (await ring.card(called_out.id)).status == "declined"
    assert (await ring.card(proposed.id)).status == "withdrawn"
    ring.clock.advance(hours=48)
    done = await ring.whole(active)
    assert (done.decided_by, done.winner_id) == ("forfeit", member(bob))
    assert done.challenger.agent is not None
    assert done.challenger.agent.deleted


@pytest.mark.parametrize("stage", ["proposed", "active", "judging", "decided"])
async def test_a_moderator_archives_without_effect_on_scores_and_can_undo_it_after_the_decision(ring: Ring, stage: str):
    ann, bob = await ring.pair()
    mod = await ring.agent("mod", role="moderator")
    if stage == "proposed":
        debate = (await ring.desk.propose(ann, topic=TOPIC)).id
    elif stage == "active":
        debate = await ring.active(ann, bob)
    else:
        debate = await ring.completed(ann, bob)
        await ring.judged(ann, debate)
    if stage == "decided":
        ring.clock.advance(hours=48)
        await ring.whole(debate)
        assert await ring.score(bob) == 950
    with pytest.raises(Forbidden):
        await ring.desk.archive(bob, debate, reason="I do not like it.")
    card = await ring.desk.archive(mod, debate, reason="Spam.")
    assert card.status == "archived"
    assert (await ring.score(ann), await ring.score(bob)) == (1000, 1000)
    listed = await ring.desk.arena_debates(OWNER, sort="new")
    assert debate not in {each.id for each in listed.debates}
    if stage == "decided":
        assert (await ring.desk.restore(mod, debate)).status == "decided"
        assert await ring.score(bob) == 950
    assert await sound(ring, debate)


async def test_visitors_read_and_only_agents_act(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    assert (await ring.desk.arena_debate(VISITOR, debate)).topic == TOPIC
    assert (await ring.desk.arguments(VISITOR, debate)).arguments
    assert (await ring.desk.leaderboard(VISITOR)).rows == ()
    with pytest.raises(Unauthenticated):
        await ring.desk.propose(VISITOR, topic=TOPIC)
    with pytest.raises(Forbidden):
        await ring.desk.post(OWNER, debate, content="I own the place.")
    with pytest.raises(Forbidden):
        await ring.desk.post(await ring.agent("cem"), debate, content="Let me in.")
    with pytest.raises(Forbidden):
        await ring.desk.move(bob, debate, role="challenger", type="POST", move={"content": "As Ann."})
