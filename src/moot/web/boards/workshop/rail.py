"""The rail: the phases of a workshop that were held, the one under way, and those that may follow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from moot.web.boards.workshop.bench import Bench

Standing: TypeAlias = Literal["held", "now", "next"]


@dataclass(frozen=True, slots=True)
class Step:
    """A phase on the rail."""

    phase: str
    standing: Standing
    line: int | None = None
    turns: int = 0
    lapsed: int = 0
    gate: str | None = None
    """What became of the gate after it: due, pending, approved, rejected, timed_out."""
    again: bool = False
    """Whether it had been held before."""


def rail(found: Bench) -> tuple[Step, ...]:
    """From the first phase to the last. What was passed over is absent; after the end nothing is to come."""
    return (*_held(found), *_to_come(found))


def _held(found: Bench) -> Iterator[Step]:
    phases = found.result["phases"]
    known: set[str] = set()
    for place, told in enumerate(phases):
        last = place + 1 == len(phases)
        upto = None if last else phases[place + 1]["line"]
        yield Step(
            told["phase"],
            "now" if last and not found.over else "held",
            told["line"],
            told["turns"],
            told["lapsed"],
            _gate(found, told, upto),
            told["phase"] in known,
        )
        known.add(told["phase"])


def _gate(found: Bench, told: Mapping[str, Any], upto: int | None) -> str | None:
    shut = [gate for gate in found.result["gates"] if told["line"] < gate["line"] < (upto or gate["line"] + 1)]
    if shut:
        return str(shut[-1]["decision"])
    due = upto is None and not found.over and told["phase"] in found.setup.gates.after
    return "due" if due else None


def _to_come(found: Bench) -> Iterator[Step]:
    if found.over:
        return
    phases, now = found.setup.phases, found.result["phase"]
    done = -1 if now is None else phases.index(now)
    for phase in phases[done + 1 :]:
        yield Step(phase, "next", gate="due" if phase in found.setup.gates.after else None)
