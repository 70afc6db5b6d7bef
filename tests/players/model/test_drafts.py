import json

import pytest

from moot.players.model.drafts import Prose
from moot.players.model.forms import schema_for, spoken
from tests.players.model.calls import Opinion, Silence

FIELDS = spoken(schema_for((Opinion, Silence)))


def heard(text: str, size: int) -> list[str]:
    prose = Prose(FIELDS)
    return [prose.text for start in range(0, len(text), size) if prose.hear(text[start : start + size])]


def test_words_are_read_as_they_come_without_the_json_around_them():
    text = json.dumps({"answer": {"kind": "opinion", "option": "keep", "reason": 'It "just"\nworks.'}})
    said = heard(text, 4)
    assert said[-1] == 'It "just"\nworks.'
    assert len(said) > 3
    assert all(said[-1].startswith(part) for part in said)


def test_choices_and_kinds_are_not_words():
    assert heard(json.dumps({"kind": "opinion", "option": "keep"}), 3) == []


def test_the_words_of_several_fields_stand_in_their_order():
    told = {"reason": "First.", "points": [{"text": "Second.", "weight": 3}, {"text": "Third.", "weight": 1}]}
    assert heard(json.dumps(told), 5)[-1] == "First.\n\nSecond.\n\nThird."


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_no_half_of_a_character_is_ever_shown(size: int):
    text = '{"reason": "\\u00fcber \\ud83d\\ude00 und \\\\ \\"quer\\""}'
    said = heard(text, size)
    assert said[-1] == 'über 😀 und \\ "quer"'
    assert all(part.isprintable() and said[-1].startswith(part) for part in said)


def test_a_fence_before_the_object_does_no_harm():
    assert heard('```json\n{"reason": "Yes."}\n```', 4)[-1] == "Yes."


def test_prose_outside_of_a_form_is_not_a_draft():
    assert heard("I would rather not say.", 4) == []
