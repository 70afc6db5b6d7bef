"""Lessons are ranked by the weight of the words that they share with a task; rare words weigh more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.memory import alike, packed, ranked, telling, unpacked

WORDS = ["parse", "date", "leap", "year", "zone"]
found = st.dictionaries(st.sampled_from(WORDS), st.lists(st.sampled_from(["l1", "l2", "l3", "l4"]), max_size=6))
numbers = st.lists(st.integers(-1000, 1000).map(float), min_size=3, max_size=3)


def test_small_words_say_nothing_and_a_character_may_be_a_word():
    assert telling(["the", "go", "parse", "with", "議", "dates"]) == ("parse", "議", "dates")


def test_a_rare_word_weighs_more_than_a_common_one():
    having = {
        "parse": ["rare", *[f"l{place}" for place in range(50)]],
        "leap": ["rare"],
        "date": ["l0"],
        "zone": ["l0"],
    }
    (first, second, *_) = ranked(["parse", "leap", "date"], having, 51, 5)
    assert {first.lesson, second.lesson} == {"rare", "l0"}
    assert first.score == second.score
    having["leap"] += [f"l{place}" for place in range(20, 40)]
    assert ranked(["parse", "leap", "date"], having, 51, 1)[0].lesson == "l0"


@given(found, st.integers(0, 100), st.integers(1, 5))
def test_the_best_come_first_and_each_once(found: dict[str, list[str]], total: int, limit: int):
    fits = ranked(WORDS, found, total, limit)
    assert len(fits) <= limit
    assert len({fit.lesson for fit in fits}) == len(fits)
    assert list(fits) == sorted(fits, key=lambda fit: (-fit.score, fit.lesson))
    for fit in fits:
        assert 0 < fit.score <= 1
        assert len(fit.words) >= 2
        assert set(fit.words) == {word for word, lessons in found.items() if fit.lesson in lessons}
    shuffled = {word: lessons[::-1] for word, lessons in reversed(found.items())}
    assert ranked(WORDS, shuffled, total, limit) == fits


@given(found)
def test_having_one_more_word_never_makes_a_lesson_fit_less(found: dict[str, list[str]]):
    before = {fit.lesson: fit.score for fit in ranked(WORDS, found, 10, 9)}
    if "zone" in found or "l1" not in before:
        return
    after = {fit.lesson: fit.score for fit in ranked(WORDS, {**found, "zone": ["l1"]}, 10, 9)}
    assert after["l1"] >= before["l1"]


def test_nothing_fits_nothing():
    assert ranked([], {}, 0, 5) == ()
    assert ranked(["parse"], {}, 0, 5) == ()


@given(numbers, numbers)
def test_vectors_are_kept_as_directions(one: list[float], other: list[float]):
    first, second = unpacked(packed(one)), unpacked(packed(other))
    assert -1.001 <= alike(first, second) <= 1.001
    assert alike(first, second) == pytest.approx(alike(second, first))
    longer = unpacked(packed([2 * number for number in one]))
    assert alike(first, longer) == pytest.approx(alike(first, first), abs=1e-3)


def test_vectors_of_different_models_are_not_alike():
    assert alike([1.0, 0.0], [1.0, 0.0, 0.0]) == 0
    assert len(unpacked(packed([0.0, 0.0]))) == 2
