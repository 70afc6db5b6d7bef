from datetime import UTC, datetime, timedelta

from moot.desk.operations_replies import HourTold
from moot.web.operator import bytes_in_words, charts

FIRST = datetime(2026, 11, 15, 9, tzinfo=UTC)


def hours(*calls: tuple[int, float, int]) -> list[HourTold]:
    """Hours with so many calls, at such a cost, of which so many have no price."""
    return [
        HourTold(hour=FIRST + timedelta(hours=place), calls=made, tokens=made * 100, money=money, unpriced=unpriced)
        for place, (made, money, unpriced) in enumerate(calls)
    ]


def test_the_highest_hour_fills_the_chart_and_is_named():
    cost, calls, tokens = charts(hours((1, 0.5, 0), (4, 2.0, 0), (0, 0.0, 0)))
    assert [(bar.x, bar.y, bar.height) for bar in cost.bars] == [(1, 75.0, 25.0), (11, 0.0, 100.0), (21, 100.0, 0.0)]
    assert cost.said == "Cost: $2.50 in 24 hours, at most $2.00 in the hour from 10:00"
    assert (calls.total, tokens.total, cost.width) == ("5 in 24 hours", "500 in 24 hours", 30)


def test_a_day_without_calls_cost_nothing_and_one_without_prices_nobody_knows_what():
    assert charts(hours((0, 0.0, 0)))[0].said == "Cost: $0 in 24 hours"
    assert charts(hours((2, 0.0, 2)))[0].said == "Cost: not known"
    assert charts(hours((2, 0.0, 1)))[0].said == "Cost: $0 in 24 hours"


def test_sizes_are_told_as_disks_are_measured():
    assert [bytes_in_words(size) for size in (512, 5_400_000, 3 * 2**40)] == ["512 B", "5.1 MiB", "3.0 TiB"]
