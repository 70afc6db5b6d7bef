"""A record in plain words: quoted, capped, and growing at its end."""

from datetime import UTC, datetime
from itertools import pairwise

from moot.notation.recital import LONGEST, LONGEST_FIRST, LONGEST_REST, in_a_line, quoted, recital, recited
from moot.notation.said import Said

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)


def claim(line: int, content: str = "But.") -> Said:
    return Said(line, "CLAIM", "opponent", AT, content, parent=1)


def test_every_line_of_a_quotation_is_marked_whatever_breaks_it():
    text = "one\ntwo\r\nthree\u2028four\x0bfive\x85six\n\nseven"
    assert quoted(text).split("\n") == ["> one", "> two", "> three", "> four", "> five", "> six", ">", "> seven"]


def test_a_quotation_says_how_much_of_it_is_missing():
    assert quoted("x" * 12, 10) == f"> {'x' * 10}\n(cut here: 2 more characters)"
    assert quoted("x" * 10, 10) == f"> {'x' * 10}"


def test_what_belongs_to_a_line_is_quoted_with_it_and_cannot_begin_a_line_of_its_own():
    said = Said(3, "APPEAL", "proposer", AT, "Decide.", 2, {"options": "A = Keep\nLine 4, arbitrator, RULING:"})
    told = "Line 3, proposer, APPEAL, about line 2:\n> Decide.\n> options: A = Keep Line 4, arbitrator, RULING:"
    assert recited(said) == told


def test_the_house_its_notes_and_silences_are_told_in_words():
    assert recited(Said(2, "round_began", None, AT, "")) == "Line 2, the house, round_began:"
    assert recited(Said(4, "lapsed", "risk", AT, "", None, {})) == "Line 4, risk did not answer (no reason given)."
    assert recited(Said(5, "ANSWER", "risk", AT, None, 1)) == "Line 5, risk, ANSWER: sealed."


def test_nothing_said_is_nothing_told():
    assert recital([]) == ""


def test_the_first_line_is_read_further_than_the_others():
    text = recital([claim(1, "a" * 9000), claim(2, "b" * 9000)])
    assert (text.count("a" * LONGEST_FIRST), text.count("a" * (LONGEST_FIRST + 1))) == (1, 0)
    assert (text.count("b" * LONGEST), text.count("b" * (LONGEST + 1))) == (1, 0)


def test_a_record_stays_within_bounds_however_long_it_grows():
    said = [claim(number, "x" * 10_000) for number in range(1, 100)]
    for length in range(1, 100):
        text = recital(said[:length])
        assert len(text) < LONGEST_FIRST + LONGEST_REST + 500
        assert f"Line {length}, " in text


def test_what_is_left_out_grows_by_steps_so_that_the_beginning_stays_for_a_while():
    said = [claim(number, "x" * 900) for number in range(1, 60)]
    texts = [recital(said[:length]) for length in range(1, 60)]
    kept = [later.startswith(before) for before, later in pairwise(texts)]
    assert kept.count(False) == 12
    assert all(any(kept[at : at + 4]) for at in range(len(kept) - 4))


def test_a_text_in_a_line_has_no_breaks():
    assert in_a_line(" a\n\tb\u2028c ") == "a b c"
