"""Opening a debate by hand, of any format; who sits where is part of each. A sample can stand in the form already."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import uuid4

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import HUMAN, InvalidInput, Outage, Refusal
from moot.desk import Desk
from moot.desk.replies import PlayerTold, Receipt
from moot.web.access import PageRoute, anyone_of, caller_of
from moot.web.arena.opening import Proposing
from moot.web.bar import Unsent
from moot.web.fetching import awaited_for
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.jobs import FORMATS, Format
from moot.web.judges import judges_seats, judges_shown, question_in
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.problems import told
from moot.web.roundtable import WANTED, open_roundtable
from moot.web.samples import sampled, usual
from moot.web.seats import ME, OWNERS_SEATS, player_meant
from moot.web.workshop import OPTIONS, open_workshop

SEATS: Mapping[str, tuple[str, ...]] = {
    "arbitration": ("proposer", "opponent", "arbitrator"),
    "evaluation": ("assessor", "red_team", "advocate", "challenger", "arbiter"),
}
"""Whom the form asks a player for; the judges of a panel are named on it."""


class Opening:
    """The page on which a debate begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._arena = Proposing(desk)

    def router(self) -> APIRouter:
        """Its routes; they go before those of the debates, whose ids are wild cards."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/new", self.form, methods=["GET"])
        router.add_api_route("/debates/new", self.open, methods=["POST"])
        return router

    async def form(
        self, request: Request, format: Format | Literal[""] = "", sample: bool = False, by: Literal["", "me"] = ""
    ) -> Response:
        """The form, empty or with a sample in it; agents open debates of the arena alone."""
        caller = anyone_of(request)
        if caller.only_reads:
            caller.must_own()
        fields = self._sampled(format or "arbitration", by) if sample and caller.owns else {}
        if format == "arena" or (caller.member is not None and not (format and caller.owns)):
            return await self._arena.form(request, fields)
        begun = {"debate_id": str(uuid4()), "format": format or "arbitration", **fields}
        return await self._form(request, Unsent(begun, {}))

    def _sampled(self, format: str, by: str) -> dict[str, str]:
        return {**sampled(format, ME if by == ME else self._desk.usual_player), "sample": "yes", "by": by}

    async def open(self, request: Request) -> Response:
        """Opens the debate, and says what to hand to whom; a key is shown this once."""
        form = await filled(request)
        if form.get("format") == "arena":
            return await self._arena.propose(request, form)
        try:
            must_be_ours(request, form)
            if (awaited := await awaited_for(self._desk, caller_of(request), form)) is not None:
                return await self._form(request, Unsent(form.fields, {}), 202, awaited)
            receipt = await self._opened(request, form)
        except (Refusal, Outage) as problem:
            return await self._form(request, Unsent(form.fields, told(problem)), 422)
        if receipt.seat_keys is not None:
            return await self._handed_over(request, receipt)
        handed = "/hand-over" if _is_for_agents(form) else ""
        return RedirectResponse(f"/debates/{receipt.debate_id}{handed}", 303)

    async def _opened(self, request: Request, form: Filled) -> Receipt:
        caller = caller_of(request)
        same: dict[str, Any] = {
            "debate_id": form.get("debate_id"),
            "client_request_id": form.given("client_request_id"),
        }
        match form.given("format") or "arbitration":
            case "panel":
                return await self._desk.ask_panel(caller, question=question_in(form), seats=judges_seats(form), **same)
            case "evaluation":
                debate = bool(form.get("debate"))
                title, idea = form.given("title"), form.get("content")
                seats = _seats(form, "evaluation")
                return await self._desk.evaluate(caller, idea=idea, title=title, debate=debate, seats=seats, **same)
            case "workshop":
                return await open_workshop(self._desk, caller, form, **same)
            case "roundtable":
                return await open_roundtable(self._desk, caller, form, **same)
            case "arbitration":
                return await self._desk.open_arbitration(
                    caller,
                    title=form.get("title"),
                    debate_type=form.get("debate_type"),
                    content=form.get("content"),
                    max_rounds=form.number("max_rounds", 0) or None,
                    seats=_seats(form, "arbitration"),
                    **same,
                )
            case other:
                raise InvalidInput(f"There is no format {other!r} to open here.", suggestion="Choose one above.")

    async def _form(
        self, request: Request, unsent: Unsent, status: int = 200, awaited: PlayerTold | None = None
    ) -> Response:
        caller = caller_of(request)
        return page(
            request,
            "new.html",
            status,
            list=await listing(self._desk, caller, Filters()),
            types=self._desk.debate_types(),
            unsent=unsent,
            chosen=unsent.get("format") if unsent.get("format") in FORMATS else "arbitration",
            seats=SEATS,
            options=OPTIONS,
            wanted=WANTED,
            judges=judges_shown(unsent),
            players=self._desk.players(caller) if caller.owns else (),
            usual=usual(self._desk, caller) if caller.owns else None,
            awaited=awaited,
        )

    async def _handed_over(self, request: Request, receipt: Receipt) -> Response:
        """The keys for those who come from outside; where nobody does, the debate itself."""
        caller = caller_of(request)
        context = await self._desk.context(caller, receipt.debate_id, argument_limit=0)
        keys, own = receipt.seat_keys or {}, OWNERS_SEATS.get(context.debate.format)
        if not [seat for seat in keys if seat != own and context.players.get(seat, HUMAN) == HUMAN]:
            return RedirectResponse(f"/debates/{receipt.debate_id}", 303)
        return page(
            request,
            "hand_over.html",
            201,
            list=await listing(self._desk, caller, Filters()),
            debate=context.debate,
            motion=context.arguments[0],
            keys=keys,
            players=context.players,
            server=str(request.base_url).rstrip("/"),
        )


def _is_for_agents(form: Filled) -> bool:
    """Whether somebody from outside takes a side, who must be told how."""
    if (form.given("format") or "arbitration") != "arbitration":
        return False
    sides = (form.given(f"seat_{side}") or HUMAN for side in ("proposer", "opponent"))
    return HUMAN in sides


def _seats(form: Filled, format: str) -> dict[str, str]:
    named = {seat: form.given(f"seat_{seat}") for seat in SEATS[format]}
    return {seat: player_meant(player) for seat, player in named.items() if player}
