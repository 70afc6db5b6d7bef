"""Which method is chosen, and why."""

import pytest

from moot.voting import METHODS, chosen


@pytest.mark.parametrize(
    ("voters", "method"),
    [
        (0, "unanimous"),
        (1, "unanimous"),
        (2, "unanimous"),
        (3, "weighted"),
        (5, "weighted"),
        (6, "borda"),
        (40, "borda"),
    ],
)
def test_the_method_follows_from_how_many_vote(voters: int, method: str):
    choice = chosen(voters)
    assert choice.method == method
    assert "single voter" in choice.reason if voters == 1 else f"{voters} voters" in choice.reason


def test_a_single_voter_is_not_told_to_be_a_consensus():
    assert chosen(1).reason == "a single voter decides alone, which is no consensus"


@pytest.mark.parametrize("method", METHODS)
def test_any_method_can_be_asked_for(method: str):
    choice = chosen(4, override=method)
    assert (choice.method, choice.reason) == (method, f"{method} was asked for")


def test_a_method_that_is_not_there_cannot_be_asked_for():
    with pytest.raises(ValueError, match="there is no voting method 'lot'"):
        chosen(4, override="lot")
