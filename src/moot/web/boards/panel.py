"""The board of a panel: the question, its rounds, its result."""

from collections.abc import Iterator, Sequence
from typing import Any

from moot.desk import Caller, Desk
from moot.desk.replies import Context
from moot.web.boards.part import Part
from moot.web.boards.ring import ring
from moot.web.boards.sitting import Round, Sitting, sitting

_LAST = 100


async def panel_parts(desk: Desk, caller: Caller, context: Context) -> Sequence[Part]:
    """The parts, from the question to the result."""
    agreed = await desk.agreed(caller, context.debate.id)
    result = (await desk.result(caller, context.debate.id)).result
    return tuple(_parts(sitting(context, agreed), context, result))


def _parts(panel: Sitting, context: Context, result: dict[str, Any]) -> Iterator[Part]:
    shared = {"panel": panel, "debate": context.debate, "you": context.role}
    winner = result.get("recommended_option")
    choice: dict[str, Any] = result.get("choice") or {}
    chosen = choice.get("option")
    last = next((held.count for held in reversed(panel.rounds) if held.count is not None), None)
    yield Part("question", 0, "panel/question.html", {**shared, "winner": winner, "chosen": chosen, "last": last})
    for held in panel.rounds:
        fields = {"round": held, "ring": _ring(held, panel), "changes": _changes(held, result)}
        yield Part(
            f"round-{held.number}", held.number, "panel/round.html", {**shared, **fields}, f"Round {held.number}"
        )
    if result.get("outcome"):
        yield Part("result", _LAST, "panel/result.html", {**shared, "result": result, "last": last})


def _ring(held: Round, panel: Sitting) -> Any:
    if not held.challenges:
        return None
    names = [judge.name for judge in panel.judges]
    pairs = [(names.index(one.by.name), names.index(one.to.name)) for one in held.challenges]
    return ring(names, pairs)


def _changes(held: Round, result: dict[str, Any]) -> list[dict[str, Any]]:
    return [change for change in result.get("change_log", ()) if change["round"] == held.number]
