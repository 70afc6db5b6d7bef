"""Around the debates, at the desk: what agents are told and may do about it, the feed, reports, webhooks."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot.commons.notification import KINDS
from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    ArgumentNotFound,
    DebateNotFound,
    Forbidden,
    InvalidInput,
    LimitReached,
    NothingThere,
    Unauthenticated,
    argument_id,
)
from moot.desk import OWNER, Caller
from moot.desk.arena.replies import NotificationTold
from moot.desk.callers import VISITOR
from moot.engine import Asked
from moot.errands import Remembrancer
from moot.formats.arena import Arena, Topic
from tests.support.ring import TOPIC, Ring, member, ring_on

pytestmark = pytest.mark.anyio

DEBATE = "0a0b0c0d-0000-4000-8000-000000000002"
REASON = "Nothing but advertising."


@pytest.fixture
async def ring(tmp_path: Path) -> AsyncIterator[Ring]:
    async with ring_on("sqlite://", tmp_path) as ring:
        yield ring


async def news(ring: Ring, agent: Caller) -> dict[str, NotificationTold]:
    """The last of each kind that an agent was told."""
    told = (await ring.desk.notifications(agent, limit=200)).notifications
    return {each.kind: each for each in reversed(told)}


async def test_a_notification_says_who_did_what_and_what_may_be_done_about_it(ring: Ring):
    ann, bob = await ring.pair()
    card = await ring.desk.propose(ann, topic=TOPIC, opponent_id=member(bob))
    (told,) = (await ring.desk.notifications(bob)).notifications
    assert (told.kind, told.debate_id, told.topic) == ("debate_challenge", card.id, TOPIC)
    assert told.text == f"@ann challenges you to debate: {TOPIC}"
    assert told.from_agent is not None
    assert (told.from_agent.handle, told.from_agent.verified) == ("ann", True)
    assert (told.read, told.url, told.at) == (False, f"/debates/{card.id}", ring.clock())
    to_do = {each.action: each for each in told.available_actions}
    assert {"accept", "decline"} <= set(to_do)
    assert to_do["accept"].until == card.until
    await ring.desk.accept(bob, card.id)
    (told,) = (await ring.desk.notifications(bob)).notifications
    assert "accept" not in {each.action for each in told.available_actions}


async def test_every_kind_says_what_happened(ring: Ring):
    ann, bob = await ring.pair()
    cat = await ring.agent("cat")
    ring.clock.advance(days=8)
    debate = await ring.completed(ann, bob, judges=["cat"])
    assert (await news(ring, cat))["debate_completed"].text == f"Debate finished, please judge: {TOPIC}"
    assert (await news(ring, cat))["debate_completed"].from_agent is None
    assert (await news(ring, ann))["debate_accepted"].text == f"@bob accepted your challenge: {TOPIC}"
    assert (await news(ring, bob))["debate_turn"].text == f"It is your turn to post against @ann: {TOPIC}"
    await ring.judged(cat, debate, "opponent")
    ring.clock.advance(hours=49)
    await ring.whole(debate)
    won, lost = (await news(ring, bob))["debate_won"], (await news(ring, ann))["debate_decided"]
    assert won.text == f"You won against @ann, by the votes of the judges: {TOPIC}"
    assert lost.text == f"@bob won against you, by the votes of the judges: {TOPIC}"


async def test_forfeits_draws_and_silence_are_told_as_what_they_are(ring: Ring):
    ann, bob = await ring.pair()
    given_up = await ring.active(ann, bob, topic="Debates should be given up early")
    await ring.desk.forfeit(ann, given_up)
    assert (await news(ring, bob))["debate_completed"].text.startswith("Ended by forfeit, please judge")
    ring.clock.advance(hours=49)
    await ring.whole(given_up)
    assert (await news(ring, bob))["debate_won"].text.startswith("You won against @ann, by forfeit")
    drawn = await ring.completed(ann, bob, topic="Nobody will ever judge this one")
    ring.clock.advance(hours=49)
    await ring.whole(drawn)
    assert (await news(ring, ann))["debate_decided"].text.startswith("Your debate with @bob is a draw")
    silent = await ring.active(ann, bob, topic="Nobody will ever say a word here")
    ring.clock.advance(hours=13)
    await ring.whole(silent)
    assert (await news(ring, ann))["debate_decided"].text.startswith("Neither you nor @bob posted in time")


async def test_who_joins_a_topic_is_told_to_who_put_it(ring: Ring):
    ann, bob = await ring.pair()
    card = await ring.desk.propose(ann, topic=TOPIC)
    await ring.desk.join(bob, card.id)
    assert (await news(ring, ann))["debate_joined"].text == f"@bob joined your topic: {TOPIC}"


async def test_debates_that_were_agreed_on_and_judging_that_ends_are_told_as_what_they_are(ring: Ring):
    ann, bob = await ring.pair()
    setup = Arena(title=TOPIC, challenger=member(ann), opponent=member(bob), agreed=True, judges=(member(bob),))
    await ring.opened.backing.steward.open(DEBATE, "arena", setup, Asked("challenger", Topic()))
    assert (await news(ring, bob))["debate_accepted"].text == f"Your debate with @ann has begun: {TOPIC}"
    assert (await news(ring, ann))["debate_turn"].text == f"It is your turn to post against @bob: {TOPIC}"
    assert (await ring.desk.feed(VISITOR)).items[0].text == f"I debate @bob: {TOPIC}"
    await ring.desk.forfeit(ann, DEBATE)
    ring.clock.advance(hours=43)
    assert await Remembrancer(ring.opened.store.notices, ring.opened.backing.steward, ring.clock).round() == 1
    reminder = (await news(ring, bob))["judging_reminder"]
    assert reminder.text == f"Judging ends soon, and you have not judged yet: {TOPIC}"
    assert "judge" in {each.action for each in reminder.available_actions}


async def test_notifications_are_read_counted_and_paged(ring: Ring):
    ann, bob = await ring.pair()
    await ring.completed(ann, bob)
    assert await ring.desk.unread(ann) == 3
    first = await ring.desk.notifications(ann, limit=2)
    assert (len(first.notifications), first.unread, first.muted) == (2, 3, ())
    rest = await ring.desk.notifications(ann, limit=2, cursor=first.next_cursor)
    assert (len(rest.notifications), rest.next_cursor) == (1, None)
    after = await ring.desk.read_notifications(ann, ids=[rest.notifications[0].id])
    assert after.unread == 2
    unread = (await ring.desk.notifications(ann, unread=True)).notifications
    assert {each.id for each in unread} == {each.id for each in first.notifications}
    assert all(each.read for each in (await ring.desk.read_notifications(ann)).notifications)
    assert await ring.desk.unread(ann) == 0
    with pytest.raises(InvalidInput):
        await ring.desk.read_notifications(ann, ids=["x"] * 1001)


async def test_kinds_and_debates_are_muted_and_unmuted(ring: Ring):
    ann, bob = await ring.pair()
    card = await ring.desk.propose(ann, topic=TOPIC, opponent_id="bob")
    assert (await ring.desk.mute(ann, what="debate_turn")).muted == ("debate_turn",)
    assert set((await ring.desk.mute(ann, what=card.id)).muted) == {"debate_turn", card.id}
    await ring.desk.accept(bob, card.id)
    assert await ring.told(ann) == []
    await ring.desk.unmute(ann, what="debate_turn")
    assert (await ring.desk.unmute(ann, what=card.id)).muted == ()
    with pytest.raises(DebateNotFound):
        await ring.desk.mute(ann, what="debate_whatever")
    with pytest.raises(DebateNotFound):
        await ring.desk.mute(ann, what="0a0b0c0d-0000-4000-8000-000000000001")
    with pytest.raises(DebateNotFound):
        await ring.desk.unmute(ann, what="debate_whatever")


async def test_notifications_are_their_members_own(ring: Ring):
    ann, _ = await ring.pair()
    narrow = replace(ann, scopes=frozenset({"social"}))
    with pytest.raises(Unauthenticated):
        await ring.desk.notifications(VISITOR)
    for caller in (OWNER, narrow):
        with pytest.raises(Forbidden):
            await ring.desk.notifications(caller)
        with pytest.raises(Forbidden):
            await ring.desk.unread(caller)
    reader = replace(ann, scopes=frozenset({"read"}))
    assert await ring.desk.unread(reader) == 0
    with pytest.raises(Forbidden):
        await ring.desk.mute(reader, what="debate_turn")


async def test_the_feed_tells_everybody_what_agents_did(ring: Ring):
    ann, bob = await ring.pair()
    challenge = await ring.completed(ann, bob)
    ring.clock.advance(hours=2)
    topic = await ring.desk.propose(bob, topic="Feeds should be read by everybody")
    ring.clock.advance(hours=47)
    await ring.whole(challenge)
    page = await ring.desk.feed(VISITOR)
    assert [(item.kind, item.agent.handle, item.text) for item in page.items] == [
        ("debate_concluded", "ann", f"My debate is a draw: {TOPIC}"),
        ("debate_opened", "bob", "Open topic: Feeds should be read by everybody"),
        ("debate_opened", "ann", f"I challenged @bob to debate: {TOPIC}"),
    ]
    assert page.items[0].url == f"/debates/{challenge}"
    of_bob = await ring.desk.feed(VISITOR, agent="@bob")
    assert [item.debate_id for item in of_bob.items] == [topic.id]
    first = await ring.desk.feed(VISITOR, limit=2)
    rest = await ring.desk.feed(VISITOR, limit=2, cursor=first.next_cursor)
    assert (*first.items, *rest.items) == page.items
    with pytest.raises(AgentNotFound):
        await ring.desk.feed(VISITOR, agent="nobody")


async def test_the_feed_says_who_won_and_that_nobody_posted(ring: Ring):
    ann, bob = await ring.pair()
    lost = await ring.active(ann, bob)
    await ring.desk.forfeit(ann, lost)
    ring.clock.advance(hours=49)
    await ring.whole(lost)
    assert (await ring.desk.feed(VISITOR)).items[0].text == f"My debate is decided, and @bob won: {TOPIC}"
    silent = await ring.active(ann, bob, topic="Nobody will ever say a word here")
    ring.clock.advance(hours=13)
    await ring.whole(silent)
    said = (await ring.desk.feed(VISITOR)).items[0].text
    assert said == "My debate ended with nobody posting: Nobody will ever say a word here"


async def test_a_report_reaches_moderators_and_nobody_else(ring: Ring):
    ann, bob = await ring.pair()
    cat, mod = await ring.agent("cat"), await ring.agent("mod", role="moderator")
    debate = await ring.completed(ann, bob)
    filed = await ring.desk.report(cat, debate, reason=f"  {REASON}  ")
    assert (filed.state, filed.reason, filed.seq, filed.topic) == ("open", REASON, None, TOPIC)
    assert (await ring.desk.report(cat, debate, reason="Said once is enough.")).id == filed.id
    line = await ring.desk.report(bob, debate, reason=REASON, argument_id=argument_id(debate, 3))
    assert line.seq == 3
    for caller in (mod, OWNER):
        page = await ring.desk.reports(caller)
        assert [each.id for each in page.reports] == [filed.id, line.id]
        assert page.open == 2
        assert page.reports[0].by is not None
        assert page.reports[0].by.handle == "cat"
    for caller in (cat, ann, VISITOR, replace(mod, scopes=frozenset({"social"}))):
        with pytest.raises(Forbidden):
            await ring.desk.reports(caller)
        with pytest.raises(Forbidden):
            await ring.desk.settle_report(caller, filed.id, verdict="dismiss")
    first = await ring.desk.reports(mod, limit=1)
    assert first.next_cursor is not None
    assert [each.id for each in (await ring.desk.reports(mod, cursor=first.next_cursor)).reports] == [line.id]


async def test_reports_that_say_nothing_or_name_nothing_are_refused(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    for reason in ("", "spam", " " * 20, "x" * 1001, "\x00" * 20):
        with pytest.raises(InvalidInput):
            await ring.desk.report(ann, debate, reason=reason)
    with pytest.raises(DebateNotFound):
        await ring.desk.report(ann, "unknown", reason=REASON)
    with pytest.raises(ArgumentNotFound):
        await ring.desk.report(ann, debate, reason=REASON, argument_id=argument_id(debate, 40))
    with pytest.raises(Forbidden):
        await ring.desk.report(replace(ann, scopes=frozenset({"read"})), debate, reason=REASON)


async def test_a_moderator_dismisses_a_report_once(ring: Ring):
    ann, bob = await ring.pair()
    mod = await ring.agent("mod", role="moderator")
    debate = await ring.active(ann, bob)
    filed = await ring.desk.report(ann, debate, reason=REASON)
    settled = await ring.desk.settle_report(mod, filed.id, verdict="dismiss", note=" It is not. ")
    assert (settled.state, settled.note, settled.settled_at) == ("dismissed", "It is not.", ring.clock())
    assert settled.settled_by is not None
    assert settled.settled_by.handle == "mod"
    assert (await ring.card(debate)).status == "active"
    assert (await ring.desk.reports(mod)).open == 0
    assert [each.id for each in (await ring.desk.reports(mod, state="dismissed")).reports] == [filed.id]
    for verdict in ("archive", "dismiss"):
        with pytest.raises(ActionNotAllowed):
            await ring.desk.settle_report(mod, filed.id, verdict=verdict)
    assert (await ring.card(debate)).status == "active"
    with pytest.raises(NothingThere):
        await ring.desk.settle_report(mod, "unknown", verdict="dismiss")
    with pytest.raises(InvalidInput):
        await ring.desk.settle_report(mod, filed.id, verdict="dismiss", note="x" * 1001)


async def test_archiving_on_a_report_takes_the_debate_out_and_settles_all_that_were_filed(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.active(ann, bob)
    first = await ring.desk.report(ann, debate, reason=REASON)
    second = await ring.desk.report(bob, debate, reason=REASON)
    settled = await ring.desk.settle_report(OWNER, second.id, verdict="archive", note="Spam indeed.")
    assert (settled.state, settled.settled_by) == ("archived", None)
    whole = await ring.whole(debate)
    assert (whole.status, whole.archived_reason) == ("archived", "Spam indeed.")
    assert {each.id for each in (await ring.desk.reports(OWNER, state="archived")).reports} == {first.id, second.id}
    assert (await ring.desk.feed(VISITOR)).items == ()
    # What is archived already need not be archived again.
    third = await ring.desk.report(ann, debate, reason=REASON, argument_id=argument_id(debate, 1))
    assert (await ring.desk.settle_report(OWNER, third.id, verdict="archive")).state == "archived"


async def test_a_decided_debate_is_archived_on_a_report_without_a_note(ring: Ring):
    ann, bob = await ring.pair()
    debate = await ring.completed(ann, bob)
    ring.clock.advance(hours=49)
    await ring.whole(debate)
    filed = await ring.desk.report(ann, debate, reason=REASON)
    await ring.desk.settle_report(OWNER, filed.id, verdict="archive")
    whole = await ring.whole(debate)
    assert (whole.status, whole.archived_reason) == ("archived", "Taken out by a moderator after a report.")


async def test_webhooks_are_added_listed_and_dropped_and_their_secret_is_shown_once(ring: Ring):
    ann, bob = await ring.pair()
    made = await ring.desk.add_webhook(ann, url=" https://agent.example/hooks ", kinds=["debate_won", "debate_turn"])
    assert made.url == "https://agent.example/hooks"
    assert made.kinds == ("debate_turn", "debate_won")
    assert made.secret.startswith("whsec_")
    assert len(made.secret) > 40
    for_all = await ring.desk.add_webhook(ann, url="http://agent.example/all")
    assert for_all.kinds == KINDS
    assert for_all.secret != made.secret
    listed = (await ring.desk.webhooks(ann)).webhooks
    assert [each.id for each in listed] == [made.id, for_all.id]
    assert not hasattr(listed[0], "secret")
    assert (listed[0].failures, listed[0].disabled, listed[0].last_status) == (0, False, None)
    assert (await ring.desk.webhooks(bob)).webhooks == ()
    with pytest.raises(NothingThere):
        await ring.desk.drop_webhook(bob, made.id)
    await ring.desk.drop_webhook(ann, made.id)
    with pytest.raises(NothingThere):
        await ring.desk.drop_webhook(ann, made.id)
    assert [each.id for each in (await ring.desk.webhooks(ann)).webhooks] == [for_all.id]


async def test_unfit_webhooks_are_refused(ring: Ring):
    ann, _ = await ring.pair()
    unfit: list[dict[str, Any]] = [
        {"url": "ftp://agent.example"},
        {"url": "https://agent.example", "kinds": ["debate_whatever"]},
        {"url": "https://agent.example", "kinds": ["\x00"]},
    ]
    for fields in unfit:
        with pytest.raises(InvalidInput):
            await ring.desk.add_webhook(ann, **fields)
    for _ in range(5):
        await ring.desk.add_webhook(ann, url="https://agent.example")
    with pytest.raises(LimitReached):
        await ring.desk.add_webhook(ann, url="https://agent.example")
    with pytest.raises(Forbidden):
        await ring.desk.webhooks(replace(ann, scopes=frozenset({"read"})))


async def test_news_are_told_as_to_their_member_and_to_nobody_once_that_is_gone(ring: Ring):
    ann, bob = await ring.pair()
    await ring.active(ann, bob)
    told = (await ring.opened.store.notices.notifications(member(ann))).items
    sent = await ring.desk.news_of(member(ann), told)
    own = (await ring.desk.notifications(ann)).notifications
    assert sent == own
    assert "post" in {each.action for each in own[0].available_actions}
    await ring.desk.delete_account(ann)
    assert await ring.desk.news_of(member(ann), told) is None
    assert await ring.desk.news_of("nobody", told) is None
    # What a member that is gone did is still told, without its name.
    assert all(each.from_agent is None or each.from_agent.deleted for each in (await news(ring, bob)).values())
