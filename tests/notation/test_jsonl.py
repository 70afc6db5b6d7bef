"""A record as JSON lines can be checked anywhere, and no byte of it can change unnoticed."""

import json

import pytest

from moot.notation import BrokenChain, canonical
from moot.notation.jsonl import as_jsonl, lines_of, verify_jsonl
from moot.testing import Transcript
from tests.formats.toys import jury
from tests.notation.debates import argued

DEBATE = argued()
TEXT = as_jsonl(DEBATE.debate, DEBATE.lines)


def test_an_untouched_record_is_read_back_whole():
    checked = verify_jsonl(TEXT)
    assert (checked.debate, checked.lines, checked.head) == ("debate", len(DEBATE.lines), DEBATE.lines[-1].hash)
    assert checked.entries == DEBATE.entries
    assert checked.withheld == ()
    assert lines_of(TEXT) == DEBATE.lines


def test_every_changed_character_is_found():
    for index, character in enumerate(TEXT):
        other = "x" if character != "x" else "y"
        with pytest.raises(BrokenChain):
            verify_jsonl(TEXT[:index] + other + TEXT[index + 1 :])


def test_every_lost_row_and_every_cut_is_found():
    rows = TEXT.splitlines(keepends=True)
    for index in range(len(rows)):
        with pytest.raises(BrokenChain):
            verify_jsonl("".join(rows[:index] + rows[index + 1 :]))
    for index in range(len(TEXT)):
        with pytest.raises(BrokenChain):
            verify_jsonl(TEXT[:index])


def test_a_row_put_in_twice_or_in_another_place_is_found():
    rows = TEXT.splitlines(keepends=True)
    for index in range(1, len(rows)):
        with pytest.raises(BrokenChain):
            verify_jsonl("".join([*rows[: index + 1], *rows[index:]]))
    for index in range(1, len(rows) - 1):
        with pytest.raises(BrokenChain):
            verify_jsonl("".join([*rows[:index], rows[index + 1], rows[index], *rows[index + 2 :]]))


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{}\n", "[]\n", "null\n", "no json\n", '{"debate":1,"form":"moot/1"}\n', "\ud800\n"],
)
def test_what_is_no_record_is_refused(text: str):
    with pytest.raises(BrokenChain):
        verify_jsonl(text)


@pytest.mark.parametrize(
    "row",
    [{}, {"line": 0, "head": "[]", "body": "{}", "hash": "x"}, {"line": 0, "head": 5, "body": None, "hash": None}],
)
def test_a_row_that_cannot_be_read_is_named(row: dict[str, object]):
    title = json.loads(TEXT.splitlines()[0])
    with pytest.raises(BrokenChain) as broken:
        verify_jsonl(f"{canonical(title)}\n{canonical(row)}\n")  # pyright: ignore[reportArgumentType]
    assert broken.value.line == 0


def test_a_withheld_line_stays_behind_and_the_chain_still_checks():
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    debate.say("risk", "ANSWER", choice="stop", reason="a secret")
    debate.say("value", "ANSWER", choice="go", reason="another")
    text = as_jsonl("debate", debate.lines, withheld={3, 4})
    assert "a secret" not in text
    checked = verify_jsonl(text)
    assert checked.withheld == (3, 4)
    assert [entry.line for entry in checked.entries] == [0, 1, 2]
    with pytest.raises(BrokenChain):
        verify_jsonl(text.replace("risk", "tisk"))


def test_an_empty_record_is_a_row_that_says_so():
    assert verify_jsonl(as_jsonl("d", [])).lines == 0
