"""What a link to a debate shows elsewhere, before anybody follows it: a title, a line, and a picture."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Caller, Desk
from moot.web.access import PageRoute, anyone_of
from moot.web.arena.preview import HEADERS, previewed
from moot.web.previews import Preview, picture
from moot.web.reading import read
from moot.web.seats import seat_name
from moot.web.words import in_words, number, state_sentence

_LONGEST = 120


class Linking:
    """The pictures of debates, for who may read them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes: a picture for readers of a debate, and one for who was sent a link to it."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/preview.png", self.drawn, methods=["GET"])
        router.add_api_route("/shared/{key}/preview.png", self.drawn_for_reader, methods=["GET"])
        return router

    async def drawn(self, request: Request, debate_id: str) -> Response:
        """The picture of a debate."""
        return _printed(await preview_of(self._desk, anyone_of(request), debate_id))

    async def drawn_for_reader(self, request: Request, key: str) -> Response:
        """The picture of the debate that a link is for: whoever shows the link elsewhere has no cookie."""
        reader = await self._desk.reader(key)
        return _printed(await preview_of(self._desk, reader, reader.debate or ""))


async def preview_of(desk: Desk, caller: Caller, debate_id: str) -> Preview:
    """What is told of a debate where nobody has opened it yet."""
    if await desk.format_of(caller, debate_id) == "arena":
        return previewed(await desk.arena_debate(caller, debate_id))
    debate = (await read(desk, caller, debate_id, None)).debate
    standing = state_sentence(debate, None)
    if debate.closed_at is not None:
        came = came_of_it(debate.format, (await desk.result(caller, debate_id)).result)
        standing = f"{standing}. {came}" if came else standing
    return Preview(in_words(debate.format).capitalize(), debate.title, standing)


def came_of_it(format: str, result: Mapping[str, Any]) -> str | None:
    """The verdict in a line, where a format has one.

    >>> came_of_it("panel", {"recommended_option": "B"})
    'Consensus on option B.'
    >>> came_of_it("roundtable", {"answer": "32", "votes": 2, "of": 3})
    '32 (2 of 3 say so).'
    """
    match format, result:
        case "panel", {"choice": {"option": str(option)}}:
            return f"The asker chose {option}."
        case "panel", {"recommended_option": str(option)}:
            return f"Consensus on option {option}."
        case "evaluation", {"synthesis": {"overall": {"before": {"mean": before}, "after": {"mean": after}}}}:
            return f"{number(after)} on average, {number(before)} before."
        case "workshop", {"winner": str(winner)}:
            return f"The version of {seat_name(winner).lower()} won."
        case "roundtable", {"answer": str(answer), "votes": votes, "of": many}:
            return f"{' '.join(answer.split())[:_LONGEST]} ({votes} of {many} say so)."
        case _:
            return None


def _printed(told: Preview) -> Response:
    return Response(picture(told), media_type="image/png", headers=HEADERS)
