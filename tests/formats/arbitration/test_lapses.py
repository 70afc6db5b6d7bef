"""A seat that fails to answer: who then has the floor, and that the debate can still end."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from moot.debate import InvalidInput, Position
from moot.formats.arbitration import Arbitration
from moot.formats.arbitration import format as arbitration
from moot.testing import START
from moot.testing.laws import ON_EVERY_WALK, Walk, walks
from moot.testing.laws.endings import an_end_stays_reachable
from moot.testing.laws.pool import Pool
from tests.formats.arbitration.stages import Debate, answered, appealed, opened, resolved, stopped, unmoved
from tests.formats.guides import ARBITRATION
from tests.support.thorough import quickly

UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def ruled() -> Debate:
    debate = stopped()
    debate.say("arbitrator", "RULING", content="This way.")
    return debate


def floor(debate: Debate) -> tuple[str | None, int | None, int]:
    (turn,) = [turn for turn in debate.position.due() if turn.must]
    return turn.seat, turn.answers, turn.since


@pytest.mark.parametrize(
    ("stage", "seat"),
    [
        pytest.param(opened, "opponent", id="opened"),
        pytest.param(answered, "proposer", id="answered"),
        pytest.param(ruled, "proposer", id="ruled"),
    ],
    ids=lambda one: str(one),
)
def test_when_a_side_is_silent_the_matter_goes_to_the_arbitrator(stage: Callable[[], Debate], seat: str):
    debate = stage()
    lapse = debate.lapse(seat)
    assert debate.status == "AWAITING_ARBITRATOR"
    assert floor(debate) == ("arbitrator", lapse.line, lapse.line)
    assert {debate.position.cue(other).action for other in ("proposer", "opponent")} == {"wait_for_ruling"}
    assert debate.position.cue("arbitrator").about == lapse.line
    assert "INTERVENTION" not in debate.position.allowed("arbitrator")


@pytest.mark.parametrize("seat", ["proposer", "opponent"])
def test_the_ruling_on_a_silence_returns_the_floor_to_the_proposer(seat: str):
    debate = answered() if seat == "proposer" else opened()
    debate.lapse(seat)
    debate.refuse("INVALID_INPUT", "arbitrator", "RULING", content="So.", option="A")
    ruling = debate.say("arbitrator", "RULING", content="Go on.")
    assert debate.status == "AWAITING_PROPOSER"
    assert floor(debate) == ("proposer", ruling.line, ruling.line)
    assert debate.position.cue("proposer").action == "align_to_ruling"


def test_the_ruling_on_a_silence_may_close():
    debate = opened()
    debate.lapse("opponent")
    debate.say("arbitrator", "RULING", content="Nobody objects.", close=True)
    assert debate.position.ended


def test_a_ruling_on_a_silence_counts_as_a_round_so_that_a_limited_debate_ends():
    debate = opened(max_rounds=2)
    debate.lapse("opponent")
    debate.say("arbitrator", "RULING", content="Go on.")
    debate.lapse("proposer")
    debate.say("arbitrator", "RULING", content="Once more.")
    debate.lapse("proposer")
    debate.refuse("INVALID_INPUT", "arbitrator", "RULING", content="And again.")
    debate.say("arbitrator", "RULING", content="Enough.", close=True)
    assert debate.position.ended


@pytest.mark.parametrize("stage", [resolved, stopped, lambda: appealed("Keep it")])
def test_a_silent_arbitrator_keeps_the_floor_under_a_new_turn(stage: Callable[[], Debate]):
    debate = stage()
    before, status, (_, answers, _) = debate.position.state, debate.status, floor(debate)
    lapse = debate.lapse("arbitrator")
    assert debate.status == status
    assert floor(debate) == ("arbitrator", answers, lapse.line)
    after = debate.position.state
    assert (after.last, after.options, after.parked) == (before.last, before.options, before.parked)
    again = debate.lapse("arbitrator", reason="no budget")
    assert floor(debate) == ("arbitrator", answers, again.line)


def test_the_options_of_an_appeal_stay_choosable_after_the_arbitrator_was_silent():
    debate = appealed("Keep it", "Drop it")
    debate.lapse("arbitrator")
    assert debate.say("arbitrator", "RULING", content="So.", option="B").answers == 3
    assert debate.status == "AWAITING_PROPOSER"


def test_a_silence_leaves_a_parked_place_open_until_somebody_rules():
    debate = stopped()
    debate.lapse("arbitrator")
    debate.say("arbitrator", "RULING", content="This way.")
    debate.lapse("proposer")
    assert "CLAIM" in debate.position.allowed("opponent")
    debate.say("arbitrator", "RULING", content="Then so.")
    assert "CLAIM" not in debate.position.allowed("opponent")


def test_a_draft_that_lands_after_the_proposers_silence_leaves_the_ruling_due():
    debate = ruled()
    lapse = debate.lapse("proposer")
    debate.say("opponent", "CLAIM", content="My draft.", target=1)
    assert floor(debate) == ("arbitrator", lapse.line, lapse.line)


def test_a_parked_place_that_lapses_is_gone_and_nothing_else_changes():
    debate = stopped()
    before = floor(debate)
    debate.lapse("opponent", "parked")
    assert floor(debate) == before
    debate.refuse("ACTION_NOT_ALLOWED", "opponent", "CLAIM", content="My draft.", target=1)


def test_a_chance_to_intervene_that_lapses_takes_no_floor_away_and_comes_again():
    debate = opened()
    before = floor(debate)
    debate.lapse("arbitrator", "intervene")
    assert floor(debate) == before
    debate.say("arbitrator", "INTERVENTION", content="Stop.")
    assert debate.status == "INTERVENTION_PENDING"


def test_a_motion_that_lapses_can_still_be_put():
    debate = unmoved()
    debate.lapse("proposer")
    debate.say("proposer", "MOTION", content="Do it.")
    assert debate.status == "AWAITING_OPPONENT"


def test_a_lapse_is_no_argument_to_argue_about():
    debate = ruled()
    lapse = debate.lapse("proposer")
    debate.refuse("INVALID_INPUT", "opponent", "CLAIM", content="My draft.", target=lapse.line)


@settings(quickly, suppress_health_check=UNHURRIED)
@given(st.data())
def test_the_laws_hold_whatever_turns_lapse(data: DataObject):
    walk: Walk = data.draw(walks(ARBITRATION, 4))
    for _ in range(data.draw(st.integers(1, 5))):
        lapse_one(walk, data)
        walk.settle(walk.now)
    for law in ON_EVERY_WALK:
        law(walk)
    an_end_stays_reachable(walk, Pool(data.draw, ARBITRATION))


def lapse_one(walk: Walk, data: DataObject) -> None:
    """Lets one turn lapse, whichever, and somebody move after it."""
    due = walk.position.due()
    if not due:
        return
    tabled = walk.tabled.lapsing(data.draw(st.sampled_from(due)), walk.now, "failed")
    walk.tabled = tabled
    walk.stops.append(tabled.position)
    turn = data.draw(st.sampled_from(tabled.position.due()))
    move = walk.guide.move(data.draw, walk.position, turn, turn.kinds[0])
    if move is not None and turn.seat is not None:
        walk.attempt(turn.seat, move, turn.answers)


def seated(**players: Any) -> Position:
    setup = Arbitration.model_validate({"title": "T", "debate_type": "general_debate", "players": players})
    return Position(arbitration, arbitration.begin(setup, START), 0, START)


def test_a_player_may_hold_any_of_the_three_seats():
    assert seated(proposer="embedded", opponent="human", arbitrator={"player": "x", "verdict": "separate"}).due()


@pytest.mark.parametrize("seat", ["judge", "Proposer", ""])
def test_a_player_on_a_seat_that_there_is_not_is_refused(seat: str):
    with pytest.raises(InvalidInput) as refused:
        seated(**{seat: "embedded", "opponent": "embedded"})
    assert refused.value.fields == {"seats": [seat]}
    assert refused.value.suggestion == "Its seats are: proposer, opponent, arbitrator."
