"""Opening a debate by hand: an arbitration, a panel, an evaluation, a workshop; who sits where is part of each."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias
from uuid import uuid4

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import HUMAN, InvalidInput, Outage, Refusal
from moot.desk import Desk
from moot.desk.replies import Receipt
from moot.formats.panel import DEFAULT_JUDGES
from moot.web.access import PageRoute, anyone_of, caller_of
from moot.web.arena.opening import Proposing
from moot.web.bar import Unsent
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.problems import told
from moot.web.workshop import OPTIONS, open_workshop

Format: TypeAlias = Literal["arbitration", "panel", "evaluation", "workshop"]
FORMATS: tuple[Format, ...] = ("arbitration", "panel", "evaluation", "workshop")
SEATS: Mapping[str, tuple[str, ...]] = {
    "arbitration": ("proposer", "opponent", "arbitrator"),
    "evaluation": ("assessor", "red_team", "advocate", "challenger", "arbiter"),
}
"""Whom the form asks a player for; the judges of a panel are named on it."""
MOST_JUDGES = 7


class Opening:
    """The page on which a debate begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._arena = Proposing(desk, FORMATS)

    def router(self) -> APIRouter:
        """Its routes; they go before those of the debates, whose ids are wild cards."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/new", self.form, methods=["GET"])
        router.add_api_route("/debates/new", self.open, methods=["POST"])
        return router

    async def form(self, request: Request, format: Format | Literal["arena", ""] = "") -> Response:
        """The empty form; agents open debates of the arena alone."""
        caller = anyone_of(request)
        if format == "arena" or (caller.member is not None and not (format and caller.owns)):
            return await self._arena.form(request)
        return await self._form(request, Unsent({"debate_id": str(uuid4()), "format": format or "arbitration"}, {}))

    async def open(self, request: Request) -> Response:
        """Opens the debate, and says what to hand to whom; a key is shown this once."""
        form = await filled(request)
        if form.get("format") == "arena":
            return await self._arena.propose(request, form)
        try:
            must_be_ours(request, form)
            receipt = await self._opened(request, form)
        except (Refusal, Outage) as problem:
            return await self._form(request, Unsent(form.fields, told(problem)), 422)
        if receipt.seat_keys is not None:
            return await self._handed_over(request, form, receipt)
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
                return await self._desk.ask_panel(caller, question=_question(form), seats=_judges_seats(form), **same)
            case "evaluation":
                debate = bool(form.get("debate"))
                title, idea = form.given("title"), form.get("content")
                seats = _seats(form, "evaluation")
                return await self._desk.evaluate(caller, idea=idea, title=title, debate=debate, seats=seats, **same)
            case "workshop":
                return await open_workshop(self._desk, caller, form, **same)
            case "arbitration":
                return await self._desk.open_arbitration(
                    caller,
                    title=form.get("title"),
                    debate_type=form.get("debate_type"),
                    content=form.get("content"),
                    max_rounds=_number(form.given("max_rounds")),
                    seats=_seats(form, "arbitration"),
                    **same,
                )
            case other:
                raise InvalidInput(f"There is no format {other!r} to open here.", suggestion="Choose one above.")

    async def _form(self, request: Request, unsent: Unsent, status: int = 200) -> Response:
        caller = caller_of(request)
        return page(
            request,
            "new.html",
            status,
            list=await listing(self._desk, caller, Filters()),
            types=self._desk.debate_types(),
            unsent=unsent,
            chosen=unsent.get("format") if unsent.get("format") in FORMATS else "arbitration",
            formats=(*FORMATS, "arena"),
            seats=SEATS,
            options=OPTIONS,
            judges=_judges_shown(unsent),
            players=self._desk.players(caller) if caller.owns else (),
        )

    async def _handed_over(self, request: Request, form: Filled, receipt: Receipt) -> Response:
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
            players=context.players,
            server=str(request.base_url).rstrip("/"),
        )


def _is_for_agents(form: Filled) -> bool:
    """Whether somebody from outside takes a side, who must be told how."""
    if (form.given("format") or "arbitration") != "arbitration":
        return False
    return any((form.given(f"seat_{side}") or HUMAN) == HUMAN for side in ("proposer", "opponent"))


def _question(form: Filled) -> dict[str, Any]:
    """The question as a file would hold it."""
    judges = list(_judges(form))
    asked: dict[str, Any] = {
        "question": form.get("content"),
        "options": [line.strip() for line in form.get("options").splitlines() if line.strip()],
        "context": form.given("context"),
        "judges": judges or None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def _judges(form: Filled) -> Iterator[dict[str, str]]:
    for place in range(MOST_JUDGES):
        told = {part: form.given(f"judge_{place}_{part}") for part in ("name", "stance", "optimise")}
        if any(told.values()):
            given = {part: value or "" for part, value in told.items()}
            yield given | _brief_of(given)


def _brief_of(given: Mapping[str, str]) -> dict[str, str]:
    """What a judge of the usual panel is told besides, as long as it is that judge."""
    usual = {judge.name: judge for judge in DEFAULT_JUDGES}.get(given["name"])
    is_usual = usual is not None and usual.optimise == given["optimise"]
    return {"brief": usual.brief} if usual is not None and is_usual else {}


def _judges_seats(form: Filled) -> dict[str, str]:
    places = ((form.given(f"judge_{n}_name"), form.given(f"judge_{n}_player")) for n in range(MOST_JUDGES))
    return {name: player for name, player in places if name and player}


def _judges_shown(unsent: Unsent) -> list[dict[str, str]]:
    """The rows of the form: as they were sent, or the usual panel and room for more."""
    parts = ("name", "stance", "optimise", "player")
    if any(name.startswith("judge_") for name in unsent.fields):
        return [{part: unsent.get(f"judge_{n}_{part}") for part in parts} for n in range(MOST_JUDGES)]
    usual = [{"name": one.name, "stance": one.stance, "optimise": one.optimise, "player": ""} for one in DEFAULT_JUDGES]
    return [*usual, *(dict.fromkeys(parts, "") for _ in range(MOST_JUDGES - len(usual)))]


def _seats(form: Filled, format: str) -> dict[str, str]:
    named = {seat: form.given(f"seat_{seat}") for seat in SEATS[format]}
    return {seat: player for seat, player in named.items() if player}


def _number(given: str | None) -> int | None:
    if given is None:
        return None
    try:
        return int(given)
    except ValueError:
        raise InvalidInput(f"{given!r} is not a number of rounds.", suggestion="Leave it empty for no limit.") from None
