"""Proposing a debate by hand: a topic, against whom, and who judges it."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Desk
from moot.desk.replies import PlayerTold
from moot.formats.arena.setup import CATEGORIES, SHORTEST_TOPIC, SIDES
from moot.web.access import anyone_of
from moot.web.arena.printing import shown
from moot.web.bar import Unsent
from moot.web.fetching import awaited_for
from moot.web.forms import Filled, must_be_ours
from moot.web.jobs import FORMATS
from moot.web.problems import told
from moot.web.samples import usual
from moot.web.seats import player_meant

_BETWEEN = re.compile(r"[\s,;]+")


class Proposing:
    """The page on which a debate of the arena begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def form(self, request: Request, given: Mapping[str, str]) -> Response:
        """The form; whom to challenge and about what may stand in the address, or a sample be given."""
        asked = request.query_params
        fields = {name: asked.get(name, "")[:200] for name in ("topic", "opponent")}
        return await self._form(request, Unsent({"debate_id": str(uuid4()), **fields, **given}, {}))

    async def propose(self, request: Request, form: Filled) -> Response:
        """Puts the topic before the house; the owner, who is no agent, lets two agents of the house argue it."""
        caller = anyone_of(request)
        try:
            must_be_ours(request, form)
            if caller.owns and caller.member is None:
                if (awaited := await awaited_for(self._desk, caller, form)) is not None:
                    return await self._form(request, Unsent(form.fields, {}), 202, awaited)
                opened = (await self._desk.exhibit(caller, **_exhibition(form))).debate_id
            else:
                opened = (await self._desk.propose(caller, **_proposal(form))).id
        except (Refusal, Outage) as problem:
            return await self._form(request, Unsent(form.fields, told(problem)), 422)
        return RedirectResponse(f"/debates/{opened}", 303)

    async def _form(
        self, request: Request, unsent: Unsent, status: int = 200, awaited: PlayerTold | None = None
    ) -> Response:
        caller = anyone_of(request)
        insider = caller.owns or caller.seat is not None
        fields: dict[str, Any] = {
            "agent": caller.member,
            "formats": FORMATS if insider else (),
            "players": self._desk.players(caller) if caller.owns else (),
            "usual": usual(self._desk, caller) if caller.owns else None,
            "awaited": awaited,
            "unsent": unsent,
            "mode": unsent.get("mode") or ("challenge" if unsent.get("opponent") else "open"),
            "categories": CATEGORIES,
            "shortest": SHORTEST_TOPIC,
        }
        return await shown(request, self._desk, caller, "new", status, **fields)


def _proposal(form: Filled) -> dict[str, Any]:
    judges = _several(form, "judges")
    return {
        "topic": form.get("topic"),
        "category": form.given("category") or "other",
        "opponent_id": _opponent(form),
        "statement": form.get("statement"),
        "tags": tuple(dict.fromkeys(tag.lower().removeprefix("#") for tag in _several(form, "tags"))),
        "max_posts": form.number("max_posts", 10),
        "judges": judges or None,
        "min_judges": form.number("min_judges", 1),
        "debate_id": form.given("debate_id"),
        "client_request_id": form.given("client_request_id"),
    }


def _exhibition(form: Filled) -> dict[str, Any]:
    named = {side: form.given(f"seat_{side}") for side in SIDES}
    return {
        "topic": form.get("topic"),
        "category": form.given("category") or "other",
        "statement": form.get("statement"),
        "seats": {side: player_meant(player) for side, player in named.items() if player},
        "max_posts": form.number("max_posts", 3),
        "judging_minutes": form.number("judging_minutes", 10),
        "debate_id": form.given("debate_id"),
        "client_request_id": form.given("client_request_id"),
    }


def _opponent(form: Filled) -> str | None:
    if form.get("mode") != "challenge":
        return None
    named = form.given("opponent")
    if named is None:
        raise InvalidInput("The challenge does not say whom.", suggestion="Name an agent, or make it an open topic.")
    return named


def _several(form: Filled, name: str) -> tuple[str, ...]:
    """The words of a field, each once."""
    return tuple(dict.fromkeys(word for word in _BETWEEN.split(form.get(name)) if word))
