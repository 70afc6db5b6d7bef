"""JSON that nobody vouches for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import InvalidInput
from moot.notation.strict import DEEPEST, strict_json

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_whatever_is_fit_is_read_as_it_is(value: object):
    assert strict_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("hostile", "fault"),
    [
        ('{"a": 1, "a": 2}', "given twice"),
        ('[{"x": {"b": 1, "c": 2, "b": 3}}]', "'b' is given twice"),
        ("[" * 100_000, "nested deeper"),
        ('{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1), "nested deeper"),
        ("NaN", "no number of JSON"),
        ("[-Infinity]", "no number of JSON"),
        ("1e999", "too large"),
        ("9" * 5000, "not fit JSON"),
        ('"half: \\ud83d"', "not valid Unicode"),
        ('{"nul \\u0000": 1}', "NUL"),
        ("", "not fit JSON"),
        ("{'a': 1}", "not fit JSON"),
    ],
)
def test_what_is_not_fit_is_refused_and_says_why(hostile: str, fault: str):
    with pytest.raises(InvalidInput, match=fault):
        strict_json(hostile)


def test_brackets_within_texts_are_words():
    text = '"' + "[" * 1000 + '\\" { \\\\"'
    assert strict_json(text) == "[" * 1000 + '" { \\'
