"""What was talked about before and beside the code: questions and answers, plans, reflections."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.web.boards.workshop.bench import Bench, Spoken


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what was answered."""

    question: str
    category: str
    priority: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class Talk:
    """The questions of one line, and the line that answers them."""

    asking: Spoken
    answering: Spoken | None
    asked: tuple[Asked, ...]
    remaining: Sequence[str]


def talks(found: Bench) -> tuple[Talk, ...]:
    """What was asked about the task, in the order it was."""
    answers = {one.about: one for one in found.of_kind("ANSWERS")}
    return tuple(_talk(one, answers.get(one.line)) for one in found.of_kind("QUESTIONS"))


def plans(found: Bench) -> tuple[Spoken, ...]:
    """The plans and what was said of them, in order."""
    return tuple(found.of_kind("PLAN", "OWN_PLAN", "NEGOTIATION"))


def reflections(found: Bench) -> Mapping[str, Sequence[Spoken]]:
    """What each author learnt from its failures, in order."""
    by_seat: dict[str, list[Spoken]] = {}
    for one in found.of_kind("REFLECTION"):
        by_seat.setdefault(one.seat, []).append(one)
    return by_seat


def _talk(asking: Spoken, answering: Spoken | None) -> Talk:
    given: Sequence[str] = () if answering is None else answering.said.get("answers") or ()
    questions: Sequence[Mapping[str, Any]] = asking.said.get("questions") or ()
    asked = tuple(
        Asked(one["question"], one["category"], one.get("priority", "medium"), given[n] if n < len(given) else None)
        for n, one in enumerate(questions)
    )
    remaining: Sequence[str] = () if answering is None else answering.said.get("remaining") or ()
    return Talk(asking, answering, asked, remaining)
