"""Asking the person at the client: which option, whether a gate opens, what the ruling is.

A client of the older protocol is asked while its call goes on; one of the newer is told what to ask, and calls again
with the answer. Who declines or cancels changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, TypeAlias, cast

from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult

from moot.mcp.call import Call
from moot.mcp.refusing import Refused

Came: TypeAlias = Literal["decided", "declined", "cancelled", "overtaken"]
"""What came of asking: a decision was made, the person would not, or somebody else was faster."""

DECIDERS = ("asker", "owner", "arbitrator")
"""The seats that persons hold."""
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a person decides, and the request that each decision makes."""

    key: str
    """Names the line at which it is asked: an answer to an older question is none to this."""
    message: str
    fields: Mapping[str, Any]
    required: tuple[str, ...]
    debate: str
    verb: Literal["choice", "gate", "ruling"]

    def asked(self) -> ElicitRequestFormParams:
        """The form that the person is shown."""
        schema = {"type": "object", "properties": dict(self.fields), "required": list(self.required)}
        return ElicitRequestFormParams(message=self.message, requested_schema=schema)

    def request(self, answer: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Where the decision goes, and as what."""
        given = {name: value for name, value in answer.items() if name in self.fields and value not in (None, "")}
        if self.verb != "gate":
            return self.verb, given
        if given.pop("decision", None) == "approve":
            return "approve", {"reason": given.get("reason", "")}
        return "reject", given


class PersonNeeded(Exception):
    """The client must ask its person and call again."""

    def __init__(self, question: Question, call: Call) -> None:
        super().__init__(question.key)
        self.result = InputRequiredResult(
            input_requests={question.key: ElicitRequest(params=question.asked())}, request_state=call.request_id
        )


async def ask_person(call: Call, debate: str, context: Mapping[str, Any], role: str | None = None) -> Came | None:
    """Puts the decision that a debate waits for to the person; None where there is none, or nobody to be asked.

    Who waits for a role is asked about what that role must decide or asked to be decided.
    """
    if not _can_ask(call):
        return None
    question = await _question(call, debate, context, role)
    if question is None:
        return None
    await call.note("Asking the person")
    answer = await _answer(call, question)
    if answer.action != "accept":
        return "declined" if answer.action == "decline" else "cancelled"
    path, body = question.request(answer.content or {})
    try:
        request = sha256(f"{call.request_id} {question.key}".encode(errors="replace")).hexdigest()
        await call.wire.ask("POST", f"/debates/{debate}/{path}", None, {**body, "client_request_id": request})
    except Refused as refused:
        if refused.code == "ACTION_NOT_ALLOWED":
            return "overtaken"
        raise
    return "decided"


def _can_ask(call: Call) -> bool:
    declared = call.ctx.session.client_capabilities
    if declared is None or declared.elicitation is None:
        return False
    # Who declares neither way means forms, as it was before there were two.
    return declared.elicitation.form is not None or declared.elicitation.url is None


async def _answer(call: Call, question: Question) -> ElicitResult:
    if call.ctx.session.can_send_request:
        form = question.asked()
        return await call.ctx.session.elicit_form(form.message, form.requested_schema, call.ctx.request_id)
    given = (call.params.input_responses or {}).get(question.key)
    if given is None:
        raise PersonNeeded(question, call)
    return given if isinstance(given, ElicitResult) else ElicitResult(action="cancel")


async def _question(call: Call, debate: str, context: Mapping[str, Any], role: str | None) -> Question | None:
    waits = set(context["debate"]["waiting_for"]) - set(context.get("players") or {})
    decider = next((seat for seat in DECIDERS if seat in waits), None)
    if decider is None:
        return None
    try:
        seen = await call.wire.ask("GET", f"/debates/{debate}", {"role": decider, "argument_limit": "5"})
    except Refused as refused:
        if refused.code in ("FORBIDDEN", "UNAUTHENTICATED"):
            return None
        raise
    kinds = {action["type"] for action in seen["available_actions"] if action["must"]}
    line = int(seen["debate"]["seq"])
    if "CHOICE" in kinds:
        return _choice(debate, line, seen, await call.wire.ask("GET", f"/debates/{debate}/result"))
    if "APPROVAL" in kinds:
        return _gate(debate, line, seen, await call.wire.ask("GET", f"/debates/{debate}/gates"))
    return _ruling(debate, line, seen, role) if "RULING" in kinds else None


def _choice(debate: str, line: int, seen: Mapping[str, Any], found: Mapping[str, Any]) -> Question:
    options = _options(seen["arguments"][0])
    sides = "\n".join(str(each) for each in found["result"].get("perspectives", {}).values())
    message = (
        f"{seen['debate']['title']}\n\n{found['result'].get('user_prompt') or 'Which option do you choose?'}\n{sides}"
    )
    fields = {
        "option": {"type": "string", "title": "Option", "enum": list(options)},
        "reason": {"type": "string", "title": "Why", "maxLength": _LONGEST},
    }
    return Question(f"choice-{line}", message[:_LONGEST], fields, ("option",), debate, "choice")


def _gate(debate: str, line: int, seen: Mapping[str, Any], told: Mapping[str, Any]) -> Question:
    gate = told["gates"][-1]
    there = "\n".join(f"{one['author']}: {_tested(one)}" for one in gate["artifacts"])
    message = f"{seen['debate']['title']}\n\nThe gate after {gate['phase']} is shut. What there is:\n{there}"
    fields: dict[str, Any] = {
        "decision": {"type": "string", "title": "Decision", "enum": ["approve", "reject"]},
        "reason": {"type": "string", "title": "Why; needed to reject", "maxLength": _LONGEST},
    }
    if back := told["may_go_back_to"]:
        fields["back_to"] = {"type": "string", "title": "If rejected: back to; else it ends", "enum": list(back)}
    return Question(f"gate-{line}", message[:_LONGEST], fields, ("decision",), debate, "gate")


def _ruling(debate: str, line: int, seen: Mapping[str, Any], role: str | None) -> Question | None:
    asked = next((one for one in reversed(seen["arguments"]) if one["type"] in ("APPEAL", "RESOLUTION")), None)
    by = None if asked is None else asked["role"]
    if role not in (None, "arbitrator", by):
        return None
    options = {} if asked is None else _options(asked)
    ways = "\n".join(f"[{name}] {label}" for name, label in options.items())
    said = "The arbitrator stopped the debate." if asked is None else f"The {by} asks:\n{asked['content']}"
    fields: dict[str, Any] = {
        "content": {"type": "string", "title": "Your ruling", "minLength": 1, "maxLength": _LONGEST},
        "close": {
            "type": "boolean",
            "title": "End the debate",
            "default": asked is not None and asked["type"] == "RESOLUTION",
        },
    }
    if options:
        fields["option"] = {"type": "string", "title": "Option", "enum": list(options)}
    message = f"{seen['debate']['title']}\n\n{said}\n{ways}"
    return Question(f"ruling-{line}", message[:_LONGEST], fields, ("content",), debate, "ruling")


def _options(argument: Mapping[str, Any]) -> dict[str, str]:
    told = cast(list[Mapping[str, str]], argument.get("options") or [])
    return {one["id"]: one["label"] for one in told}


def _tested(one: Mapping[str, Any]) -> str:
    return "not tested" if one["passed"] is None else f"{one['passed']} of {one['total']} tests passed"
