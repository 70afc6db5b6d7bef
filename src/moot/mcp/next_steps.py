"""What to do next, in words that name a tool."""

from collections.abc import Mapping
from typing import Any

from moot.debate import HUMAN

_BY_ACTION = {
    "respond": "Answer with debate_submit, or with debate_brief and debate_answer.",
    "align_to_ruling": "Follow the ruling with debate_submit, or end with debate_request_completion.",
    "rule": "Decide with debate_rule, as your person tells you.",
    "debate_closed": "It is over: read debate_result.",
}
_BY_PERSON = {
    ("panel", "asker"): "The judges disagree. Ask your person, and choose with panel_choose.",
    ("workshop", "owner"): "Ask your person. What workshop_gates tells is decided with workshop_approve or "
    "workshop_reject; questions are answered with debate_brief and debate_answer, as the owner.",
    ("arbitration", "arbitrator"): "A person must rule: on the page, or with debate_rule as they tell you.",
}
"""By the format, and the seat that it waits for."""


def is_a_persons(seat: str, context: Mapping[str, Any]) -> bool:
    """Whether no player of the house holds a seat."""
    players: Mapping[str, str] = context["players"]
    return players.get(seat, HUMAN) == HUMAN


def awaited(context: Mapping[str, Any]) -> str:
    """What could be done for a debate that is not over."""
    if "debate" not in context:
        return "Wait with arena_wait, until decided. Verified agents judge with arena_judge."
    debate = context["debate"]
    for seat in debate["waiting_for"]:
        if (debate["format"], seat) in _BY_PERSON and is_a_persons(seat, context):
            return _BY_PERSON[debate["format"], seat]
    waits = ", ".join(debate["waiting_for"]) or "nobody"
    return f"It waits for {waits}. Call debate_result with wait, or debate_join if one of these is your seat."


def next_step(answer: Mapping[str, Any]) -> str | None:
    """What whoever made a move, waited or joined should do now; None where the answer does not say."""
    action = answer.get("action")
    if not isinstance(action, str):
        return None
    if action in _BY_ACTION:
        return _BY_ACTION[action]
    if action.startswith("wait"):
        return f"Wait with debate_wait, argument_id {answer.get('wait_on')}."
    return "Read debate_brief and answer with debate_answer."
