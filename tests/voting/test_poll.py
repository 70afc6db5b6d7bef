"""What cannot be counted is refused, in words."""

from fractions import Fraction

import pytest

from moot.voting import Absence, Ballot, count, ranked

AB = ("a", "b")


@pytest.mark.parametrize(
    ("ballot", "told"),
    [
        (ranked("ann", "a", "z"), "the ballot of 'ann' names 'z', who is no candidate"),
        (Ballot("ann", approves=("z",)), "the ballot of 'ann' names 'z', who is no candidate"),
        (ranked("ann", "a", "b", "a"), "the ballot of 'ann' names 'a' twice"),
        (Ballot("ann", (("a", "a"),)), "the ballot of 'ann' names 'a' twice"),
        (Ballot("ann", approves=("b", "b")), "the ballot of 'ann' names 'b' twice"),
        (Ballot("ann"), "the ballot of 'ann' says nothing: note an Absence instead"),
        (Ballot("ann", (("a",), ())), "the ballot of 'ann' has an empty tier"),
        (ranked("ann", "a", weight=Fraction(-1, 9)), "the ballot of 'ann' weighs less than nothing"),
    ],
)
def test_a_ballot_that_cannot_be_counted_is_refused(ballot: Ballot, told: str):
    with pytest.raises(ValueError, match=told):
        count("plurality", AB, [ballot])


def test_nobody_votes_twice():
    with pytest.raises(ValueError, match="the voter 'ann' is counted twice"):
        count("plurality", AB, [ranked("ann", "a"), ranked("ann", "b")])
    with pytest.raises(ValueError, match="the voter 'ann' is counted twice"):
        count("plurality", AB, [ranked("ann", "a")], [Absence("ann", "failed")])


def test_candidates_are_there_and_each_is_there_once():
    with pytest.raises(ValueError, match="there are no candidates"):
        count("plurality", [], [])
    with pytest.raises(ValueError, match="the candidate 'a' is listed twice"):
        count("plurality", "aba", [])


def test_a_given_order_names_candidates_once():
    with pytest.raises(ValueError, match="the given order names 'z', who is no candidate"):
        count("plurality", AB, [], given=("z",))
    with pytest.raises(ValueError, match="the given order names 'b' twice"):
        count("plurality", AB, [], given=("b", "a", "b"))


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="there is no voting method 'acclamation', only plurality, majority"):
        count("acclamation", AB, [])
