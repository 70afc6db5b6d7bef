"""Opening an arbitration by hand."""

from uuid import uuid4

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Desk
from moot.desk.replies import Receipt
from moot.web.access import PageRoute, caller_of
from moot.web.acts import told
from moot.web.bar import Unsent
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.lists import Filters, listing
from moot.web.paper import page


class Opening:
    """The page on which a debate begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes; they go before those of the debates, whose ids are wild cards."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/new", self.form, methods=["GET"])
        router.add_api_route("/debates/new", self.open, methods=["POST"])
        return router

    async def form(self, request: Request) -> Response:
        """The empty form."""
        return await self._form(request, Unsent({"debate_id": str(uuid4())}, {}))

    async def open(self, request: Request) -> Response:
        """Opens the debate and says what to hand to the agents; a key is shown this once."""
        form = await filled(request)
        try:
            must_be_ours(request, form)
            receipt = await self._opened(request, form)
        except (Refusal, Outage) as problem:
            return await self._form(request, Unsent(form.fields, told(problem)), 422)
        if receipt.seat_keys is None:
            return RedirectResponse(f"/debates/{receipt.debate_id}/hand-over", 303)
        return await self._handed_over(request, receipt)

    async def _opened(self, request: Request, form: Filled) -> Receipt:
        return await self._desk.open_arbitration(
            caller_of(request),
            debate_id=form.get("debate_id"),
            title=form.get("title"),
            debate_type=form.get("debate_type"),
            content=form.get("content"),
            client_request_id=form.given("client_request_id"),
            max_rounds=_number(form.given("max_rounds")),
        )

    async def _form(self, request: Request, unsent: Unsent, status: int = 200) -> Response:
        caller = caller_of(request)
        sidebar = await listing(self._desk, caller, Filters())
        return page(request, "new.html", status, list=sidebar, types=self._desk.debate_types(), unsent=unsent)

    async def _handed_over(self, request: Request, receipt: Receipt) -> Response:
        caller = caller_of(request)
        context = await self._desk.context(caller, receipt.debate_id, argument_limit=0)
        return page(
            request,
            "hand_over.html",
            201,
            list=await listing(self._desk, caller, Filters()),
            debate=context.debate,
            motion=context.arguments[0],
            keys=receipt.seat_keys,
            server=str(request.base_url).rstrip("/"),
        )


def _number(given: str | None) -> int | None:
    if given is None:
        return None
    try:
        return int(given)
    except ValueError:
        raise InvalidInput(f"{given!r} is not a number of rounds.", suggestion="Leave it empty for no limit.") from None
