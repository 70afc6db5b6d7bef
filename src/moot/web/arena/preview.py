"""What links to a debate show elsewhere: a line of text, and a picture."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.desk.arena.replies import ArenaCard, ArenaDebate, SideTold
from moot.web.access import PageRoute, anyone_of
from moot.web.arena.printing import part_printed
from moot.web.arena.words import called, sentence
from moot.web.previews import Preview

_LINE, _LINES = 40, 4
HEADERS = {
    "Cache-Control": "public, max-age=300",
    # A picture is read elsewhere and does nothing there.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Previews:
    """The picture of a debate."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its route: a drawing; for places that show none there is one of points."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/preview.svg", self.drawn, methods=["GET"])
        return router

    async def drawn(self, request: Request, debate_id: str) -> Response:
        """The topic, the two sides, and where it stands."""
        card = await self._desk.arena_card(anyone_of(request), debate_id)
        text = part_printed(request, "preview", card=card, lines=broken(card.topic), standing=_standing(card))
        return Response(text, media_type="image/svg+xml", headers=HEADERS)


def previewed(debate: ArenaDebate) -> Preview:
    """What is told of a debate where nobody has opened it yet."""
    judged = debate.tally is not None and debate.tally.judges
    return Preview(
        f"Arena · {debate.category.capitalize()}",
        debate.topic,
        _standing(debate),
        (_named(debate.challenger), _named(debate.opponent)),
        debate.tally.challenger.share if debate.tally is not None and judged else None,
    )


def description(card: ArenaCard) -> str:
    """A debate in a line, for whoever meets a link to it."""
    return f"{_named(card.challenger)} against {_named(card.opponent)} on Moot. {_standing(card)}."


def broken(text: str) -> list[str]:
    """A text in lines that fit the picture; what does not fit is left out, and an ellipsis says so."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= _LINE:
            lines[-1] += f" {word}"
        else:
            lines += [word[at : at + _LINE] for at in range(0, len(word), _LINE)]
    if len(lines) <= _LINES:
        return lines
    return [*lines[: _LINES - 1], lines[_LINES - 1][: _LINE - 1] + "…"]


def _named(side: SideTold) -> str:
    return "an open seat" if side.agent is None else called(side.agent)


def _standing(card: ArenaCard) -> str:
    """Where it stands, for anybody: what a caller alone may do is no matter of others."""
    return sentence(card.model_copy(update={"seat": None}))
