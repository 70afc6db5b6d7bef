"""Asking the person at the client what the house waits for.

A client of the older protocol is asked while its call goes on; one of the newer is told what to ask, and calls again
with the answer. Who declines or cancels changes nothing, nor does a client that fails to ask.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitResult, InputRequiredResult

from moot.mcp.call import Call
from moot.mcp.questions import Question, question
from moot.mcp.refusing import Refused

Came: TypeAlias = Literal["decided", "declined", "cancelled", "unreached", "overtaken"]
"""What came of asking: a decision was made, the person would not, could not be asked, or somebody else was faster."""

IN_VAIN = frozenset({"declined", "cancelled", "unreached"})
"""What need not be tried again at once."""


class PersonNeeded(Exception):
    """The client must ask its person and call again."""

    def __init__(self, wanted: Question, call: Call) -> None:
        super().__init__(wanted.key)
        self.result = InputRequiredResult(
            input_requests={wanted.key: ElicitRequest(params=wanted.asked())}, request_state=call.request_id
        )


async def ask_person(call: Call, debate: str, context: Mapping[str, Any], role: str | None = None) -> Came | None:
    """Puts the decision that a debate waits for to the person; None where there is none, or nobody to be asked.

    Who waits for a role is asked about what that role must decide or asked to be decided.
    """
    if not _can_ask(call):
        return None
    wanted = await question(call.wire, debate, context, role)
    if wanted is None:
        return None
    await call.note("Asking the person")
    answer = await _answer(call, wanted)
    if answer is None:
        return "unreached"
    if answer.action != "accept":
        return "declined" if answer.action == "decline" else "cancelled"
    path, body = wanted.request(answer.content or {})
    try:
        request = sha256(f"{call.request_id} {wanted.key}".encode(errors="replace")).hexdigest()
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


async def _answer(call: Call, wanted: Question) -> ElicitResult | None:
    """What the person said; None where the client said that it can ask and then could not."""
    if call.ctx.session.can_send_request:
        form = wanted.asked()
        try:
            return await call.ctx.session.elicit_form(form.message, form.requested_schema, call.ctx.request_id)
        except MCPError:
            return None
    given = (call.params.input_responses or {}).get(wanted.key)
    if given is None:
        raise PersonNeeded(wanted, call)
    return given if isinstance(given, ElicitResult) else ElicitResult(action="cancel")
