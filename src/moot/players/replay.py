"""Replay: the moves of a recorded debate, made again by the same seats at the same turns."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import Entry, Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed, Unfit
from moot.engine.reading import read_answer
from moot.players.record import Entries, alike, revealed

_LOOK_AGAIN = 0.05
"""How many seconds to wait before looking whether those who come first have spoken."""


class ReplayPlayer:
    """Answers with what the same seat said at the same turn of another debate.

    The record keeps moves, not the questions they came from; so it is asked as a person would be, once.
    """

    def __init__(self, name: str, source: str, entries: Entries, *, manner: Manner = "plain") -> None:
        self.name = name
        self.manner: Manner = manner
        self.lanes: Mapping[str, int] = {}
        self._source = source
        self._entries = entries

    def reserve(self, call: Call) -> Spent | None:
        """Nothing: it was paid for when it was first said."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """The recorded move, or why there is none."""
        entry = await self._recorded(call)
        raw = json.dumps(_filled(entry, call), ensure_ascii=False)
        if isinstance(unfit := read_answer(raw, call.ask), Unfit):
            raise PlayerFailed(f"Line {entry.line} of debate {self._source} does not fit this question: {unfit.fault}")
        draft(raw)
        return Answer(raw, by=self.name, facts={"debate": self._source, "line": entry.line, "by": entry.by})

    async def _recorded(self, call: Call) -> Entry:
        number = len(alike(await self._entries(call.debate), call.turn))
        record = await self._entries(self._source)
        found = alike(record, call.turn)
        if len(found) <= number:
            raise PlayerFailed(_nothing(self._source, call, bool(record), number))
        entry = found[number]
        await self._in_order(call, record, entry)
        if entry.kind == "lapsed":
            raise PlayerFailed(f"This turn lapsed in debate {self._source} too: {_why(entry)}.")
        if entry.sealed and entry.line not in revealed(record):
            raise PlayerFailed(f"Line {entry.line} of debate {self._source} is sealed.")
        return entry

    async def _in_order(self, call: Call, record: Sequence[Entry], entry: Entry) -> None:
        """Lets those speak first who did so there, of those whose turns came with this one: moves cite lines."""
        first = _spoke([each for each in record if each.line < entry.line], entry.since)
        while True:
            here = await self._entries(call.debate)
            if not first & self._seats(here) - _spoke(here, call.turn.since):
                return
            await asyncio.sleep(_LOOK_AGAIN)

    def _seats(self, entries: Sequence[Entry]) -> set[str]:
        """The seats that are replayed from the same record."""
        setup = cast(Mapping[str, Any], entries[0].move.get("setup", {}) if entries else {})
        held = cast(Mapping[str, Mapping[str, Any]], setup.get("players") or {})
        return {seat for seat, seated in held.items() if seated["player"] == self.name}


def _spoke(entries: Sequence[Entry], since: int | None) -> set[str]:
    """The seats that have taken the turns that one line dealt; a lapse takes a turn too."""
    return {str(entry.seat) for entry in entries if entry.turn is not None and entry.since == since}


def _filled(entry: Entry, call: Call) -> dict[str, Any]:
    """The move as a form has it; a form that is no move has no kind."""
    named = any("kind" in form.model_fields for form in call.ask.forms)
    return {"kind": entry.kind, **entry.move} if named else dict(entry.move)


def _nothing(source: str, call: Call, recorded: bool, number: int) -> str:
    if not recorded:
        return f"There is no debate {source!r} to replay."
    return f"Debate {source} has no turn {call.turn.name!r} of seat {call.seat!r} number {number + 1} at this place."


def _why(entry: Entry) -> str:
    return ", ".join(str(entry.move[name]) for name in ("reason", "detail") if name in entry.move)
