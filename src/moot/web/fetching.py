"""Fetching a model: how far it is, and a debate that begins by itself once it is here."""

from collections.abc import Iterator

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import HUMAN
from moot.desk import Caller, Desk
from moot.desk.replies import Context, PlayerTold
from moot.web.access import PageRoute, caller_of, local_path
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.paper import page
from moot.web.samples import as_told

_FETCHED = "embedded"
_HELD_BY_PEOPLE = frozenset({"arbitration"})
"""Formats in which a seat that nobody was named for is a person's."""


class Fetching:
    """What pages show of a model on its way."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/fetching", self.told, methods=["GET"])
        router.add_api_route("/fetching", self.begin, methods=["POST"])
        return router

    async def told(self, request: Request, player: str = "", holds: bool = False, due: bool = False) -> Response:
        """How far it is, for a page that shows it."""
        known = as_told(self._desk, caller_of(request), player)
        return page(request, "parts/usual.html", usual=known, holds=holds, due=due, here=known.fetches is None)

    async def begin(self, request: Request) -> Response:
        """Begins to fetch a model, and goes back to where that was asked for."""
        caller, form = caller_of(request), await filled(request)
        must_be_ours(request, form)
        await self._desk.fetch_player(caller, form.get("player"))
        return RedirectResponse(local_path(form.get("next")), 303)


async def awaited_for(desk: Desk, caller: Caller, form: Filled) -> PlayerTold | None:
    """The model that must be fetched before what was filled in can begin; from now on it is being fetched.

    Turns have deadlines, and nobody should lose one to a download. Files that were chosen cannot be shown again, so
    with them it begins at once.
    """
    if not caller.owns or form.uploads:
        return None
    known = {each.name: each for each in desk.players(caller) if each.usable and each.fetches is not None}
    named = next((name for name in _named(form, desk.usual_player) if name in known), None)
    return None if named is None else await desk.fetch_player(caller, named)


def awaited_in(desk: Desk, caller: Caller, context: Context) -> PlayerTold | None:
    """The model that a debate waits for and that is not here yet; whoever calls on it has it fetched."""
    due = {context.players.get(seat, HUMAN).removesuffix(":default") for seat in context.debate.waiting_for}
    # To tell of everybody takes a while, and most debates wait for people, or for the models of providers.
    if not caller.owns or not any(name.startswith(_FETCHED) or ":" not in name for name in due - {HUMAN}):
        return None
    return next((each for each in desk.players(caller) if each.name in due and each.fetches is not None), None)


async def awaited_at(desk: Desk, caller: Caller, debate_id: str) -> PlayerTold | None:
    """The same of a debate that was not read with its players."""
    if not caller.owns:
        return None
    return awaited_in(desk, caller, await desk.context(caller, debate_id, argument_limit=0))


def _named(form: Filled, usual: str) -> Iterator[str]:
    """The players that a form names; where it leaves one out, the usual one."""
    for name, value in form.fields.items():
        if name == "seats":
            yield from (line.partition("=")[2].strip() for line in value.splitlines())
        elif value.strip() and _names_a_player(name):
            yield value.strip()
        elif _names_a_player(name) and form.get("format") not in _HELD_BY_PEOPLE and _is_wanted(form, name):
            yield usual


def _names_a_player(field: str) -> bool:
    return field == "player" or field.endswith("_player") or field.startswith("seat_")


def _is_wanted(form: Filled, field: str) -> bool:
    """Whether somebody sits there: the judges of a panel have rows to spare."""
    return not field.endswith("_player") or form.given(f"{field.removesuffix('player')}name") is not None
