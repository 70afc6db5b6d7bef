"""Samples: the opening pages filled in with one, and a way to start each as it stands."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.desk import Caller, Desk
from moot.desk.replies import PlayerTold
from moot.desk.samples import SAMPLES
from moot.formats.panel import DEFAULT_JUDGES
from moot.web.access import PageRoute, caller_of
from moot.web.forms import filled, must_be_ours
from moot.web.seats import ME

_PASTED = ("title", "content", "debate_type", "max_rounds", "statement", "topic", "category", "max_posts")
_SIDES = {"arbitration": ("proposer", "opponent"), "arena": ("challenger", "opponent")}


class Samples:
    """The way to start one as it stands."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/samples/{name}", self.start, methods=["POST"])
        return router

    async def start(self, request: Request, name: str) -> Response:
        """Starts a sample, or leads to the one that was started."""
        caller = caller_of(request)
        must_be_ours(request, await filled(request))
        receipt = await self._desk.start_sample(caller, name)
        return RedirectResponse(f"/debates/{receipt.debate_id}", 303)


def usual(desk: Desk, caller: Caller) -> PlayerTold | None:
    """The player that is called on where nobody was named, as things stand."""
    return as_told(desk, caller, desk.usual_player)


def as_told(desk: Desk, caller: Caller, named: str) -> PlayerTold:
    """A player as things stand; one whom only a provider knows may well be there."""
    known = next((each for each in desk.players(caller) if each.name == named), None)
    return known or PlayerTold(name=named, kind="unknown", usable=":" in named)


def sampled(format: str, player: str) -> dict[str, str]:
    """The fields of an opening page, filled in with the sample of a format and this player in its seats."""
    script = SAMPLES[format]
    told = {"title": script.title, **script.told}
    plain = {name: str(told[name]) for name in _PASTED if name in told}
    return {**plain, **_further(format, told, player)}


def _further(format: str, told: Mapping[str, Any], player: str) -> dict[str, str]:
    """What a format's page has beyond titles and texts."""
    match format:
        case "panel":
            return _question(told, player)
        case "evaluation":
            seats = ("assessor", "red_team", "advocate", "challenger", "arbiter")
            return {"content": told["idea"], "debate": "yes", **{f"seat_{seat}": player for seat in seats}}
        case "workshop":
            return _task(told, player)
        case "roundtable":
            shown = {"content": told["question"], "wanted": told["wanted"], "rounds": str(told["max_rounds"])}
            return {**shown, "speakers": str(told["speakers"]), "player": player}
        case _:
            sides = {f"seat_{side}": player for side in _SIDES[format]}
            minutes = {"judging_minutes": str(told["judging_minutes"])} if format == "arena" else {}
            return {**sides, **minutes}


def _question(told: Mapping[str, Any], player: str) -> dict[str, str]:
    options = "\n".join(f"{each['id']}={each['label']}: {each['description']}" for each in told["options"])
    judges: dict[str, str] = {}
    for place, judge in enumerate(DEFAULT_JUDGES):
        named = {"name": judge.name, "stance": judge.stance, "optimise": judge.optimise, "player": player}
        judges |= {f"judge_{place}_{part}": value for part, value in named.items()}
    return {"content": told["question_text"], "options": options, "context": told["spec_context"], **judges}


def _task(told: Mapping[str, Any], player: str) -> dict[str, str]:
    tests = "\n".join(
        f"{each['call']}({', '.join(map(repr, each['args']))}) == {each['expected']!r}" for each in told["tests"]
    )
    by_hand = {"seats": f"executor = {ME}"} if player == ME else {}
    off = {f"off_{phase}": "yes" for phase in (*told["off"], "planning")}
    shown = {"content": told["task"], "tests": tests, "cast": "\n".join(told["cast"])}
    return {**shown, "planning": told["planning"], "player": player, **off, **by_hand}
