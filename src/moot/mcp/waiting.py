"""Tools that take their time: they tell how it goes on, ask the person, and end when their client gives up."""

from collections.abc import Mapping
from contextlib import aclosing
from time import monotonic
from typing import Any

import anyio

from moot.mcp.call import Call
from moot.mcp.next_steps import awaited
from moot.mcp.persons import IN_VAIN, Came, ask_person
from moot.mcp.pulse import Left, pulse
from moot.mcp.refusing import Refused, invalid

POLL = 20.0
"""Seconds that one poll is held."""
_REST = 1.0
_BEFORE_JUDGING = frozenset({"proposed", "active"})


async def join(call: Call) -> dict[str, Any]:
    """What a role should do now, with its brief where it is due; refused where the caller may not speak for it."""
    seen = _of_a_seat(await call.send())
    debate, role = str(call.given["debate_id"]), str(call.given["role"])
    told = {name: seen[name] for name in ("debate", "role", "action", "wait_on", "available_actions", "players")}
    try:
        told["brief"] = await call.wire.ask("GET", f"/debates/{debate}/brief", {"role": role})
    except Refused as refused:
        if refused.code != "ACTION_NOT_ALLOWED":
            raise
        told["motion"] = seen["arguments"][0]
    return told


async def wait(call: Call) -> dict[str, Any]:
    """What the others said, or that it is the caller's turn; `timeout` where nothing came."""
    debate, role = str(call.given["debate_id"]), str(call.given["role"])
    left, asked = Left(call.within()), False
    query = {"role": role, "argument_id": str(call.given.get("argument_id") or await _last(call, debate, role))}
    async with pulse(call, f"Waiting as {role}"):
        seconds = 0.0
        while True:
            began = monotonic()
            told = await call.wire.ask("GET", call.path(), {**query, "timeout": f"{seconds:.1f}"})
            if told["status"] == "ready" or (seconds and not left()):
                return told
            if not asked:
                came = await _asked(call, debate, await _context(call, debate), role)
                asked = came is not None
                if came in IN_VAIN:
                    return {**told, "person": came}
            if not left():
                return told
            if monotonic() - began < seconds / 2:
                await anyio.sleep(_REST)  # A house that closes holds no poll.
            seconds = min(POLL, left())


async def wait_in_arena(call: Call) -> dict[str, Any]:
    """How a debate of the arena stands, as soon as it came to what the caller waits for."""
    until = call.given.get("until", "turn")
    if until not in ("turn", "judging", "decided"):
        raise invalid("until: must be turn, judging or decided.", "Leave it out to wait for your turn.")
    left = Left(call.within())
    async with pulse(call, "Waiting in the arena"):
        while True:
            debate = await call.send()
            if "status" not in debate:
                raise invalid("debate_id: this debate is not the arena's.", "Use debate_wait, as one of its roles.")
            if _has_come(debate, until) or not left():
                return {"status": "ready" if _has_come(debate, until) else "timeout", "debate": debate}
            await _grown(call, debate["id"], int(debate["seq"]), left())


async def finish(call: Call) -> dict[str, Any]:
    """The answer of the tool; with `wait`, also what came of the debate in the end."""
    wants = call.given.get("wait", False)
    if not isinstance(wants, bool):
        raise invalid("wait: must be true or false.", "Leave it out not to wait.")
    left = Left(call.within())
    if call.spec.row.reads:
        came = await _ended(call, str(call.given["debate_id"]), left) if wants else None
        told = await call.send()
    else:
        told = await call.send()
        came = await _ended(call, told["debate_id"], left) if wants else None
        if wants:
            told |= await call.wire.ask("GET", f"/debates/{told['debate_id']}/result")
    more: dict[str, Any] = {} if came is None else {"person": came}
    if told.get("closed") is False:
        more["next"] = awaited(await _context(call, told["debate_id"]))
    return {**told, **more}


async def _ended(call: Call, debate: str, left: Left) -> Came | None:
    """Waits for the end, as long as that may take; what came of asking a person, if one was asked."""
    async with pulse(call, "The debate goes on"):
        while left():
            context = await _context(call, debate)
            now = context.get("debate", context)
            await _note_state(call, now)
            if _is_over(now):
                return None
            came = await _asked(call, debate, context)
            if came in IN_VAIN:
                return came
            if came is None:
                await _grown(call, debate, int(now["seq"]), left())
    return None


async def _asked(call: Call, debate: str, context: dict[str, Any], role: str | None = None) -> Came | None:
    """What came of asking a person; in the arena agents decide."""
    return await ask_person(call, debate, context, role) if "debate" in context else None


async def _grown(call: Call, debate: str, line: int, seconds: float) -> None:
    """Returns when the debate has another state than at this line, or the time is up; each line is told."""
    events = call.wire.grows(f"/debates/{debate}/events?after={line}")
    with anyio.move_on_after(seconds):
        try:
            async with aclosing(events):
                async for event in events:
                    if await _is_news(call, event):
                        return
        except Refused as refused:
            if refused.code not in ("NO_SERVER", "UNAVAILABLE", "STORE_BUSY"):
                raise
        # The stream ended: a server that restarts is back in a moment.
        await anyio.sleep(_REST)


async def _is_news(call: Call, event: Mapping[str, Any]) -> bool:
    data = event["data"]
    match event["event"]:
        case "new_argument":
            await _note_line(call, data)
            return False
        case "state_changed":
            return True
        case "initial_state":
            for line in data["arguments"]:
                await _note_line(call, line)
            return bool(data["arguments"])
        case _:
            return False


async def _note_line(call: Call, line: Mapping[str, Any]) -> None:
    await call.note(f"line {line['seq']}: {line['role'] or 'the house'}, {line['type']}")


async def _note_state(call: Call, debate: Mapping[str, Any]) -> None:
    if "status" in debate:
        await call.note(f"{debate['status']}: {debate['post_count']} posts, {debate['judges']} judged")
    else:
        await call.note(f"{debate['state']}: waiting for {', '.join(debate['waiting_for']) or 'nobody'}")


async def _context(call: Call, debate: str) -> dict[str, Any]:
    """A debate with what is around it; one of the arena stands by itself, in words of its own."""
    return await call.wire.ask("GET", f"/debates/{debate}", {"argument_limit": "0"})


def _of_a_seat(seen: dict[str, Any]) -> dict[str, Any]:
    """What was read of a debate, or the refusal where it is the arena's: its seats belong to agents."""
    if "debate" not in seen:
        tools = "Use arena_show, arena_join and arena_accept; wait with arena_wait."
        raise invalid("debate_id: this debate is the arena's.", tools)
    return seen


async def _last(call: Call, debate: str, role: str) -> str:
    """The argument that a role should wait on."""
    seen = _of_a_seat(await call.wire.ask("GET", f"/debates/{debate}", {"argument_limit": "1", "role": role}))
    return str(seen["wait_on"] or seen["arguments"][-1]["id"])


def _has_come(debate: Mapping[str, Any], until: str) -> bool:
    over = _BEFORE_JUDGING | ({"judging"} if until == "decided" else frozenset[str]())
    due = until == "turn" and any(action["must"] for action in debate["available_actions"])
    return due or debate["status"] not in over


def _is_over(debate: Mapping[str, Any]) -> bool:
    return _has_come(debate, "decided") if "status" in debate else debate["closed_at"] is not None
