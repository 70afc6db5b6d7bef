"""A script: answers that were written beforehand, for tests and demonstrations.

It counts the record and not itself, so that a restart changes nothing.
"""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias, cast

import yaml
from pydantic import TypeAdapter, ValidationError

from moot.debate import InvalidInput, Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.players.record import Entries, taken

Answers: TypeAlias = list[Any]
"""One for each turn, in order: an answer, a text to be said as it is, or one word that says what to do instead."""
Script: TypeAlias = dict[str, Answers | dict[str, Answers]]
"""Answers by seat (`*` is any other), or by seat and then by the name of the turn or a kind of move."""

ANY_SEAT = "*"
_READER: TypeAdapter[Script] = TypeAdapter(Script)


def read_script(path: Path) -> Script:
    """The script in a YAML or JSON file, or a refusal that says what is wrong with it."""
    try:
        return _READER.validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as trouble:
        raise InvalidInput(f"Cannot read the script {str(path)!r}: {trouble.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError) as unreadable:
        raise InvalidInput(f"The script {str(path)!r} is not YAML: {unreadable}") from None
    except ValidationError:
        fault = "must give each seat a list of answers, or lists of them by turn"
        raise InvalidInput(f"The script {str(path)!r} {fault}.") from None


class ScriptPlayer:
    """Says what stands in a script: a file, which is read at every answer, or a mapping."""

    def __init__(self, name: str, script: Path | Script, entries: Entries, *, manner: Manner = "paired") -> None:
        self.name = name
        self.manner: Manner = manner
        self.lanes: Mapping[str, int] = {}
        self._script = script
        self._entries = entries

    def reserve(self, call: Call) -> Spent | None:
        """Nothing: what is written costs nothing to say."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What the script has for this turn, for this question of it and for this asking."""
        written = _asked(await self._written(call), call)
        match _word(written):
            case "fail":
                raise PlayerFailed(str(written["fail"]))
            case "wait":
                await asyncio.Event().wait()
            case "raw":
                written = str(written["raw"])
            case _:
                pass
        raw = written if isinstance(written, str) else json.dumps(written, ensure_ascii=False, default=str)
        draft(raw)
        return Answer(raw, by=self.name)

    async def _written(self, call: Call) -> Any:
        """What stands in the script for this turn: the seat's lines so far say which it is."""
        script = read_script(self._script) if isinstance(self._script, Path) else self._script
        before = taken(await self._entries(call.debate), call.seat)
        told = script.get(call.seat, script.get(ANY_SEAT, []))
        if isinstance(told, dict):
            told = _for_turn(told, call)
            before = [entry for entry in before if entry.turn == call.turn.name]
        if len(told) <= len(before):
            turn = f"turn {len(before) + 1} ({call.turn.name}) of seat {call.seat!r}"
            raise PlayerFailed(f"The script {self.name!r} has no answer for {turn}.")
        return told[len(before)]


def _for_turn(told: dict[str, Answers], call: Call) -> Answers:
    """The answers for turns like this one: by the turn's name, or else by a kind of move that fits it."""
    keys = (call.turn.name, *call.turn.kinds)
    return next((told[key] for key in keys if key in told), cast(Answers, []))


def _asked(written: Any, call: Call) -> Any:
    """What is written for this question of the turn, and for the how manieth time that it is put."""
    if _word(written) == "asks":
        written = _at(written["asks"], call.brief.asks.index(call.ask))
    if _word(written) == "tries":
        written = _at(written["tries"], len(call.before))
    return written


def _at(answers: Answers, number: int) -> Any:
    """The one of this number; the last also for all that come after it."""
    return answers[min(number, len(answers) - 1)]


def _word(written: Any) -> str | None:
    """The word of a mapping that has but one, and says what to do instead of answering outright."""
    if isinstance(written, dict) and len(cast(dict[str, Any], written)) == 1:
        (word,) = cast(dict[str, Any], written)
        return word if word in {"fail", "raw", "wait", "asks", "tries"} else None
    return None
