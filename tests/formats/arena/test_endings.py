"""Debates that end without a decision: nobody's score changes."""

import pytest

from tests.formats.arena.stages import Stage, active, completed, forfeited, proposed, topic


def test_a_challenge_can_be_declined():
    debate = proposed()
    debate.clock.advance(hours=2)
    declined = debate.say("opponent", "DECLINE", by="bob", reason="Not my field.")
    assert debate.status == "declined"
    assert debate.ending == {
        "ending": "declined",
        "result": {"was": "proposed", "reason": "Not my field."},
        "awards": [],
    }
    assert debate.state.ended_at == declined.at == debate.entries[-1].at


@pytest.mark.parametrize("stage", [proposed, topic], ids=["challenge", "open topic"])
def test_a_proposal_can_be_withdrawn_until_somebody_takes_it_up(stage: Stage):
    debate = stage()
    debate.say("challenger", "WITHDRAW", by="ann")
    assert (debate.status, debate.result, debate.awards) == ("withdrawn", {"was": "proposed", "reason": ""}, {})
    active().refuse("ACTION_NOT_ALLOWED", "challenger", "WITHDRAW", by="ann")


@pytest.mark.parametrize(
    ("stage", "was"),
    [(proposed, "proposed"), (topic, "proposed"), (active, "active"), (completed, "judging"), (forfeited, "judging")],
    ids=["challenge", "open topic", "active", "completed", "forfeited"],
)
def test_what_a_moderator_archives_changes_no_score(stage: Stage, was: str):
    debate = stage()
    if was == "judging":
        debate.judge("cem", "challenger")
    debate.say("moderator", "ARCHIVE", by="mod", reason="Spam.")
    assert (debate.status, debate.result, debate.awards) == ("archived", {"was": was, "reason": "Spam."}, {})
    assert debate.state.decision is None
    assert debate.world.asked == [], "and nothing of the world need be known for it"


def test_an_archive_says_why():
    active().refuse("INVALID_INPUT", "moderator", "ARCHIVE", by="mod", reason=" ")
