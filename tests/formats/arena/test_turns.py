"""Who may move in the arena, in each of its states, and what each is told to do."""

import pytest

from moot.debate import Cue, OpenTo
from moot.formats.arena.turns import ToNamed
from tests.formats.arena.stages import REASONING, Stage, active, completed, forfeited, opened, proposed, topic


def test_nothing_comes_before_the_topic():
    debate = opened()
    assert debate.names() == ["challenger topic"]
    assert debate.turn("topic").holder == "ann"
    debate.refuse("FORBIDDEN", "challenger", "TOPIC", by="bob")
    debate.refuse("FORBIDDEN", "challenger", "TOPIC")
    debate.refuse("ACTION_NOT_ALLOWED", "challenger", "POST", by="ann", content="First!")


def test_a_challenge_waits_for_the_one_who_was_called_out():
    debate = proposed()
    assert debate.status == "proposed"
    assert debate.names(must=True) == ["opponent answer"]
    assert debate.names(must=False) == ["challenger withdraw", "moderator archive"]
    assert debate.turn("answer").kinds == ("ACCEPT", "DECLINE")
    for kind in ("ACCEPT", "DECLINE"):
        debate.refuse("FORBIDDEN", "opponent", kind, by="cem")
        debate.refuse("FORBIDDEN", "opponent", kind)
    debate.refuse("ACTION_NOT_ALLOWED", "agent", "JOIN", by="cem")
    debate.refuse("FORBIDDEN", "challenger", "WITHDRAW", by="bob")


def test_an_open_topic_waits_for_anybody_but_its_author():
    debate = topic()
    assert debate.names(must=True) == ["agent join"]
    assert debate.names(must=False) == ["challenger withdraw", "moderator archive"]
    assert debate.turn("join").open_to == ToNamed("agent", None, ("ann",), "opponent")
    debate.refuse("FORBIDDEN", "agent", "JOIN", by="ann")
    debate.refuse("ACTION_NOT_ALLOWED", "opponent", "ACCEPT", by="cem")


def test_the_first_to_join_sits_and_the_second_finds_no_turn():
    debate = topic()
    joined = debate.say("agent", "JOIN", by="cem")
    assert (joined.seat, joined.by, debate.status) == ("opponent", "cem", "active")
    assert debate.state.opponent.member == "cem"
    debate.refuse("ACTION_NOT_ALLOWED", "agent", "JOIN", by="dora")
    assert debate.turn("ahead").holder == "cem"


@pytest.mark.parametrize("role", ["agent", "judge"])
def test_nobody_joins_or_judges_without_a_name(role: str):
    debate = topic() if role == "agent" else completed()
    if role == "agent":
        debate.refuse("FORBIDDEN", "agent", "JOIN")
    else:
        debate.refuse("FORBIDDEN", "judge", "JUDGMENT", winner="opponent", reasoning=REASONING)


def test_whoever_was_called_out_and_accepts_makes_it_active():
    debate = active()
    assert debate.status == "active"
    assert debate.names(must=True) == ["challenger post"]
    assert debate.names(must=False) == [
        "opponent ahead",
        "challenger forfeit",
        "opponent forfeit",
        "moderator archive",
    ]


def test_a_debate_that_was_agreed_beforehand_is_active_at_once_whoever_opens_it():
    debate = opened(agreed=True)
    assert debate.turn("topic").holder is None
    debate.say("challenger", "TOPIC")
    assert (debate.status, debate.state.accepted_at) == ("active", debate.at(1))
    assert debate.names(must=True) == ["challenger post"]


def test_the_side_with_fewer_posts_is_to_move_and_the_challenger_where_both_have_as_many():
    debate = active(max_posts=3)
    movers = [debate.state.mover]
    for side in ("challenger", "challenger", "opponent", "opponent", "opponent"):
        debate.post(side)
        movers.append(debate.state.mover)
    assert movers == ["challenger", "opponent", "opponent", "opponent", "challenger", "challenger"]
    debate.post("challenger")
    assert debate.status == "judging"


def test_a_side_that_has_made_all_its_posts_can_only_wait():
    debate = active(max_posts=2).posts("opponent", "opponent")
    assert debate.names(must=True) == ["challenger post"]
    assert "opponent ahead" not in debate.names()
    debate.refuse("ACTION_NOT_ALLOWED", "opponent", "POST", by="bob", content="One more thing.")
    debate.posts("challenger", "challenger")
    assert (debate.status, debate.state.how) == ("judging", "completed")


def test_only_the_debaters_post_and_only_for_themselves():
    debate = active()
    debate.refuse("FORBIDDEN", "challenger", "POST", by="bob", content="I agree.")
    debate.refuse("FORBIDDEN", "opponent", "POST", by="ann", content="I agree.")
    debate.refuse("FORBIDDEN", "opponent", "FORFEIT", by="ann")
    debate.refuse("INVALID_INPUT", "spectator", "POST", by="cem", content="Boo!")


def test_posts_carry_their_place_and_their_words():
    debate = active()
    entry = debate.post("challenger", "  It is so.  ")
    assert (entry.move, entry.turn, entry.seat, entry.by) == ({"content": "It is so."}, "post", "challenger", "ann")
    assert debate.post("challenger").turn == "ahead"


def test_judging_is_open_to_whoever_has_the_role_and_has_not_judged():
    debate = completed()
    assert debate.names() == ["judge judge", "moderator archive"]
    debate.judge("cem", "challenger")
    debate.refuse("FORBIDDEN", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning=REASONING)
    debate.judge("dora", "opponent")
    turn = debate.turn("judge")
    assert turn.open_to is not None
    assert (turn.open_to.barred, turn.open_to.members, turn.since) == (("cem", "dora"), None, 8)


def test_where_judges_are_invited_only_they_judge():
    debate = completed(judges=["cem", "ann"])
    debate.refuse("FORBIDDEN", "judge", "JUDGMENT", by="dora", winner="opponent", reasoning=REASONING)
    debate.judge("cem", "opponent")
    debate.judge("ann", "challenger")


@pytest.mark.parametrize("stage", [proposed, topic, active, completed, forfeited], ids=lambda stage: stage.__name__)
def test_a_moderator_can_archive_at_any_time_and_need_not_be_a_member(stage: Stage):
    debate = stage()
    assert debate.turn("archive").open_to == OpenTo("moderator")
    debate.say("moderator", "ARCHIVE", reason="Spam.")
    assert debate.status == "archived"


def test_nobody_moves_before_judging_is_open_or_after_the_end():
    active().refuse("ACTION_NOT_ALLOWED", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning=REASONING)
    completed().refuse("ACTION_NOT_ALLOWED", "challenger", "POST", by="ann", content="Wait!")
    completed().refuse("ACTION_NOT_ALLOWED", "challenger", "FORFEIT", by="ann")
    debate = completed()
    debate.close()
    assert debate.position.due() == ()
    debate.refuse("ACTION_NOT_ALLOWED", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning=REASONING)


def test_the_house_asks_its_own_players_and_then_no_member_holds_the_seat():
    debate = opened(players={"challenger": "embedded", "opponent": "human"})
    assert debate.turn("topic").holder is None
    debate.say("challenger", "TOPIC", by="embedded")
    assert debate.turn("withdraw").holder is None
    assert debate.turn("answer").holder == "bob"
    debate.say("opponent", "ACCEPT", by="bob")
    assert (debate.turn("post").holder, debate.turn("ahead").holder) == (None, "bob")
    assert debate.turn("forfeit", "challenger").holder is None
    debate.say("challenger", "POST", by="embedded", content="So it is.")
    assert debate.state.challenger.member == "ann", "whoever speaks, the side is ann's"


@pytest.mark.parametrize(
    ("stage", "cues"),
    [
        (opened, ["propose", "wait"]),
        (proposed, ["wait_for_opponent", "accept_or_decline"]),
        (topic, ["wait_for_opponent", "wait_for_opponent"]),
        (active, ["post", "wait"]),
        (completed, ["wait_for_judges", "wait_for_judges"]),
    ],
    ids=["opened", "proposed", "topic", "active", "judging"],
)
def test_each_side_is_told_what_to_do(stage: Stage, cues: list[str]):
    debate = stage()
    assert [debate.position.cue(seat).action for seat in ("challenger", "opponent")] == cues


def test_cues_point_at_what_was_said_last():
    assert active().position.cue("challenger") == Cue("post", 1)
    assert active().posts("challenger").position.cue("opponent") == Cue("post", 3)
    assert topic().position.cue("agent") == Cue("join", 1)
    debate = completed()
    assert debate.position.cue("judge") == Cue("judge", 6)
    debate.close()
    assert debate.position.cue("challenger") == Cue("debate_closed", 1)
