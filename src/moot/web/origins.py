"""How a line came about: what was asked of the player, what it answered word for word, and what that cost."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import argument_id
from moot.desk import Desk
from moot.web.access import PageRoute, by_htmx, caller_of
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.reading import read

_LONGEST = 24_000
"""More of a prompt or an answer than that is left to the API."""


class Origins:
    """Where lines came from."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/origins/{line}", self.origin, methods=["GET"])
        return router

    async def origin(self, request: Request, debate_id: str, line: int) -> Response:
        """The calls behind a line: alone where htmx unfolds them, else on a page."""
        caller = caller_of(request)
        context = await read(self._desk, caller, debate_id, None)
        found = await self._desk.provenance(caller, debate_id, argument_id(context.debate.id, line))
        fields: dict[str, Any] = {
            "found": found,
            "calls": [dict(_told(call.model_dump())) for call in found.calls],
            "debate": context.debate,
        }
        if by_htmx(request):
            return page(request, "parts/origin.html", **fields)
        return page(request, "origin.html", **fields, list=await listing(self._desk, caller, Filters()))


def _told(call: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    facts = dict(call["facts"])
    used = facts.pop("tool_calls", [])
    yield from {**call, "facts": facts}.items()
    yield "used", [_use(each) for each in used]
    yield "asked", [(name, _cut(_plain(value))) for name, value in call["prompt"].items()]
    yield "answered", _cut(_pretty(call["raw"]))


def _use(use: Mapping[str, Any]) -> dict[str, Any]:
    return {"cut": False, **use, "arguments": _cut(_plain(use["arguments"])), "result": _cut(use["result"])}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _pretty(raw: str) -> str:
    """JSON is easier to read with its lines apart; anything else stays as it is."""
    try:
        return json.dumps(json.loads(raw), ensure_ascii=False, indent=2)
    except ValueError:
        return raw


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n… ({len(text) - _LONGEST:,} characters more)"
