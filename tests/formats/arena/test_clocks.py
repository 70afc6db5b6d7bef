"""Clocks: when each runs, what a lapse does, and what it is told."""

from datetime import timedelta

import pytest

from moot.debate import Downtime, Need
from moot.testing import START
from tests.formats.arena.stages import (
    REASONING,
    Bout,
    Stage,
    World,
    active,
    completed,
    forfeited,
    opened,
    proposed,
    topic,
)

HOURS = timedelta(hours=1)
TWELVE, FORTY_EIGHT, WEEK = 12 * HOURS, 48 * HOURS, timedelta(days=7)
SECOND = timedelta(seconds=1)


def until(debate: Bout) -> timedelta:
    """How long after the start the next clock runs out."""
    deadline = debate.position.deadline()
    assert deadline is not None
    return deadline - START


@pytest.mark.parametrize("stage", [proposed, topic], ids=["challenge", "open topic"])
def test_a_proposal_that_nobody_takes_up_expires_after_seven_days(stage: Stage):
    debate = stage()
    assert until(debate) == WEEK
    debate.clock.now += WEEK - SECOND
    assert debate.settle() == ()
    debate.clock.now += 5 * HOURS
    lapsed, closed = debate.settle()
    assert (lapsed.kind, lapsed.at, closed.at) == ("lapsed", START + WEEK, START + WEEK)
    assert lapsed.move == {"reason": "time"}
    assert (debate.status, debate.ending) == (
        "expired",
        {"ending": "expired", "result": {"was": "proposed", "reason": "time"}, "awards": []},
    )


def test_a_proposal_counts_from_its_opening_and_can_be_taken_up_at_the_last_second():
    debate = topic(proposal_seconds=60)
    debate.clock.advance(seconds=59)
    debate.say("agent", "JOIN", by="cem")
    assert (debate.state.accepted_at, debate.state.clock) == (START + 59 * SECOND, START + 59 * SECOND)


def test_at_the_deadline_itself_it_is_too_late():
    debate = topic(proposal_seconds=60)
    debate.clock.advance(seconds=60)
    debate.refuse("ACTION_NOT_ALLOWED", "agent", "JOIN", by="cem")
    debate.settle()
    assert debate.status == "expired"


def test_the_movers_clock_begins_when_it_became_its_turn():
    debate = active()
    assert until(debate) == TWELVE
    debate.clock.advance(hours=5)
    debate.post("challenger")
    assert (debate.state.mover, until(debate)) == ("opponent", 5 * HOURS + TWELVE)
    debate.clock.advance(hours=11)
    debate.post("opponent")
    assert (debate.state.mover, until(debate)) == ("challenger", 16 * HOURS + TWELVE)


def test_a_post_out_of_turn_does_not_reset_the_movers_clock_nor_its_turn():
    debate = active(max_posts=3).posts("challenger")
    turn = debate.turn("post")
    debate.clock.advance(hours=11)
    debate.post("challenger")
    assert debate.turn("post") == turn
    assert until(debate) == TWELVE
    debate.clock.advance(hours=1)
    (lapsed,) = debate.settle()
    assert (lapsed.seat, lapsed.at) == ("opponent", START + TWELVE)
    assert (debate.status, debate.state.forfeits) == ("judging", ("opponent",))


def test_who_is_behind_gets_a_new_clock_with_each_post_of_its_own():
    debate = active(max_posts=3).posts("challenger", "challenger")
    debate.clock.advance(hours=6)
    ahead = debate.turn("ahead")
    debate.post("opponent")
    assert (debate.state.mover, until(debate)) == ("opponent", 6 * HOURS + TWELVE)
    assert debate.turn("ahead") == ahead, "what the other side may do has not changed"


def test_nobody_posted_in_time_so_both_forfeit_and_it_is_decided_at_once():
    debate = active(World(scores={"ann": 1000, "bob": 30}))
    assert debate.turn("post").needs == (Need("standing", ("ann", "bob")),)
    debate.clock.advance(hours=15)
    lapsed, closed = debate.settle()
    assert (lapsed.at, lapsed.noted) == (START + TWELVE, START + 15 * HOURS)
    assert debate.world.asked == [(Need("standing", ("ann", "bob")), START + TWELVE)]
    assert closed.move == {
        "ending": "decided",
        "result": {
            "winner": None,
            "winner_id": None,
            "loser_id": None,
            "by": "both_forfeit",
            "how": "forfeited",
            "forfeit_by": ["ann", "bob"],
            "tally": {
                "challenger": {"votes": 0, "weight": 0.0, "share": 0.0},
                "opponent": {"votes": 0, "weight": 0.0, "share": 0.0},
            },
            "judgments": [],
            "scores": {"ann": 1000, "bob": 30},
        },
        "awards": [
            {"member": "ann", "points": -50, "reason": "-50: forfeited against @bob (30), who did not post either"},
            {
                "member": "bob",
                "points": -30,
                "reason": "-30: forfeited against @ann (1,000), who did not post either "
                "(of -50, because no score falls below 0)",
            },
        ],
    }


def test_once_anybody_has_posted_only_the_mover_forfeits():
    debate = active().posts("opponent")
    assert debate.turn("post").needs == ()
    debate.clock.advance(hours=12)
    (lapsed,) = debate.settle()
    assert (lapsed.seat, lapsed.move) == ("challenger", {"reason": "time"})
    assert (debate.status, debate.state.how, debate.state.forfeits) == ("judging", "forfeited", ("challenger",))


def test_a_window_that_opens_after_a_late_lapse_is_as_long_as_any_other():
    debate = active().posts("challenger")
    debate.clock.advance(hours=40)
    (lapsed,) = debate.settle()
    assert (lapsed.at, lapsed.noted) == (START + TWELVE, START + 40 * HOURS)
    assert until(debate) == 40 * HOURS + FORTY_EIGHT
    assert debate.state.completed_at == START + 40 * HOURS


def test_a_clock_that_is_set_back_shortens_no_window():
    debate = active(players={"opponent": "embedded"})
    debate.clock.advance(hours=5)
    debate.post("challenger")
    debate.clock.advance(hours=-4)
    lapsed = debate.lapse("post")
    assert (lapsed.at, lapsed.noted) == (START + 5 * HOURS, START + HOURS)
    assert until(debate) == 5 * HOURS + FORTY_EIGHT


def test_judging_closes_48_hours_after_the_last_post_and_after_a_forfeit():
    debate = active(max_posts=1).posts("challenger")
    debate.clock.advance(hours=2)
    debate.post("opponent")
    assert until(debate) == 2 * HOURS + FORTY_EIGHT
    debate = active()
    debate.clock.advance(hours=3)
    debate.say("opponent", "FORFEIT", by="bob", reason="No time.")
    assert until(debate) == 3 * HOURS + FORTY_EIGHT
    assert (debate.state.how, debate.state.completed_at) == ("forfeited", START + 3 * HOURS)


def test_a_judgment_does_not_move_the_close_and_one_at_the_closing_second_is_too_late():
    debate = completed()
    debate.clock.now = START + FORTY_EIGHT - SECOND
    debate.judge("cem", "opponent")
    assert until(debate) == FORTY_EIGHT
    debate.clock.now = START + FORTY_EIGHT
    debate.refuse("ACTION_NOT_ALLOWED", "judge", "JUDGMENT", by="dora", winner="challenger", reasoning=REASONING)
    debate.settle()
    assert [each["judge"] for each in debate.result["judgments"]] == ["cem"]


def test_the_deciding_lapse_is_told_of_all_who_have_a_part_in_it_as_of_the_deadline():
    debate = completed()
    debate.judge("cem", "challenger")
    debate.judge("bob", "opponent")
    needs = (Need("standing", ("ann", "bob", "cem")), Need("likes", (3, 4, 5, 6)))
    assert debate.turn("judge").needs == needs
    debate.clock.advance(days=9)
    debate.settle()
    assert debate.world.asked == [(need, START + FORTY_EIGHT) for need in needs]
    assert debate.entries[-2].move["facts"] == {
        "standing": {
            member: {"handle": member, "score": 1000, "agreed": 0, "settled": 0} for member in ("ann", "bob", "cem")
        },
        "likes": {"3": 0, "4": 0, "5": 0, "6": 0},
    }


def test_several_clocks_that_ran_out_meanwhile_are_applied_one_after_the_other():
    debate = active(max_posts=3, judging_seconds=1).posts("challenger")
    debate.clock.advance(days=30)
    (forfeit,) = debate.settle()
    assert (forfeit.kind, debate.status) == ("lapsed", "judging"), "the window counts from now"
    debate.clock.advance(seconds=1)
    assert [entry.kind for entry in debate.settle()] == ["lapsed", "closed"]
    assert debate.result["by"] == "forfeit"


@pytest.mark.parametrize(
    ("stage", "name"),
    [(proposed, "answer"), (topic, "join"), (active, "post"), (completed, "judge"), (forfeited, "judge")],
    ids=["answer", "join", "post", "judge completed", "judge forfeited"],
)
def test_every_clock_waits_for_the_grace_after_the_house_was_down(stage: Stage, name: str):
    debate = stage()
    due = debate.turn(name).until
    assert due is not None
    debate.clock.now = due + HOURS
    debate.down(Downtime(since=due - HOURS, until=due + HOURS, grace=due + 2 * HOURS))
    assert debate.settle() == ()
    debate.clock.now = due + 2 * HOURS
    assert debate.settle()[0].at == due


@pytest.mark.parametrize("reason", ["failed", "unfit answers", "no budget"])
def test_a_player_that_fails_forfeits_as_one_that_was_silent(reason: str):
    debate = active(players={"opponent": "embedded"}).posts("challenger")
    debate.clock.advance(hours=1)
    lapsed = debate.lapse("post", reason)
    assert (lapsed.at, debate.status, debate.state.forfeits) == (START + HOURS, "judging", ("opponent",))
    assert until(debate) == HOURS + FORTY_EIGHT


def test_a_player_that_fails_before_the_first_post_forfeits_alone():
    debate = active(players={"challenger": "embedded"})
    debate.lapse("post")
    assert (debate.status, debate.state.forfeits) == ("judging", ("challenger",))


def test_a_player_that_fails_to_answer_lets_the_challenge_expire():
    debate = proposed(players={"opponent": "embedded"})
    debate.lapse("answer")
    assert (debate.status, debate.result) == ("expired", {"was": "proposed", "reason": "failed"})


def test_a_topic_that_is_never_put_expires():
    debate = opened(players={"challenger": "embedded"})
    debate.lapse("topic")
    assert (debate.status, debate.position.due()) == ("expired", ())
