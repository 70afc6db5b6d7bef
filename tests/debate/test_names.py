"""An argument's id is made from its debate and its line, and read back."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import ArgumentNotFound, argument_id, line_of

debates = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
lines = st.integers(0, 2**48 - 1)


@given(debates, lines)
def test_an_id_is_read_back_to_its_line(debate: str, line: int):
    name = argument_id(debate, line)
    assert line_of(debate, name) == line
    assert line_of(debate, name.upper()) == line
    assert UUID(name).version == 8


@given(debates, debates, lines)
def test_an_id_of_another_debate_is_not_found(debate: str, other: str, line: int):
    if debate != other:
        with pytest.raises(ArgumentNotFound):
            line_of(other, argument_id(debate, line))


@pytest.mark.parametrize("name", ["", "1", "x" * 36, "00000000-0000-0000-0000-000000000001", "é"])
def test_what_is_no_id_is_not_found(name: str):
    with pytest.raises(ArgumentNotFound) as refusal:
        line_of("debate", name)
    assert refusal.value.fields == {"debate_id": "debate", "argument_id": name}


def test_an_id_in_another_spelling_is_not_found():
    with pytest.raises(ArgumentNotFound):
        line_of("debate", argument_id("debate", 1).replace("-", ""))
