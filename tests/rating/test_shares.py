import pytest

from moot.rating import wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # By hand, from the two roots of n(p - x)^2 = z^2 x(1 - x).
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
    ids=["none", "all", "half", "one of one", "of many"],
)
def test_an_interval_is_wilsons(count: int, of: int, low: float, high: float):
    found = wilson(count, of)
    assert found is not None
    assert found.share == count / of
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_its_ends_are_where_the_share_would_just_surprise():
    found = wilson(37, 90)
    assert found is not None
    for end in (found.low, found.high):
        assert 90 * (found.share - end) ** 2 == pytest.approx(1.959963984540054**2 * end * (1 - end))


def test_it_never_leaves_the_range_of_shares_and_holds_the_share():
    for of in range(1, 60):
        for count in range(of + 1):
            found = wilson(count, of)
            assert found is not None
            assert 0 <= found.low <= found.share <= found.high <= 1
            assert (found.low == 0) == (count == 0)
            assert (found.high == 1) == (count == of)


def test_of_nothing_there_is_no_share():
    assert wilson(0, 0) is None
