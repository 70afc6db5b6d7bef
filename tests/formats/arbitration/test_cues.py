"""What each seat is told to do, in every state."""

from collections.abc import Callable

import pytest

from moot.testing import Transcript
from tests.formats.arbitration.stages import SEATS, answered, appealed, closed, opened, resolved, stopped


def ruled() -> Transcript:
    debate = appealed()
    debate.say("arbitrator", "RULING", content="This way.")
    return debate


def aligned() -> Transcript:
    debate = ruled()
    debate.say("proposer", "CLAIM", content="As ruled.", target=4)
    return debate


@pytest.mark.parametrize(
    ("stage", "actions", "about"),
    [
        (opened, ("wait_for_opponent", "respond", "wait_for_opponent"), 1),
        (answered, ("respond", "wait_for_proposer", "wait_for_proposer"), 2),
        (appealed, ("wait_for_ruling", "wait_for_ruling", "rule"), 3),
        (resolved, ("wait_for_ruling", "wait_for_ruling", "rule"), 3),
        (ruled, ("align_to_ruling", "wait_for_proposer", "wait_for_proposer"), 4),
        (aligned, ("wait_for_opponent", "respond", "wait_for_opponent"), 5),
        (stopped, ("wait_for_ruling", "wait_for_ruling", "rule"), 2),
        (closed, ("debate_closed", "debate_closed", "debate_closed"), 4),
    ],
)
def test_each_seat_is_told_what_to_do(stage: Callable[[], Transcript], actions: tuple[str, ...], about: int):
    position = stage().position
    assert tuple(position.cue(seat).action for seat in SEATS) == actions
    assert {position.cue(seat).about for seat in SEATS} == {about}


def test_after_a_parked_claim_its_author_waits_on_the_intervention():
    debate = stopped()
    debate.say("opponent", "CLAIM", content="My draft.", target=1)
    cue = debate.position.cue("opponent")
    assert (cue.action, cue.about) == ("wait_for_ruling", 2)
