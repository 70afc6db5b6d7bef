"""Lines are kept byte for byte, read back as they were, and bound to each other."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import Entry, InvalidInput, Spent, Stamp
from moot.notation import BrokenChain, canonical, check, clean, genesis, link, moment, read, told_at, written
from moot.testing import START
from tests.notation.debates import argued

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.none() | words
numbers = st.none() | st.integers(0, 2**40)
times = st.integers(0, 10**12).map(lambda second: START + timedelta(microseconds=second))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
entries = st.builds(
    Entry,
    line=st.integers(0, 2**40),
    at=times,
    noted=times,
    kind=words,
    move=st.dictionaries(words, values, max_size=4),
    seat=names,
    by=names,
    turn=names,
    answers=numbers,
    since=numbers,
    request=names,
    stamp=st.builds(Stamp, names, numbers, names),
    sealed=st.booleans(),
    readers=st.none() | st.lists(words, max_size=3).map(tuple),
    salt=names,
    spent=st.none() | st.builds(Spent, st.integers(0), st.integers(0), st.floats(0, 1e6), st.integers(0)),
)


@given(entries, words)
def test_every_entry_reads_back_as_it_was_written(entry: Entry, debate: str):
    line = written(entry, genesis(debate))
    assert read(line) == entry
    assert check(line, entry.line, genesis(debate), None) == entry
    assert written(read(line), genesis(debate)) == line


def test_a_line_says_where_it_is_broken():
    line, before = argued().lines[2], argued().lines[1].hash
    entry = read(line)
    moved = written(replace(entry, line=9), before)
    faults = {
        "missing: line 2 stands": (line, 3, before, None),
        "its envelope or the line before": (line, 2, "other", None),
        "its content was changed": (replace(line, body=line.body.replace("No", "Yes")), 2, before, None),
        "says that it is line 9": (replace(moved, line=2), 2, before, None),
        "its request id was changed": (replace(line, request="r"), 2, before, None),
        "is dated before the line above": (line, 2, before, entry.at + timedelta(seconds=1)),
    }
    for fault, (changed, expected, chained_to, last_at) in faults.items():
        with pytest.raises(BrokenChain, match=fault) as broken:
            check(changed, expected, chained_to, last_at)
        assert broken.value.line == expected


@pytest.mark.parametrize("head", ["no json", "[]", "{}", '{"line":2}', "5"])
def test_a_head_that_no_house_wrote_is_a_broken_line_even_if_it_is_chained(head: str):
    line = replace(argued().lines[2], head=head, hash=link("before", head))
    with pytest.raises(BrokenChain, match="cannot be read"):
        check(line, 2, "before", None)


def test_the_same_debate_under_another_id_has_other_hashes():
    assert genesis("a") != genesis("b")


def test_one_value_is_written_in_one_way():
    assert canonical({"b": [1, 2.5, None, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,2.5,null,true]}'
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical(float("nan"))


def test_times_are_told_in_utc_and_read_back():
    assert told_at(START) == "2026-11-15T09:00:00.000000Z"
    assert moment(told_at(START)) == START
    with pytest.raises(ValueError, match="does not match"):
        moment("2026-11-15")


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "a\udfff"])
def test_text_that_no_store_can_carry_is_refused(text: str):
    with pytest.raises(InvalidInput):
        clean(text, "title")


def test_clean_text_is_left_alone():
    assert clean("e\u0301 🗣 \u202e\n", "content") == "e\u0301 🗣 \u202e\n"
