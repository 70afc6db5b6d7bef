from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import pytest

from moot.rating import Agreement, agreement, rank_correlation


def by_pairs(units: Sequence[Sequence[int]]) -> float | None:
    """Alpha from its definition: disagreement of pairs within units, against that of all pairs there are."""
    judged = [[value for value, count in enumerate(unit) for _ in range(count)] for unit in units if sum(unit) > 1]
    values = [value for unit in judged for value in unit]
    apart = sum(sum(a != b for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in judged)
    by_chance = sum(a != b for a, b in permutations(values, 2))
    return None if not by_chance else 1 - (apart / len(values)) / (by_chance / (len(values) * (len(values) - 1)))


def test_alpha_of_a_small_table_is_as_by_hand():
    # Units (2,0), (0,2), (1,1): 6 values, 3 each. Observed 2/6; by chance 18/30; alpha = 1 - (1/3)/(3/5) = 4/9.
    found = agreement([(2, 0), (0, 2), (1, 1)])
    assert found.alpha == pytest.approx(4 / 9)
    assert (found.pairs, found.same) == (3, 2)


def test_alpha_of_krippendorffs_own_example_with_missing_values():
    # The four observers and twelve units that he computes 0.743 for; a dot is somebody who did not say.
    observers = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    units = [[sum(said == value for said in unit) for value in "12345"] for unit in zip(*observers, strict=True)]
    alpha = agreement(units).alpha
    assert alpha is not None
    assert round(alpha, 3) == 0.743


def test_alpha_is_what_its_definition_says_on_any_table():
    chance = Random(4)
    for _ in range(200):
        units = [(chance.randrange(4), chance.randrange(4)) for _ in range(chance.randrange(1, 9))]
        expected = by_pairs(units)
        assert agreement(units).alpha == (None if expected is None else pytest.approx(expected))


def test_pairs_are_counted_within_each_debate():
    for challenger, opponent in product(range(5), repeat=2):
        votes = [0] * challenger + [1] * opponent
        pairs = [(a, b) for place, a in enumerate(votes) for b in votes[:place]]
        found = agreement([(challenger, opponent)])
        assert (found.pairs, found.same) == (len(pairs), sum(a == b for a, b in pairs))


def test_judges_who_always_agree_about_both_sides_agree_fully():
    assert agreement([(3, 0), (0, 4)]) == Agreement(1.0, 9, 9)


def test_where_everybody_always_picks_one_side_nothing_can_be_said():
    assert agreement([(3, 0), (2, 0)]) == Agreement(None, 4, 4)


def test_single_judgments_agree_with_nobody():
    assert agreement([(1, 0), (0, 1), (0, 0)]) == Agreement(None, 0, 0)
    assert agreement([]) == Agreement(None, 0, 0)


def test_ranks_that_go_together_or_against_each_other():
    assert rank_correlation([1, 5, 9, 100], [2, 3, 4, 5]) == pytest.approx(1)
    assert rank_correlation([1, 5, 9, 100], [5, 4, 3, 2]) == pytest.approx(-1)


def test_equals_share_their_rank():
    # Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: deviations give 4.5 / sqrt(4.5 * 5).
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


def test_spearman_without_ties_is_his_short_formula():
    chance = Random(8)
    for _ in range(50):
        size = chance.randrange(2, 12)
        order = chance.sample(range(size), size)
        short = 1 - 6 * sum((place - value) ** 2 for place, value in enumerate(order)) / (size * (size * size - 1))
        assert rank_correlation(range(size), order) == pytest.approx(short)


def test_an_order_in_which_all_are_equal_says_nothing():
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None
    assert rank_correlation([1], [1]) is None
    assert rank_correlation([], []) is None
