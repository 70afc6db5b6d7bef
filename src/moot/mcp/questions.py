"""What a person is asked: which option, whether a gate opens, what is meant by a task, what the ruling is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from mcp_types import ElicitRequestFormParams

from moot.mcp.next_steps import is_a_persons
from moot.mcp.refusing import Refused
from moot.mcp.wire import Wire

DECIDERS = ("asker", "owner", "arbitrator")
"""The seats that persons hold."""
_LONGEST = 4_000
_ANSWER = "answer_"
_ASKS = ("APPEAL", "RESOLUTION")


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a person decides, and the request that each decision makes."""

    key: str
    """Names the line at which it is asked: an answer to an older question is none to this."""
    message: str
    fields: Mapping[str, Any]
    required: tuple[str, ...]
    verb: Literal["choice", "gate", "answers", "ruling"]

    def asked(self) -> ElicitRequestFormParams:
        """The form that the person is shown."""
        schema = {"type": "object", "properties": dict(self.fields), "required": list(self.required)}
        return ElicitRequestFormParams(message=self.message[:_LONGEST], requested_schema=schema)

    def request(self, answer: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Where the decision goes, and as what."""
        given = {name: value for name, value in answer.items() if name in self.fields and value not in (None, "")}
        match self.verb:
            case "gate" if given.pop("decision", None) == "approve":
                return "approve", {"reason": given.get("reason", "")}
            case "gate":
                return "reject", given
            case "answers":
                said = [given.get(name, "") for name in self.fields if name.startswith(_ANSWER)]
                sure = 1 if given.get("clear", True) is True else 0
                return "moves", {"role": "owner", "type": "ANSWERS", "move": {"answers": said, "confidence": sure}}
            case _:
                return self.verb, given


async def question(wire: Wire, debate: str, context: Mapping[str, Any], role: str | None) -> Question | None:
    """What a debate waits for a person to decide; None where that is nothing, or not for this caller or role."""
    waits = context["debate"]["waiting_for"]
    decider = next((seat for seat in DECIDERS if seat in waits and is_a_persons(seat, context)), None)
    if decider is None or (decider != "arbitrator" and role not in (None, decider)):
        return None
    try:
        seen = await wire.ask("GET", f"/debates/{debate}", {"role": decider, "argument_limit": "5"})
    except Refused as refused:
        if refused.code in ("FORBIDDEN", "UNAUTHENTICATED"):
            return None
        raise
    kinds = {action["type"]: action["answers"] for action in seen["available_actions"] if action["must"]}
    if "CHOICE" in kinds:
        return _choice(seen, await wire.ask("GET", f"/debates/{debate}/result"))
    if "APPROVAL" in kinds:
        return _gate(seen, await wire.ask("GET", f"/debates/{debate}/gates"))
    if "ANSWERS" in kinds:
        return _answers(seen)
    if "RULING" in kinds:
        about = await wire.ask("GET", f"/debates/{debate}/arguments/{kinds['RULING']}", {"role": decider})
        return _ruling(seen, about, role)
    return None


def _choice(seen: Mapping[str, Any], found: Mapping[str, Any]) -> Question:
    options = _options(seen["arguments"][0])
    sides = "\n".join(str(each) for each in found["result"].get("perspectives", {}).values())
    wanted = found["result"].get("user_prompt") or "Which option do you choose?"
    fields = {
        "option": {"type": "string", "title": "Option", "enum": list(options)},
        "reason": {"type": "string", "title": "Why", "maxLength": _LONGEST},
    }
    return Question(_key("choice", seen), _message(seen, sides, wanted), fields, ("option",), "choice")


def _gate(seen: Mapping[str, Any], told: Mapping[str, Any]) -> Question:
    gate = told["gates"][-1]
    there = "\n".join(f"{one['author']}: {_tested(one)}" for one in gate["artifacts"])
    message = f"{_title(seen)}\n\nThe gate after {gate['phase']} is shut. What there is:\n{there}"
    fields: dict[str, Any] = {
        "decision": {"type": "string", "title": "Decision", "enum": ["approve", "reject"]},
        "reason": {"type": "string", "title": "Why; needed to reject", "maxLength": _LONGEST},
    }
    if back := told["may_go_back_to"]:
        fields["back_to"] = {"type": "string", "title": "If rejected: back to; else it ends", "enum": list(back)}
    return Question(_key("gate", seen), message, fields, ("decision",), "gate")


def _answers(seen: Mapping[str, Any]) -> Question | None:
    asked = next((one for one in reversed(seen["arguments"]) if one["type"] == "QUESTIONS"), None)
    if asked is None or not asked.get("move"):
        return None
    texts = [str(one["question"]) for one in asked["move"]["questions"]]
    listed = "\n".join(f"{number}. {text}" for number, text in enumerate(texts, start=1))
    fields: dict[str, Any] = {
        f"{_ANSWER}{number}": {"type": "string", "title": text, "minLength": 1, "maxLength": _LONGEST}
        for number, text in enumerate(texts, start=1)
    }
    required = tuple(fields)
    fields["clear"] = {"type": "boolean", "title": "That is all: begin with the work", "default": True}
    message = f"{_title(seen)}\n\nBefore the work begins, the {asked['role']} asks:\n{listed}"
    return Question(_key("answers", seen), message, fields, required, "answers")


def _ruling(seen: Mapping[str, Any], about: Mapping[str, Any], role: str | None) -> Question | None:
    """The ruling on a line; a side is asked where it was that side that wanted one."""
    if role not in (None, "arbitrator") and (about["type"] not in _ASKS or about["role"] != role):
        return None
    options = _options(about)
    ways = "\n".join(f"[{name}] {label}" for name, label in options.items())
    fields: dict[str, Any] = {
        "content": {"type": "string", "title": "Your ruling", "minLength": 1, "maxLength": _LONGEST},
        "close": {"type": "boolean", "title": "End the debate", "default": about["type"] == "RESOLUTION"},
    }
    if options:
        fields["option"] = {"type": "string", "title": "Option", "enum": list(options)}
    return Question(_key("ruling", seen), _message(seen, _why(about), ways), fields, ("content",), "ruling")


def _why(about: Mapping[str, Any]) -> str:
    """What a ruling is wanted for."""
    match about["type"]:
        case "lapsed":
            return "A side was silent, so the arbitrator decides how it goes on."
        case "INTERVENTION":
            return f"The arbitrator stopped the debate.\n{about['content'] or ''}".rstrip()
        case _:
            return f"The {about['role']} asks:\n{about['content']}"


def _message(seen: Mapping[str, Any], told: str, last: str) -> str:
    """The title, what is told, and what must be read whole before anybody can answer."""
    room = max(0, _LONGEST - len(_title(seen)) - len(last) - len("\n\n\n\n"))
    return f"{_title(seen)}\n\n{told[:room]}\n\n{last}".rstrip()


def _key(verb: str, seen: Mapping[str, Any]) -> str:
    return f"{verb}-{seen['debate']['seq']}"


def _title(seen: Mapping[str, Any]) -> str:
    return str(seen["debate"]["title"])


def _options(argument: Mapping[str, Any]) -> dict[str, str]:
    told = cast(list[Mapping[str, str]], argument.get("options") or [])
    return {one["id"]: one["label"] for one in told}


def _tested(one: Mapping[str, Any]) -> str:
    return "not tested" if one["passed"] is None else f"{one['passed']} of {one['total']} tests passed"
