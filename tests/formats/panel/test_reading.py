"""Reading a question from a file: nested, flat, with panels of its own."""

from typing import Any

import pytest
import yaml

from moot.debate import ContentTooLarge, InvalidInput
from moot.formats.panel import CONTEXT_LIMIT, DEFAULT_JUDGES, read_panel

NESTED = """
debate_context:
  question_id: "Q-7"
  question_text: "Does it work offline?"
  options:
    - id: "A"
      label: "No"
      description: "Never."
    - id: "B"
      label: "Yes"
  spec_context: |
    Field workers have no network.
  feature_name: "Sync"
  feature_dir: "specs/007"
debate_config:
  max_rounds: 3
  consensus_threshold: 0.67  # 2/3
  timeout_per_judge: 60
  require_stance_maintenance: true
  require_change_documentation: false
"""


def given(**fields: Any) -> dict[str, Any]:
    return {"question": "Which way?", "options": ["A=Left", "B=Right"], **fields}


def test_a_file_in_two_sections():
    panel, question = read_panel(yaml.safe_load(NESTED))
    assert (panel.question_id, panel.title, panel.max_rounds) == ("Q-7", "Does it work offline?", 3)
    assert (panel.threshold, panel.timeout_per_judge, panel.require_change_documentation) == ("2/3", 60, False)
    assert panel.judges == DEFAULT_JUDGES
    assert question.told() == {
        "question": "Does it work offline?",
        "options": [
            {"id": "A", "label": "No", "description": "Never."},
            {"id": "B", "label": "Yes", "description": ""},
        ],
        "context": "Field workers have no network.\n",
        "feature_name": "Sync",
        "feature_dir": "specs/007",
    }


def test_a_flat_file_with_a_panel_of_its_own():
    panel, question = read_panel(
        given(
            title="Ways",
            question_id="ways",
            context="A fork.",
            threshold="1/2",
            judges={"ann": {"stance": "bold", "optimise": "go far"}, "bob": {"stance": "shy", "optimise": "come home"}},
            seats={"ann": "embedded", "bob": {"player": "anthropic:x", "settings": {"temperature": 0}}},
            budget={"calls": 9},
        )
    )
    assert panel.seats == ("asker", "ann", "bob")
    assert panel.told()["players"] == {
        "ann": {"player": "embedded"},
        "bob": {"player": "anthropic:x", "settings": {"temperature": 0}},
    }
    assert (panel.title, panel.threshold, panel.told()["budget"]) == ("Ways", "1/2", {"calls": 9})
    assert question.context == "A fork."


def test_what_is_empty_was_not_given():
    panel, question = read_panel({"debate_context": given(spec_context=None, feature_name=None), "judges": None})
    assert (question.context, question.feature_name, panel.judges) == ("", None, DEFAULT_JUDGES)


@pytest.mark.parametrize(
    ("question", "slug"), [("Which way?", "which-way"), ("どちら?", "question"), ("x" * 99, "x" * 40)]
)
def test_a_question_without_an_id_is_named_by_its_words(question: str, slug: str):
    panel, _ = read_panel(given(question=question))
    assert panel.question_id == slug


def test_a_long_question_makes_a_short_title():
    panel, _ = read_panel(given(question="word " * 100))
    assert len(panel.title) <= 200
    assert panel.title.endswith(" …")


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ([1], "The question must be a mapping"),
        ("x", "The question must be a mapping"),
        ({"debate_context": "x"}, "debate_context must be a mapping"),
        (given(colour="red"), "colour: there is no such field"),
        ({"debate_config": {"rounds": 2}}, "rounds: there is no such field"),
        (given(question_text="Again?"), "question_text: this was given already, as question"),
        ({"debate_config": {"max_rounds": 1}, "max_rounds": 2}, "max_rounds: this was given already, as max_rounds"),
        ({"options": ["x", "y"]}, "question_text: Field required"),
        ({"question": "Which?"}, "options: Field required"),
        ({"question_text": " ", "options": ["x", "y"]}, "question_text: String should have at least 1"),
        (given(options=[{"id": "A", "label": "x"}, {"id": "B"}]), r"options\.1\.label: Field required"),
        (given(consensus_threshold=1.5), "consensus_threshold: must be more than 0 and at most 1"),
        (given(max_rounds="many"), "max_rounds: Input should be a valid integer"),
        (given(seats={"cost": "embedded"}), "seats: there is no seat 'cost'"),
        (given(judges=["risk"]), r"judges\.0: Input should be"),
        (given(budget={"cents": 5}), r"budget\.cents"),
        (given(question_id="a/b"), "question_id"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_name_of_the_field(told: Any, fault: str):
    with pytest.raises(InvalidInput, match=fault):
        read_panel(told)


def test_too_much_context_is_too_large():
    with pytest.raises(ContentTooLarge):
        read_panel(given(context="x" * (CONTEXT_LIMIT + 1)))
