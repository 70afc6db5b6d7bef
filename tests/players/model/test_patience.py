from datetime import UTC, datetime

import pytest

from moot.players.model import Patience
from moot.players.model.failures import asked_to_wait

NOW = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)


def test_waits_double_and_end():
    patience = Patience(tries=5, first=1.0, longest=3.0)
    assert [patience.rest(failures, 1.0) for failures in range(1, 6)] == [1.0, 2.0, 3.0, 3.0, None]


def test_chance_shortens_a_wait_by_at_most_half():
    patience = Patience(first=2.0)
    assert (patience.rest(1, 0.0), patience.rest(1, 0.5), patience.rest(1, 1.0)) == (1.0, 1.5, 2.0)


def test_a_provider_is_left_alone_as_long_as_it_asks_up_to_a_limit():
    patience = Patience(first=1.0, longest_asked=60.0)
    assert patience.rest(1, 1.0, 17.0) == 17.0
    assert patience.rest(1, 1.0, 0.1) == 1.0
    assert patience.rest(1, 1.0, 60.0) == 60.0
    assert patience.rest(1, 1.0, 61.0) is None


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0),
        ("1.5", 1.5),
        ("0", 0.0),
        ("Sun, 15 Nov 2026 09:00:30 GMT", 30.0),
        ("Sun, 15 Nov 2026 08:00:00 GMT", 0.0),
        ("Sun, 15 Nov 2026 10:00:30 +0100", 30.0),
        ("soon", None),
        (None, None),
    ],
)
def test_what_retry_after_asks_for(told: str | None, seconds: float | None):
    assert asked_to_wait({} if told is None else {"retry-after": told}, NOW) == seconds


def test_without_headers_nothing_is_asked_for():
    assert asked_to_wait(None, NOW) is None
