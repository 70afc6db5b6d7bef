"""Acting on a debate: one form, one verb of the desk, and nothing lost if it is refused."""

from collections.abc import Mapping
from json import dumps
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.desk.replies import Receipt
from moot.formats.arbitration import ANOTHER_WAY
from moot.web.access import PageRoute, by_htmx, caller_of
from moot.web.asked import answered
from moot.web.bar import Unsent, bar_for
from moot.web.controls import ROWS
from moot.web.debates import DebatePages
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.problems import told
from moot.web.reading import read
from moot.web.seats import OWNERS_SEATS


class Acts:
    """What can be done about one debate."""

    def __init__(self, desk: Desk, pages: DebatePages) -> None:
        self._desk = desk
        self._pages = pages

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/act", self.act, methods=["POST"])
        return router

    async def act(self, request: Request, debate_id: str) -> Response:
        """Does what the form says, or shows why not with the text still in it."""
        caller, form = caller_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            if form.get("more"):
                return await self._refused(request, debate_id, _with_a_row(form), {})
            receipt = await self._done(caller, debate_id, form)
        except (Refusal, Outage) as problem:
            return await self._refused(request, debate_id, form, told(problem))
        return await self._accepted(request, form, receipt)

    async def _done(self, caller: Caller, debate: str, form: Filled) -> Receipt:
        request = form.given("client_request_id")
        match form.get("act"):
            case "stop":
                form.must_be_confirmed()
                note = form.get("content").strip()
                return await self._desk.intervene(caller, debate, content=note, client_request_id=request)
            case "rule":
                return await self._ruled(caller, debate, form, close=False)
            case "close":
                form.must_be_confirmed()
                return await self._ruled(caller, debate, form, close=True)
            case "argue":
                return await self._argued(caller, debate, form)
            case "choose":
                form.must_be_confirmed()
                move = {"option": form.get("option"), "reason": form.get("content").strip()}
                return await self._desk.move(
                    caller, debate, role=form.get("seat"), type="CHOICE", move=move, client_request_id=request
                )
            case "approve":
                reason = form.get("content").strip()
                return await self._desk.approve(caller, debate, reason=reason, client_request_id=request)
            case "reject":
                form.must_be_confirmed()
                reason, back = form.get("content").strip(), form.given("back_to")
                return await self._desk.reject(caller, debate, reason=reason, back_to=back, client_request_id=request)
            case "move":
                format = (await self._desk.agreed(caller, debate)).format
                return await answered(self._desk, caller, debate, format, form.get("seat"), form.fields)
            case _:
                raise InvalidInput("The form does not say what to do.", suggestion="Use one of its buttons.")

    async def _ruled(self, caller: Caller, debate: str, form: Filled, *, close: bool) -> Receipt:
        option = form.given("option")
        content = form.get("content") if form.given("content") else await self._label(caller, debate, option)
        return await self._desk.rule(
            caller,
            debate,
            content=content,
            option=option,
            close=close,
            client_request_id=form.given("client_request_id"),
        )

    async def _label(self, caller: Caller, debate: str, option: str | None) -> str:
        """What a ruling says that only chose an option: that option, unless it is to find another way."""
        if option in (None, ANOTHER_WAY.id):
            return ""
        context = await read(self._desk, caller, debate, None)
        about = (await bar_for(self._desk, caller, context)).about
        offered = {offer.id: offer.label for offer in (about and about.options) or ()}
        return offered.get(option, "")

    async def _argued(self, caller: Caller, debate: str, form: Filled) -> Receipt:
        target, content = form.get("target_id"), form.get("content")
        request = form.given("client_request_id")
        match form.get("move"):
            case "APPEAL":
                options = [line.strip() for line in form.get("options").splitlines() if line.strip()]
                return await self._desk.appeal(
                    caller, debate, target_id=target, content=content, options=options, client_request_id=request
                )
            case "RESOLUTION":
                return await self._desk.request_completion(
                    caller, debate, target_id=target, content=content, client_request_id=request
                )
            case _:
                return await self._desk.submit(
                    caller,
                    debate,
                    role=form.get("seat"),
                    target_id=target,
                    content=content,
                    client_request_id=request,
                )

    async def _accepted(self, request: Request, form: Filled, receipt: Receipt) -> Response:
        seat = form.given("seat")
        if not by_htmx(request):
            kept = "" if seat is None or seat in OWNERS_SEATS.values() else f"?{urlencode({'seat': seat})}"
            return RedirectResponse(f"/debates/{receipt.debate_id}{kept}#line-{receipt.seq}", 303)
        context = await read(self._desk, caller_of(request), receipt.debate_id, seat)
        answer = await self._pages.bar_alone(request, context)
        answer.headers["HX-Trigger"] = dumps({"moot:acted": {"line": receipt.seq}})
        return answer

    async def _refused(self, request: Request, debate: str, form: Filled, refusal: Mapping[str, object]) -> Response:
        unsent = Unsent(form.fields, refusal)
        context = await self._pages.read(request, debate, form.given("seat"))
        if by_htmx(request):
            return await self._pages.bar_alone(request, context, 422 if refusal else 200, unsent)
        return await self._pages.shown(request, context, 422 if refusal else 200, unsent=unsent)


def _with_a_row(form: Filled) -> Filled:
    """The same form with one more row in the list that was asked to have more."""
    name = form.get("more")
    shown = form.get(ROWS + name)
    return Filled({**form.fields, ROWS + name: str(int(shown) + 1 if shown.isdecimal() else 2)})
