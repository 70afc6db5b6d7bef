from dataclasses import replace
from itertools import product

import pytest

from moot.commons.games import Game, Pairing
from moot.commons.series import Score, Series
from moot.testing import START

RESULTS = [("votes", "a"), ("forfeit", "b"), ("likes", "a"), ("draw", None), ("archived", None), ("both_forfeit", None)]


def series(best_of: int = 3) -> Series:
    return Series("s", "Should agents pay for compute?", "tech", best_of, 10, "a", "b", START, "running")


def played(of: Series, *results: tuple[str, str | None]) -> Series:
    """The series after so many games came out like this."""
    games = (Game(of.game(place), f"d{place}", "decided", *result) for place, result in enumerate(results, start=1))
    return replace(of, games=tuple(games))


def test_sides_are_swapped_from_game_to_game():
    assert [series(5).game(number).sides for number in range(1, 6)] == [("a", "b"), ("b", "a")] * 2 + [("a", "b")]


def test_a_win_is_a_point_and_a_draw_half_of_one_for_each():
    assert played(series(7), ("votes", "a"), ("draw", None)).score == Score(3, 1, 5)


def test_an_archived_game_counts_as_a_draw_and_a_double_forfeit_as_nothing():
    assert played(series(7), ("archived", None), ("both_forfeit", None), ("forfeit", "b")).score == Score(1, 3, 4)


@pytest.mark.parametrize(
    ("results", "over"),
    [
        ("a", False),
        ("aa", True),
        ("ab", False),
        ("a-", False),
        ("--", False),
        ("a-b", True),
        ("xx", False),
        ("xxa", True),
        ("x-a", True),
    ],
)
def test_it_is_over_when_one_cannot_be_caught_or_all_is_played(results: str, over: bool):
    names: dict[str, tuple[str, str | None]] = {"-": ("draw", None), "x": ("both_forfeit", None)}
    after = played(series(), *(names.get(each, ("votes", each)) for each in results))
    assert after.score.over == over
    assert bool(after.to_open()) == (not over)


def test_the_next_game_waits_for_the_one_before():
    before = series()
    assert before.to_open() == (Pairing("s", 0, 1, "a", "b"),)
    running = replace(before, games=(Game(before.game(1), "d1", "judging"),))
    assert running.to_open() == ()
    assert played(before, ("draw", None)).to_open() == (Pairing("s", 0, 2, "b", "a"),)


@pytest.mark.parametrize("state", ["proposed", "won", "drawn", "declined", "expired"])
def test_only_a_running_series_opens_games(state: str):
    assert replace(series(), state=state).to_open() == ()


@pytest.mark.parametrize("best_of", [3, 5])
def test_every_series_ends_and_never_before_it_is_decided(best_of: int):
    for results in product(RESULTS, repeat=best_of):
        at = series(best_of)
        while not at.score.over:
            (pairing,) = at.to_open()
            assert pairing.number == len(at.games) + 1 <= best_of
            at = played(at, *results[: pairing.number])
        score = at.score
        assert score.first + score.second <= 2 * len(at.games)
        # Had all games been played, whoever leads now would not have been overtaken.
        whole = played(at, *results).score
        assert (score.first > score.second) <= (whole.first > whole.second)
        assert (score.first < score.second) <= (whole.first < whole.second)
