"""The board of an evaluation: the idea, what it is worth, what speaks against it, the rounds, and what came of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.desk import Caller, Desk
from moot.desk.replies import Argument, Context
from moot.web.boards.exchange import Cited, Exchange, exchanges
from moot.web.boards.part import Part
from moot.web.boards.slopes import slopes


async def evaluation_parts(desk: Desk, caller: Caller, context: Context) -> Sequence[Part]:
    """The parts, from the idea to the synthesis."""
    agreed = await desk.agreed(caller, context.debate.id)
    result = (await desk.result(caller, context.debate.id)).result
    return tuple(_parts(context, agreed.setup, result))


def _parts(context: Context, setup: Mapping[str, Any], result: dict[str, Any]) -> Iterator[Part]:
    cited = Cited.of(result)
    shared = {"debate": context.debate, "you": context.role, "result": result, "cited": cited, "setup": setup}
    waiting = context.debate.waiting_for
    yield Part("idea", 0, "evaluation/idea.html", {**shared, "idea": context.arguments[0]})
    yield Part("assessment", 1, "evaluation/assessment.html", {**shared, **_assessed(context), "waiting": waiting})
    if _is_challenged(context):
        personas = _personas(context, setup, result)
        yield Part("challenges", 2, "evaluation/challenges.html", {**shared, "personas": personas})
    for held in exchanges(context, setup, result):
        yield Part(
            f"round-{held.number}",
            2 + held.number,
            "evaluation/round.html",
            {**shared, "round": held},
            f"Round {held.number}",
        )
    yield from _end(shared, result, context)


def _end(shared: Mapping[str, Any], result: Mapping[str, Any], context: Context) -> Iterator[Part]:
    if any(held["scored"] for held in result["rounds"]):
        yield Part("scores", 100, "evaluation/scores.html", {**shared, "slopes": slopes(result["scores"])})
    if context.debate.closed_at is not None and result["scores"]:
        yield Part("synthesis", 101, "evaluation/synthesis.html", shared)
    if result["evidence"]:
        yield Part("evidence", 102, "evaluation/evidence.html", shared)


def _assessed(context: Context) -> dict[str, Argument | None]:
    """The line of the assessment, or of the lapse that stands in its place."""
    found = {one.type: one for one in reversed(context.arguments) if one.phase == "assessment"}
    return {"line": found.get("ASSESSMENT"), "lapse": found.get("lapsed")}


def _is_challenged(context: Context) -> bool:
    given = (context.arguments[0].move or {}).get("challenges") is not None
    return given or any(one.phase == "red_team" for one in context.arguments) or context.debate.state == "challenging"


def _personas(context: Context, setup: Mapping[str, Any], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Who raised what: the personas of the red team, and whoever else brought a challenge."""
    attacks = {f"red-{one['name']}": one["attacks"] for one in setup["personas"]}
    raised: list[dict[str, Any]] = result["challenges"]
    given = (context.arguments[0].move or {}).get("challenges") is not None
    seats = list(dict.fromkeys([*(() if given else attacks), *(one["by"] for one in raised)]))
    lines = {one.role: one for one in context.arguments if one.phase == "red_team"}
    return [
        {
            "seat": seat,
            "attacks": attacks.get(seat, ""),
            "line": lines.get(seat),
            "due": seat in context.debate.waiting_for,
            "challenges": [one for one in raised if one["by"] == seat],
        }
        for seat in seats
    ]


__all__ = ["Cited", "Exchange", "evaluation_parts"]
