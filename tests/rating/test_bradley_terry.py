from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random

import pytest

from moot.rating import Game, Rated, rated

POINTS = 400 / log(10)
PRIOR = 0.25
REACH = 1.959963984540054 * POINTS


def season(chance: Random, agents: int, games: int, spread: float = 1.0) -> list[Game]:
    """Games of agents whose strengths are drawn, some of them drawn games."""
    strengths = [chance.gauss(0, spread) for _ in range(agents)]
    played: list[Game] = []
    for _ in range(games):
        one, other = chance.sample(range(agents), 2)
        wins = chance.random() < 1 / (1 + exp(strengths[other] - strengths[one]))
        played.append(Game(f"a{one}", f"a{other}", 1 if chance.random() < 0.1 else 2 * wins))
    return played


def climbed(games: Sequence[Game]) -> dict[str, float]:
    """The most likely strengths, by walking uphill slowly."""
    strengths = {name: 0.0 for game in games for name in (game.first, game.second)}
    pace = 1 / (PRIOR + len(games) / 2)
    for _ in range(6000):
        slope = {name: -PRIOR * strength for name, strength in strengths.items()}
        for game in games:
            surprise = game.halves / 2 - 1 / (1 + exp(strengths[game.second] - strengths[game.first]))
            slope[game.first] += surprise
            slope[game.second] -= surprise
        strengths = {name: strength + pace * slope[name] for name, strength in strengths.items()}
    return strengths


def errors(games: Sequence[Game], strengths: dict[str, float]) -> dict[str, float]:
    """Standard errors about the average, from the inverse of the information, by Gauss and Jordan."""
    names = sorted(strengths)
    size = len(names)
    rows = [[PRIOR * (a == b) for b in range(size)] + [float(a == b) for b in range(size)] for a in range(size)]
    for game in games:
        one, other = names.index(game.first), names.index(game.second)
        chance = 1 / (1 + exp(strengths[game.second] - strengths[game.first]))
        for a, b, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            rows[a][b] += sign * chance * (1 - chance)
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    covariance = [row[size:] for row in rows]
    average = sum(map(sum, covariance)) / size**2
    return {
        name: sqrt(covariance[place][place] - 2 * sum(covariance[place]) / size + average)
        for place, name in enumerate(names)
    }


def error(found: Rated) -> float:
    assert found.high - found.rating == pytest.approx(found.rating - found.low)
    return (found.high - found.rating) / REACH


def test_one_win_moves_both_by_what_the_equation_says():
    # The most likely strength a of a winner against -a solves 1 / (1 + e^2a) = a / 4: a = 0.74077.
    found = rated([Game("a", "b", 2)])
    assert (found["a"].rating - 1500) / POINTS == pytest.approx(0.74077, abs=1e-4)
    assert found["a"].rating + found["b"].rating == pytest.approx(3000)
    # 1 game tells pq = 0.15090 of the difference; about the average each has half of 1 / (prior + 2 pq).
    assert error(found["a"]) == pytest.approx(sqrt(0.5 / (PRIOR + 2 * 0.15090)), abs=1e-3)


def test_a_drawn_game_moves_nobody():
    found = rated([Game("a", "b", 1)])
    assert found["a"].rating == found["b"].rating == pytest.approx(1500)
    assert error(found["a"]) == pytest.approx(sqrt(0.5 / (PRIOR + 2 * 0.25)))


def test_many_games_overrule_the_prior():
    found = rated([Game("a", "b", 2)] * 3000 + [Game("b", "a", 2)] * 1000)
    assert found["a"].rating - found["b"].rating == pytest.approx(POINTS * log(3), abs=1)
    assert found["a"].games == 4000


@pytest.mark.parametrize("seed", range(6))
def test_ratings_and_intervals_are_those_of_a_slow_way_to_compute_them(seed: int):
    chance = Random(seed)
    played = season(chance, agents=7, games=40, spread=0.5 + seed)
    found = rated(played)
    strengths = climbed(played)
    slow = errors(played, strengths)
    for name, strength in strengths.items():
        assert found[name].comparable
        assert found[name].rating == pytest.approx(1500 + POINTS * strength, abs=0.05)
        assert error(found[name]) == pytest.approx(slow[name], rel=1e-3)


def test_whoever_always_wins_or_loses_stays_finite():
    found = rated([Game("a", "b", 2)] * 500 + [Game("b", "c", 2)] * 500)
    assert 3500 > found["a"].rating > found["b"].rating > found["c"].rating > -500
    assert found["b"].rating == pytest.approx(1500)


def test_the_order_of_games_and_of_the_two_makes_no_difference():
    played = season(Random(3), 12, 80)
    turned = [Game(game.second, game.first, 2 - game.halves) for game in reversed(played)]
    once, again = rated(played), rated(turned)
    assert once.keys() == again.keys()
    for name, found in once.items():
        assert again[name].rating == pytest.approx(found.rating, abs=1e-6)
        assert again[name].high == pytest.approx(found.high, abs=1e-6)


def test_whoever_has_not_played_is_as_good_as_unknown():
    found = rated([Game("a", "b", 2)], also=["c"])
    assert found["c"].rating == 1500
    assert error(found["c"]) == pytest.approx(2)
    assert (found["c"].games, found["c"].comparable) == (0, False)
    assert rated([], also=["c"])["c"] == found["c"]
    assert rated([]) == {}


def test_groups_that_never_met_are_not_compared():
    large = season(Random(1), 6, 60)
    alone = [Game("x", "y", 1)] * 400
    apart = rated(large + alone)
    assert apart["a0"].comparable
    assert not apart["x"].comparable
    # Four hundred games tell x and y much about each other, and nothing about the rest of the world.
    assert error(apart["x"]) > 2
    met = rated([*large, *alone, *[Game("x", "a0", 1)] * 40])
    assert met["x"].comparable
    assert error(met["x"]) < 0.5


def test_each_group_has_its_average_in_the_middle():
    found = rated(season(Random(1), 6, 60) + [Game("x", "y", 2)] * 9)
    for group in (("x", "y"), tuple(f"a{place}" for place in range(6))):
        assert sum(found[name].rating for name in group) / len(group) == pytest.approx(1500)


def test_what_serves_large_groups_is_close_to_the_exact_intervals():
    for agents, games in ((60, 80), (60, 200), (60, 1200)):
        played = season(Random(agents + games), agents, games)
        exact, swift = rated(played), rated(played, exact_up_to=0)
        for name, found in exact.items():
            assert swift[name].rating == found.rating
            assert error(swift[name]) == pytest.approx(error(found), rel=0.05)


def test_what_serves_large_groups_is_exact_in_a_chain_but_for_what_the_average_adds():
    played = [Game(f"a{place}", f"a{place + 1}", halves) for place in range(11) for halves in (0, 1, 2, 2)]
    exact, swift = rated(played), rated(played, exact_up_to=0)
    for name, found in exact.items():
        assert error(swift[name]) ** 2 == pytest.approx(error(found) ** 2 + 1 / (12 * PRIOR))


def test_ratings_find_the_strengths_that_games_were_played_by():
    chance = Random(11)
    names = [f"a{place}" for place in range(40)]
    truth = {name: chance.gauss(0, 1) for name in names}
    centre = sum(truth.values()) / len(truth)
    played: list[Game] = []
    for _ in range(6000):
        one, other = chance.sample(names, 2)
        played.append(Game(one, other, 2 * (chance.random() < 1 / (1 + exp(truth[other] - truth[one])))))
    inside = sum(
        found.low <= 1500 + POINTS * (truth[name] - centre) <= found.high for name, found in rated(played).items()
    )
    # 95 % of 40 are 38; with luck as bad as one in a hundred thousand, fewer than 31.
    assert inside >= 31
