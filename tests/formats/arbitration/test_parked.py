"""A claim that was being written when the arbitrator intervened is not lost to timing."""

from moot.testing import Transcript
from tests.formats.arbitration.stages import answered, appealed, opened, stopped


def draft(debate: Transcript, seat: str = "opponent") -> None:
    debate.say(seat, "CLAIM", content="My draft.", target=1)


def refused(debate: Transcript, seat: str = "opponent") -> None:
    debate.refuse("ACTION_NOT_ALLOWED", seat, "CLAIM", content="My draft.", target=1)


def ruled(debate: Transcript) -> Transcript:
    debate.say("arbitrator", "RULING", content="This way.")
    return debate


def test_the_opponent_lands_its_draft_while_the_ruling_is_pending():
    debate = stopped()
    draft(debate)
    parked = debate.entries[-1]
    assert (parked.turn, parked.answers, parked.since) == ("parked", 1, 2)
    assert debate.status == "INTERVENTION_PENDING"


def test_the_proposer_lands_its_draft_while_the_ruling_is_pending():
    debate = stopped(answered())
    draft(debate, "proposer")
    assert debate.entries[-1].answers == 2
    assert debate.status == "INTERVENTION_PENDING"


def test_a_parked_place_takes_one_claim():
    debate = stopped()
    draft(debate)
    refused(debate)
    refused(ruled(debate))


def test_a_place_is_kept_only_for_the_side_that_had_the_floor():
    refused(stopped(), "proposer")
    refused(stopped(answered()), "opponent")


def test_a_parked_place_takes_a_claim_and_nothing_else():
    debate = stopped(answered())
    for kind in ("APPEAL", "RESOLUTION"):
        debate.refuse("ACTION_NOT_ALLOWED", "proposer", kind, content="Now.", target=1)


def test_the_opponents_draft_lands_after_the_ruling_while_nobody_else_has_moved():
    debate = ruled(stopped())
    draft(debate)
    assert debate.status == "AWAITING_PROPOSER"
    assert debate.position.cue("proposer").action == "align_to_ruling"
    assert debate.position.cue("proposer").about == 3


def test_the_proposers_draft_after_the_ruling_takes_the_floor_it_was_given():
    debate = ruled(stopped(answered()))
    draft(debate, "proposer")
    assert debate.entries[-1].turn == "speak"
    assert debate.status == "AWAITING_OPPONENT"
    refused(debate, "proposer")


def test_the_place_is_gone_once_somebody_moved_after_the_ruling():
    debate = ruled(stopped())
    debate.say("proposer", "APPEAL", content="Again.", target=1)
    refused(debate)
    debate = ruled(stopped())
    debate.say("arbitrator", "INTERVENTION")
    refused(debate)


def test_when_the_proposer_answers_the_ruling_the_draft_is_an_ordinary_claim():
    debate = ruled(stopped())
    debate.say("proposer", "CLAIM", content="As ruled.", target=3)
    draft(debate)
    assert debate.entries[-1].turn == "speak"
    assert debate.status == "AWAITING_PROPOSER"


def test_a_ruling_that_closes_leaves_no_place():
    debate = stopped()
    debate.say("arbitrator", "RULING", content="Over.", close=True)
    refused(debate)


def test_an_appeal_parks_nothing():
    refused(appealed())
    refused(appealed(), "proposer")


def test_the_parked_claim_can_be_argued_about_afterwards():
    debate = stopped()
    draft(debate)
    ruled(debate)
    debate.say("proposer", "CLAIM", content="About your draft.", target=3)
    assert debate.status == "AWAITING_OPPONENT"


def test_a_second_intervention_keeps_a_place_for_who_has_the_floor_then():
    debate = ruled(stopped(opened()))
    debate.say("arbitrator", "INTERVENTION", content="Wait again.")
    draft(debate, "proposer")
    refused(debate, "opponent")
