"""Thresholds: fractions of whole numbers, however they are written."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.formats.panel import Panel
from moot.formats.panel.share import read_share, whole_numbers


@pytest.mark.parametrize(
    ("given", "share"),
    [
        ("2/3", "2/3"),
        (" 4 / 6 ", "2/3"),
        ("0.67", "2/3"),
        (0.67, "2/3"),
        (0.66, "2/3"),
        (0.667, "2/3"),
        (2 / 3, "2/3"),
        ("0.33", "1/3"),
        (0.34, "17/50"),
        (0.5, "1/2"),
        ("0.6", "3/5"),
        (0.7, "7/10"),
        (0.68, "17/25"),
        (0.75, "3/4"),
        (1, "1"),
        ("1.0", "1"),
    ],
)
def test_a_share_is_read_as_a_fraction(given: Any, share: str):
    assert read_share(given) == share
    assert Panel(title="T", question_id="q", threshold=given).threshold == share


@pytest.mark.parametrize(
    "given",
    [0, -0.5, "0/3", "4/3", 1.01, "most", "", None, True, "1/0", "nan", "inf", "1e-99999999", "2/3/4", [2, 3], "67%"],
)
def test_what_is_no_share_is_refused(given: Any):
    with pytest.raises(ValidationError, match="threshold"):
        Panel(title="T", question_id="q", threshold=given)


def test_a_share_is_two_whole_numbers():
    assert whole_numbers("2/3") == (2, 3)
    assert Panel(title="T", question_id="q", threshold="0.67").share == (2, 3)
    assert Panel(title="T", question_id="q", threshold="1").share == (1, 1)
