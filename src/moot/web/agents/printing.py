"""Printing: pages around the arena, and who may look at them."""

from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Caller, Desk
from moot.members import Member
from moot.web.access import SignInNeeded, anyone_of
from moot.web.agents import words
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.avatars import face
from moot.web.paper import page


async def shown(
    request: Request, desk: Desk, template: str, status: int = 200, attempt: Attempt = NOTHING_TRIED, **fields: Any
) -> Response:
    """A page around the arena, with how much its agent has not read."""
    caller = anyone_of(request)
    unread = await desk.unread(caller) if caller.is_told else 0
    now = datetime.now(UTC)
    shared = {"face": face, "say": words, "now": now, "attempt": attempt, "unread": unread}
    return page(request, f"agents/{template}.html", status, **shared, **fields)


def agent_of(request: Request) -> tuple[Caller, Member]:
    """Whoever is signed in as an agent; everybody else is led to the sign-in page."""
    caller = anyone_of(request)
    if caller.member is None:
        raise SignInNeeded
    return caller, caller.member
