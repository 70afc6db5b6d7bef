"""Following a matter to its result, with a line that says who is speaking."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import click

from moot.cli.harmless import harmless
from moot.cli.progress import Progress
from moot.client import Client
from moot.client.shapes import Event

WAITS_FOR_THE_ASKER = "CONTESTED"
"""A panel that came to no consensus is done, although whoever asked may still choose."""


def follow(client: Client, debate: str) -> None:
    """Returns when the players are done."""
    with Progress("Opening") as progress:
        for said in spoken(client.watch(debate, lost=progress.say)):
            progress.say(said)


def spoken(events: Iterator[Event], lasting: Callable[[str], None] | None = None) -> Iterator[str]:
    """What happens, in words, until the players are done; what stays true is also told to `lasting`."""
    for event in events:
        data = event["data"]
        match event["event"]:
            case "draft":
                yield f"{_name(data['role'])} is speaking ({data['length']} characters so far)"
            case "new_argument":
                if (told := said(data)) is not None:
                    if lasting is not None:
                        lasting(told)
                    yield told
            case "initial_state" | "state_changed":
                state = data.get("state") or data["debate"]["state"]
                closed = data.get("closed_at") or data.get("debate", {}).get("closed_at")
                if closed or state == WAITS_FOR_THE_ASKER:
                    return
                waiting = data.get("waiting_for") or data["debate"]["waiting_for"]
                yield f"{state.replace('_', ' ').lower()}: waiting for {', '.join(map(_name, waiting))}"


def said(argument: dict[str, Any]) -> str | None:
    """A line of the record in one sentence, fit for a terminal; None where there is nothing to say."""
    told = cast(dict[str, Any], argument.get("move") or {})
    # Before names are made bold, which is nothing but signs that a terminal obeys.
    move = {name: harmless(value) if isinstance(value, str) else value for name, value in told.items()}
    who = _name(argument["role"] or "the house")
    match argument["type"]:
        case "lapsed":
            detail = f" ({move['detail']})" if move.get("detail") else ""
            return f"{who} did not answer: {move.get('reason', 'unknown')}{detail}"
        case "revealed" | "RESPONSE" if "recommendation" in move:
            return f"{who} recommends {move['recommendation']}: {move.get('summary', '')}"
        case _ if argument.get("sealed"):
            return f"{who} has spoken, under seal"
        case "counted":
            agreed = f"consensus on {move['option']}" if move.get("consensus") else "no consensus"
            return f"round {move.get('round')} is counted: {agreed}"
        case "scored":
            return f"{move.get('category')}: {move.get('before'):g} -> {move.get('after'):g}"
        case _ if argument["content"]:
            return f"{who}: {_short(harmless(argument['content']))}"
        case _:
            return None


def _name(seat: str) -> str:
    return click.style(harmless(seat), bold=True)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 160 else f"{line[:159]}…"
