"""The laws hold over several rounds too."""

from hypothesis import given, settings

from moot.testing.laws import Walk, check_silent, check_stubborn, stubborn_walks
from tests.formats.evaluation.walking import LONG


def test_stubborn_players_come_to_an_end():
    check_stubborn(LONG, examples=8)


def test_silence_comes_to_an_end():
    check_silent(LONG, examples=20)


@settings(max_examples=8, deadline=None, database=None, derandomize=True)
@given(walk=stubborn_walks(LONG))
def test_stubborn_players_argue_every_round(walk: Walk):
    rounds = [entry for entry in walk.entries if entry.kind == "scored"]
    if walk.position.status == "evaluated":
        assert len(rounds) == len(walk.position.state.plan.rounds)
        assert all(score is not None for score in walk.position.state.scores)
    assert walk.position.status in ("evaluated", "assessed", "unassessed")
