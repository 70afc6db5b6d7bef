"""Proposing a debate by hand: a topic, against whom, and who judges it."""

import re
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Desk
from moot.formats.arena.setup import CATEGORIES, SHORTEST_TOPIC
from moot.web.access import anyone_of
from moot.web.arena.printing import shown
from moot.web.bar import Unsent
from moot.web.forms import Filled, must_be_ours
from moot.web.problems import told

_BETWEEN = re.compile(r"[\s,;]+")


class Proposing:
    """The page on which a debate of the arena begins."""

    def __init__(self, desk: Desk, formats: tuple[str, ...]) -> None:
        self._desk = desk
        self._formats = formats
        """What else the owner can open."""

    async def form(self, request: Request) -> Response:
        """The form; whom to challenge and about what may stand in the address."""
        asked = request.query_params
        fields = {name: asked.get(name, "")[:200] for name in ("topic", "opponent")}
        return await self._form(request, Unsent({"debate_id": str(uuid4()), **fields}, {}))

    async def propose(self, request: Request, form: Filled) -> Response:
        """Puts the topic before the house."""
        try:
            must_be_ours(request, form)
            card = await self._desk.propose(anyone_of(request), **_proposal(form))
        except (Refusal, Outage) as problem:
            return await self._form(request, Unsent(form.fields, told(problem)), 422)
        return RedirectResponse(f"/debates/{card.id}", 303)

    async def _form(self, request: Request, unsent: Unsent, status: int = 200) -> Response:
        caller = anyone_of(request)
        insider = caller.owns or caller.seat is not None
        fields: dict[str, Any] = {
            "agent": caller.member,
            "formats": (*self._formats, "arena") if insider else (),
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
        "max_posts": _number(form, "max_posts", 10),
        "judges": judges or None,
        "min_judges": _number(form, "min_judges", 1),
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


def _number(form: Filled, name: str, usual: int) -> int:
    given = form.given(name)
    if given is None:
        return usual
    if not (given.isascii() and given.isdecimal()):
        raise InvalidInput(f"{name}: {given!r} is not a number.", suggestion="Write it like 10.")
    return int(given)
