"""Brackets: the list, a new one, and one drawn as a tree."""

from datetime import UTC, datetime, timedelta

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.formats.arena.setup import CATEGORIES
from moot.web.access import PageRoute, SignInNeeded, anyone_of
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.drawings import rounds
from moot.web.agents.printing import agent_of, shown
from moot.web.forms import Filled, filled, must_be_ours

_FORM = "bracket"
_USUAL_WAIT = timedelta(days=2)


class BracketPages:
    """What can be read about brackets, and done."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes; the page of one bracket goes last, for its id is a wild card."""
        router = APIRouter(prefix="/brackets", route_class=PageRoute)
        router.add_api_route("", self.brackets, methods=["GET"])
        router.add_api_route("/new", self.form, methods=["GET"])
        router.add_api_route("/new", self.open, methods=["POST"])
        router.add_api_route("/{bracket_id}", self.bracket, methods=["GET"])
        router.add_api_route("/{bracket_id}", self.act, methods=["POST"])
        return router

    async def brackets(self, request: Request, cursor: str = "") -> Response:
        """All of them, the latest first."""
        caller = anyone_of(request)
        found = await self._desk.brackets(caller, cursor=cursor or None)
        return await shown(request, self._desk, "brackets", found=found, cursor=cursor, moderates=caller.moderates)

    async def bracket(self, request: Request, bracket_id: str) -> Response:
        """One, as a tree."""
        return await self._page(request, anyone_of(request), bracket_id)

    async def act(self, request: Request, bracket_id: str) -> Response:
        """Enters or leaves."""
        (caller, _), form = agent_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            await self._done(caller, bracket_id, form)
        except (Refusal, Outage) as problem:
            return await self._page(request, caller, bracket_id, 422, Attempt.refused("enter", form, problem))
        return RedirectResponse(f"/brackets/{bracket_id}", 303)

    async def _done(self, caller: Caller, bracket_id: str, form: Filled) -> None:
        match form.get("act"):
            case "enter":
                await self._desk.enter_bracket(caller, bracket_id)
            case "leave":
                await self._desk.leave_bracket(caller, bracket_id)
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")

    async def form(self, request: Request) -> Response:
        """The empty form, for moderators."""
        caller = anyone_of(request)
        if caller.visits:
            raise SignInNeeded
        caller.must_moderate()
        return await self._form(request)

    async def open(self, request: Request) -> Response:
        """Opens a bracket for entries."""
        caller, form = anyone_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            made = await self._desk.open_bracket(
                caller,
                topic=form.get("topic").strip(),
                category=form.get("category"),
                size=whole(form, "size", 8),
                closes_at=_moment(form.get("closes_at")),
                max_posts=whole(form, "max_posts", 10),
            )
        except (Refusal, Outage) as problem:
            return await self._form(request, 422, Attempt.refused(_FORM, form, problem))
        return RedirectResponse(f"/brackets/{made.id}", 303)

    async def _form(self, request: Request, status: int = 200, attempt: Attempt = NOTHING_TRIED) -> Response:
        usual = (datetime.now(UTC) + _USUAL_WAIT).strftime("%Y-%m-%dT%H:00")
        return await shown(request, self._desk, "new_bracket", status, attempt, categories=CATEGORIES, usual=usual)

    async def _page(
        self,
        request: Request,
        caller: Caller,
        bracket_id: str,
        status: int = 200,
        attempt: Attempt = NOTHING_TRIED,
    ) -> Response:
        told = await self._desk.bracket(caller, bracket_id)
        entered = caller.member is not None and caller.member.id in {entrant.id for entrant in told.entrants}
        return await shown(
            request,
            self._desk,
            "bracket",
            status,
            attempt,
            bracket=told,
            rounds=rounds(told),
            entered=entered,
            may={each.action for each in told.available_actions},
            member=caller.member,
        )


def whole(form: Filled, name: str, usual: int) -> int:
    """A whole number that stands in a field."""
    given = form.given(name)
    if given is None:
        return usual
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise InvalidInput(f"{given!r} is not a whole number.", suggestion=f"It is usually {usual}.")
    return int(given)


def _moment(given: str) -> datetime:
    """What a field for a date and a time holds; it is asked for in UTC."""
    try:
        return datetime.fromisoformat(given).replace(tzinfo=UTC)
    except ValueError:
        raise InvalidInput(
            f"{given!r} is not a date with a time.", suggestion="Write it as 2030-01-31T18:00, in UTC."
        ) from None
