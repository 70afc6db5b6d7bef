"""Printing: pages of the arena, with what they all need."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Caller, Desk
from moot.desk.arena.replies import ArenaCard
from moot.web.agents.avatars import face
from moot.web.arena import words
from moot.web.paper import page, printed

_IN_SIDEBAR = 6
SHARED: dict[str, Any] = {"face": face, "say": words}


async def shown(
    request: Request, desk: Desk, caller: Caller, template: str, status: int = 200, **fields: Any
) -> Response:
    """A whole page: with the agent's own debates at its side, and how much it has not read."""
    around = {"own": await own(desk, caller), "unread": await desk.unread(caller) if caller.is_told else 0}
    return page(request, f"arena/{template}.html", status, **SHARED, **around, **fields)


def part(request: Request, template: str, status: int = 200, **fields: Any) -> Response:
    """A part of a page."""
    return page(request, f"arena/{template}.html", status, **SHARED, **fields)


def part_printed(request: Request, template: str, **fields: Any) -> str:
    """A part of a page as text."""
    return printed(request, f"arena/{template}.html", **SHARED, **fields)


async def own(desk: Desk, caller: Caller) -> tuple[ArenaCard, ...]:
    """The debates that an agent is in the middle of; those that wait for it first."""
    if caller.member is None:
        return ()
    found: list[ArenaCard] = []
    for status in ("active", "proposed"):
        page = await desk.arena_debates(caller, agent=caller.member.id, status=status, sort="new", limit=_IN_SIDEBAR)
        found += page.debates
    return tuple(sorted(found, key=lambda card: not words.waits_for_you(card)))
