"""The lane of moves. They are what there is most of, so a well-formed one goes straight to the desk.

Whatever else comes goes the long way, through the routes that describe the API and say what is wrong with a request.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.debate import Outage, Refusal
from moot.desk import Desk
from moot.desk.arena.replies import Judged, Posted
from moot.desk.replies import Receipt
from moot.http.arena_forms import JudgmentForm, PostForm
from moot.http.errors import BROKEN, answer, told
from moot.http.forms import AppealForm, ArgumentForm, Form, InterventionForm, ResolutionForm, RulingForm
from moot.http.routers import PREFIX

LONGEST_ID = 100

Moved: TypeAlias = Receipt | Posted | Judged
Verb: TypeAlias = Callable[..., Awaitable[Moved]]

_JSON = (b"content-type", b"application/json")
_DEBATES = f"{PREFIX}/debates/"


class Lane:
    """Takes moves out of the traffic, and lets the rest go on."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self._app = app
        self._moves: Mapping[str, tuple[type[Form], Verb]] = {
            "arguments": (ArgumentForm, desk.submit),
            "appeal": (AppealForm, desk.appeal),
            "resolution": (ResolutionForm, desk.request_completion),
            "ruling": (RulingForm, desk.rule),
            "intervention": (InterventionForm, desk.intervene),
            "posts": (PostForm, desk.post),
            "judgments": (JudgmentForm, desk.judge),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; a move that is handed in whole and well-formed by somebody known is made at once."""
        if scope["type"] != "http" or scope["method"] != "POST" or _JSON not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        debate, _, verb = scope["path"].removeprefix(_DEBATES).partition("/")
        move, caller = self._moves.get(verb), scope["state"]["caller"]
        known = caller is not None and not caller.visits
        if move is None or not known or not scope["path"].startswith(_DEBATES) or len(debate) > LONGEST_ID:
            await self._app(scope, receive, send)
            return
        first = await receive()
        form = _filled(move[0], first)
        if form is None:
            await self._app(scope, _again(first, receive), send)
            return
        scope["moot.route"] = f"{_DEBATES}{{debate_id}}/{verb}"
        response, fault = await _moved(move[1](caller, debate, **form.model_dump()))
        await response(scope, receive, send)
        if fault is not None:
            raise fault


def _filled(form: type[Form], message: Message) -> Form | None:
    """The form, if it came in one piece and all is well with it."""
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return form.model_validate_json(message.get("body", b""))
    except ValidationError:
        return None


async def _moved(moving: Awaitable[Moved]) -> tuple[Response, Exception | None]:
    """The answer, and the fault of ours, if there was one: it is the log's to tell, not the answer's."""
    try:
        receipt = await moving
    except (Refusal, Outage) as refused:
        return answer(told(refused)), None
    except Exception as fault:
        return answer(BROKEN), fault
    status = 200 if receipt.repeated else 201
    return Response(receipt.model_dump_json(), status, media_type="application/json"), None


def _again(first: Message, receive: Receive) -> Receive:
    """What was received, for whoever comes after."""
    messages = [first]

    async def receiving() -> Message:
        return messages.pop() if messages else await receive()

    return receiving
