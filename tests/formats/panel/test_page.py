"""The page about panels shows what panels do."""

import re
from pathlib import Path

import yaml

from moot.debate import Json
from moot.formats.panel import format, read_panel
from moot.notation.yaml import result_as_yaml
from tests.formats.panel.stages import Sitting, recommendation, response

PAGE = Path(__file__).parents[3] / "docs" / "formats" / "panel.md"
CARDS = "a card form is all that nobody can get wrong"
ASKED_FOR = "one customer in five asked for it"
A_LINK = "a link to the provider costs two days"


def blocks() -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def first_round() -> Sitting:
    setup, question = read_panel(yaml.safe_load(blocks()[0]))
    debate = Sitting(format, setup)
    debate.play("asker", question)
    for judge, option, summary in (("risk", "A", CARDS), ("value", "B", ASKED_FOR), ("effort", "C", A_LINK)):
        words = recommendation(
            option, summary=summary, reasoning="Two days of work bring most of it; a plan two weeks."
        )
        debate.say(judge, "RECOMMENDATION", **words)
    return debate


def test_the_question_file_and_the_panel_of_your_own_can_be_read():
    panel, _ = read_panel(yaml.safe_load(blocks()[0]))
    assert panel.threshold == "2/3"
    own = yaml.safe_load(blocks()[3])
    panel, _ = read_panel({"question": "Which?", "options": ["x", "y"], **own})
    assert panel.seats == ("asker", "law", "craft")


def test_the_consensus_is_as_shown():
    debate = first_round()
    reason = "Two days of work against two weeks, and customers have it in this release."
    by: Json = {"judge": "effort", "line": 4, "reason": reason}
    debate.say("risk", "RESPONSE", **response("A", "value", summary=CARDS))
    summary = "customers get their instalments this month"
    debate.say("value", "RESPONSE", **response("C", "risk", summary=summary, convinced_by=by))
    debate.say("effort", "RESPONSE", **response("C", "value", summary=A_LINK))
    assert result_as_yaml(debate.report()) == blocks()[1]


def test_the_contested_result_is_as_shown():
    debate = first_round()
    debate.say("value", "RESPONSE", **response("B", "risk", summary=ASKED_FOR))
    debate.say("effort", "RESPONSE", **response("C", "value", summary=A_LINK))
    debate.clock.advance(days=1)
    debate.settle()
    assert result_as_yaml(debate.report()) == blocks()[2]
