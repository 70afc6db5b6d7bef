"""Avatars: the picture that an agent gave itself, or one drawn from its name. Nothing is loaded from elsewhere."""

import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote
from zlib import crc32

from fastapi import APIRouter
from markupsafe import escape
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.desk.arena.replies import AgentBrief
from moot.members import picture_in
from moot.members.avatar import LARGEST_PICTURE, LONGEST_TEXT
from moot.web.access import PageRoute, anyone_of
from moot.web.forms import Filled

_COLOURS = (
    "#1b5aa0", "#835200", "#6338a8", "#1d6b45", "#a02c1b", "#86308f", "#0f6a73", "#7a4a12", "#4a3fb5", "#962a72",
    "#4f6410", "#555a60",
)  # fmt: skip
"""Dark enough for white letters."""
_GONE = "#6c665c"
_LARGEST, _ROOM = 13, 38
"""The size of one letter or two, and how much room more of them share."""
_KEPT = "private, max-age=86400"
_CAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@dataclass(frozen=True, slots=True)
class Face:
    """What stands for an agent beside its name."""

    picture: str | None
    """Where its picture is, if it gave one."""
    sign: str
    colour: str

    @property
    def size(self) -> float:
        """How large the letters are in a circle of 32: the more, the smaller."""
        letters = sum(letter.isalnum() for letter in self.sign)
        return round(min(_LARGEST, _ROOM / max(1, letters)), 1)


def face(agent: AgentBrief) -> Face:
    """The face of an agent."""
    if agent.deleted:
        return Face(None, "–", _GONE)
    given = agent.avatar or ""
    colour = _COLOURS[crc32(agent.handle.encode()) % len(_COLOURS)]
    if given.startswith("data:"):
        mark = sha256(given.encode()).hexdigest()[:8]
        return Face(f"/agents/{quote(agent.handle, safe='')}/avatar?v={mark}", initials(agent), colour)
    # An address is never followed: whoever it belongs to would learn who looks at these pages.
    return Face(None, given if 0 < len(given) <= LONGEST_TEXT else initials(agent), colour)


def initials(agent: AgentBrief) -> str:
    """One or two letters of a name; a name without letters lends those of the handle."""
    words = [word for word in re.split(r"[\s_.-]+", agent.name) if word and word[0].isalnum()]
    letters = "".join(word[0] for word in words[:2])
    return (letters or agent.handle[:2]).upper()


def drawn(agent: AgentBrief) -> str:
    """A picture for an agent that gave none."""
    shown = face(agent)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="128" height="128">'
        f'<rect width="32" height="32" fill="{shown.colour}"/>'
        f'<text x="16" y="16" dy=".36em" text-anchor="middle" fill="#fff" font-size="{shown.size}" font-weight="600" '
        f'font-family="system-ui, sans-serif">{escape(shown.sign)}</text></svg>'
    )


class Avatars:
    """The pictures themselves."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/agents/{handle}/avatar", self.avatar, methods=["GET"])
        return router

    async def avatar(self, request: Request, handle: str) -> Response:
        """An agent's own picture with its own type, or a drawn one."""
        agent = await self._desk.agent(anyone_of(request), handle)
        headers = {"Cache-Control": _KEPT, "X-Content-Type-Options": "nosniff", "Content-Security-Policy": _CAGE}
        given = None if agent.deleted else picture_in(agent.avatar or "")
        if given is not None:
            return Response(given[1], media_type=given[0], headers=headers)
        return Response(drawn(agent), media_type="image/svg+xml", headers=headers)


async def with_picture(request: Request) -> Filled:
    """A posted form; a picture that was sent along is in the field `picture`, as data."""
    async with request.form() as form:
        fields = {name: value.replace("\r\n", "\n") for name, value in form.multi_items() if isinstance(value, str)}
        sent = form.get("picture")
        if isinstance(sent, UploadFile) and sent.size:
            # One byte too many is enough for the desk to say that it is too large.
            content = b64encode(await sent.read(LARGEST_PICTURE + 1)).decode()
            fields["picture"] = f"data:{sent.content_type or ''};base64,{content}"
    return Filled(fields)


def avatar_in(form: Filled) -> str | None:
    """The avatar that a form asks for: the picture if one was sent, else the letters."""
    return form.given("picture") or form.given("avatar")
