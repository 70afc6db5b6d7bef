"""How a workshop ended, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from moot.web.boards.workshop.bench import Bench
from moot.web.boards.workshop.making import Made
from moot.web.boards.workshop.voting import METHODS, percent
from moot.web.seats import seat_name
from moot.web.words import in_words

Tone: TypeAlias = Literal["agreed", "contested"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended."""

    kind: str
    tone: Tone
    head: str
    words: str
    winner: str | None
    version: Made | None
    files: Mapping[str, str]
    told: Mapping[str, Any]


def ending(found: Bench) -> Ending | None:
    """How it ended; None as long as it goes on."""
    if not found.over:
        return None
    told: Mapping[str, Any] = found.result["result"] or {}
    kind = str(found.result["ending"])
    winner: str | None = told.get("winner")
    version = found.version(told.get("version"))
    files: Mapping[str, str] = told.get("files") or {}
    head, words = _said(found, kind, told)
    return Ending(kind, "agreed" if kind == "decided" else "contested", head, words, winner, version, files, told)


def _said(found: Bench, kind: str, told: Mapping[str, Any]) -> tuple[str, str]:
    phase = in_words(told.get("phase"))
    match kind:
        case "decided":
            method = METHODS.get(str(told["method"]), str(told["method"]))
            return f"Decided: {seat_name(told['winner'])}", f"{method}, with {percent(told['support'])} behind it."
        case "contested":
            return "Contested", "The vote found no winner. The ballots say who preferred what."
        case "rejected":
            return "Rejected", f"Whoever set the task rejected it{_reason(found)} after {phase}."
        case "gate_timed_out":
            return "Nobody opened the gate", f"The gate after {phase} was not opened in time, and silence is no yes."
        case "failed":
            return "Failed", "No candidate came of it."
        case "unvoted":
            return "Without a vote", "There are candidates, but nobody was there to vote on them."
        case _:
            return in_words(kind).capitalize(), ""


def _reason(found: Bench) -> str:
    gates: Sequence[Mapping[str, Any]] = found.result["gates"]
    last: Mapping[str, Any] = gates[-1] if gates else {}
    return f" (“{last['reason']}”)" if last.get("reason") else ""
