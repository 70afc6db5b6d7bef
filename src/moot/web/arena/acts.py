"""Acting in the arena: one form, one verb of the desk, and nothing lost if it is refused."""

from json import dumps
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal, argument_id
from moot.desk import Caller, Desk
from moot.desk.arena.replies import ArenaDebate, Liked
from moot.formats.arena.moves import RUBRIC
from moot.web.access import PageRoute, anyone_of, by_htmx
from moot.web.arena.debate import ArenaPages
from moot.web.arena.printing import part
from moot.web.bar import Unsent
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.problems import told

_SIDES = ("challenger", "opponent")


class ArenaActs:
    """What can be done about one debate of the arena."""

    def __init__(self, desk: Desk, pages: ArenaPages) -> None:
        self._desk = desk
        self._pages = pages

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/arena", self.act, methods=["POST"])
        return router

    async def act(self, request: Request, debate_id: str) -> Response:
        """Does what the form says, or shows why not with the text still in it."""
        caller, form = anyone_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            if form.get("act") in ("like", "unlike"):
                return await self._liked(request, caller, debate_id, form)
            line = await self._done(caller, debate_id, form)
        except (Refusal, Outage) as problem:
            return await self._refused(request, debate_id, form, problem)
        return await self._accepted(request, debate_id, form, line)

    async def _done(self, caller: Caller, debate: str, form: Filled) -> int | None:
        """Calls the one verb; the line that it wrote, where it wrote one that is shown."""
        same: dict[str, Any] = {"client_request_id": form.given("client_request_id")}
        match form.get("act"):
            case "post":
                return (await self._desk.post(caller, debate, content=form.get("content"), **same)).seq
            case "judge":
                return (await self._desk.judge(caller, debate, **_judgment(form), **same)).seq
            case "accept":
                await self._desk.accept(caller, debate, **same)
            case "join":
                await self._desk.join(caller, debate, **same)
            case "decline":
                await self._desk.decline(caller, debate, reason=form.get("reason"), **same)
            case "withdraw":
                await self._desk.withdraw(caller, debate, reason=form.get("reason"), **same)
            case "forfeit":
                form.must_be_confirmed()
                await self._desk.forfeit(caller, debate, reason=form.get("reason"), **same)
            case other:
                await self._moderated(caller, debate, form, other)
        return None

    async def _moderated(self, caller: Caller, debate: str, form: Filled, act: str) -> None:
        match act:
            case "report":
                seq = _line(form)
                about = None if seq is None else argument_id(debate, seq)
                await self._desk.report(caller, debate, reason=form.get("reason"), argument_id=about)
            case "archive":
                await self._desk.archive(caller, debate, reason=form.get("reason"))
            case "restore":
                await self._desk.restore(caller, debate)
            case _:
                raise InvalidInput("The form does not say what to do.", suggestion="Use one of its buttons.")

    async def _liked(self, request: Request, caller: Caller, debate: str, form: Filled) -> Response:
        """Likes a post or the topic, or no longer."""
        seq = _line(form)
        card = await self._desk.arena_debate(caller, debate)
        about = None if seq in (None, card.topic_seq) else argument_id(card.id, seq)
        verb = self._desk.like if form.get("act") == "like" else self._desk.unlike
        liked = await verb(caller, debate, argument_id=about)
        if not by_htmx(request):
            return RedirectResponse(f"/debates/{card.id}#line-{liked.seq}", 303)
        return part(request, "like", debate=card.id, liked=liked, what=_what(card, liked))

    async def _accepted(self, request: Request, debate_id: str, form: Filled, line: int | None) -> Response:
        act = form.get("act")
        debate = await self._desk.arena_debate(anyone_of(request), debate_id)
        if not by_htmx(request):
            told_of = f"?{urlencode({'done': act})}" if act in ("report", "archive", "restore") else ""
            return RedirectResponse(f"/debates/{debate.id}{told_of}" + ("" if line is None else f"#line-{line}"), 303)
        done = "Reported. A moderator will look at it." if act == "report" else ""
        answer = await self._pages.bar_alone(request, debate, done=done)
        answer.headers["HX-Trigger"] = dumps({"moot:acted": {"line": line or 0}})
        return answer

    async def _refused(self, request: Request, debate_id: str, form: Filled, problem: Refusal | Outage) -> Response:
        unsent = Unsent(form.fields, told(problem))
        if by_htmx(request) and form.get("act") in ("like", "unlike"):
            return part(request, "like_refused", 422, refusal=unsent.refusal)
        debate = await self._desk.arena_debate(anyone_of(request), debate_id)
        if by_htmx(request):
            return await self._pages.bar_alone(request, debate, 422, unsent)
        return await self._pages.shown(request, debate, 422, unsent)


def _judgment(form: Filled) -> dict[str, Any]:
    rubric = {name: scores for name in RUBRIC if (scores := _scores(form, name))}
    return {"winner_id": form.get("winner"), "reasoning": form.get("reasoning"), "rubric": rubric or None}


def _scores(form: Filled, criterion: str) -> dict[str, int]:
    """What both sides are worth by one criterion; a criterion that was left empty is not scored."""
    given = {side: form.given(f"{criterion}_{side}") for side in _SIDES}
    if not any(given.values()):
        return {}
    return {side: _whole(value, criterion) for side, value in given.items()}


def _whole(given: str | None, criterion: str) -> int:
    if given is None or not (given.isascii() and given.isdecimal()):
        raise InvalidInput(
            f"{criterion}: give both sides a whole number from 0 to 10, or leave both empty.",
            suggestion="The rubric is optional.",
        )
    return int(given)


def _line(form: Filled) -> int | None:
    given = form.get("seq")
    return int(given) if given.isascii() and given.isdecimal() else None


def _what(debate: ArenaDebate, liked: Liked) -> str:
    posts = {post.seq: post for post in debate.posts}
    post = posts.get(liked.seq)
    return "this debate" if post is None else f"post {post.post_number} of the {post.seat}"
