"""The classic elections on which methods part ways."""

from moot.voting import Fallback, count
from tests.voting.profiles import cast

TENNESSEE = ("memphis", "nashville", "chattanooga", "knoxville")
CAPITAL = cast(
    (42, "memphis nashville chattanooga knoxville"),
    (26, "nashville chattanooga knoxville memphis"),
    (15, "chattanooga knoxville nashville memphis"),
    (17, "knoxville chattanooga nashville memphis"),
)


def test_the_capital_of_tennessee_depends_on_the_method():
    won = {method: count(method, TENNESSEE, CAPITAL).winner for method in ("plurality", "irv", "borda", "condorcet")}
    assert won == {"plurality": "memphis", "irv": "knoxville", "borda": "nashville", "condorcet": "nashville"}
    assert count("majority", TENNESSEE, CAPITAL).winner is None


def test_the_capital_of_tennessee_is_counted_as_everybody_counts_it():
    assert count("borda", TENNESSEE, CAPITAL).tallies == {
        "memphis": 126,
        "nashville": 194,
        "chattanooga": 173,
        "knoxville": 107,
    }
    runoff = count("irv", TENNESSEE, CAPITAL)
    assert [each.eliminated for each in runoff.rounds] == [("chattanooga",), ("nashville",), ("memphis",)]
    assert runoff.rounds[-1].tallies == {"memphis": 42, "knoxville": 58}


def test_a_cycle_is_told_and_borda_decides():
    # a beats b 6 to 3, b beats c 7 to 2, c beats a 5 to 4.
    result = count("condorcet", "abc", cast((4, "a b c"), (3, "b c a"), (2, "c a b")))
    assert result.fallback == Fallback("borda", "cycle", ("a", "b", "c"))
    assert result.tallies == {"a": 10, "b": 10, "c": 7}
    assert (result.winner, result.tie and result.tie.by) == ("a", "pairwise")


def test_a_perfect_cycle_has_no_winner_that_a_fair_rule_could_name():
    result = count("condorcet", "abc", cast((1, "a b c"), (1, "b c a"), (1, "c a b")))
    assert result.winner is None
    assert result.fallback == Fallback("borda", "cycle", ("a", "b", "c"))
    assert result.tie is not None
    assert (result.tie.candidates, result.tie.by) == (("a", "b", "c"), None)


def test_who_is_beaten_by_all_of_a_cycle_is_not_part_of_it():
    result = count("condorcet", "abcd", cast((4, "a b c d"), (3, "b c a d"), (2, "c a b d")))
    assert result.fallback == Fallback("borda", "cycle", ("a", "b", "c"))


def test_an_even_match_is_told_as_a_tie_and_no_cycle():
    result = count("condorcet", "abc", cast((2, "a b c"), (2, "b a c")))
    assert result.fallback == Fallback("borda", "tie", ("a", "b"))
    assert result.winner is None


def test_who_is_merely_even_with_one_of_a_cycle_is_not_part_of_it_but_may_win_by_borda():
    # a beats b 4 to 2, b beats d 4 to 2, d beats a 4 to 2; c is even with each of them.
    ballots = cast((1, "b d c a"), (2, "a b d c"), (2, "c d a b"), (1, "c b d a"))
    result = count("condorcet", "abcd", ballots)
    assert result.fallback == Fallback("borda", "cycle", ("a", "b", "d"))
    assert (result.winner, result.tallies) == ("c", {"a": 8, "b": 9, "c": 10, "d": 9})


def test_borda_can_pass_over_the_first_choice_of_a_majority():
    ballots = cast((3, "a b c"), (2, "b c a"))
    assert count("majority", "abc", ballots).winner == "a"
    assert count("condorcet", "abc", ballots).winner == "a"
    assert count("borda", "abc", ballots).winner == "b"


def test_a_run_off_can_be_lost_by_gaining_votes():
    before = cast((39, "a b c"), (35, "b c a"), (26, "c a b"))
    after = cast((49, "a b c"), (25, "b c a"), (26, "c a b"))  # ten more hold a best, and changed nothing else
    assert count("irv", "abc", before).winner == "a"
    assert count("irv", "abc", after).winner == "c"


def test_a_run_off_can_pass_over_whoever_beats_everybody_else():
    ballots = cast((4, "a b c"), (4, "c b a"), (3, "b a c"))
    assert count("condorcet", "abc", ballots).winner == "b"
    assert count("irv", "abc", ballots).winner == "a"


def test_a_candidate_who_cannot_win_can_spoil_plurality():
    assert count("plurality", "ab", cast((4, "a b"), (5, "b a"))).winner == "b"
    assert count("plurality", "abc", cast((4, "a b c"), (3, "b c a"), (2, "c b a"))).winner == "a"
