"""What a reader of a round table has seen: the question, and the answers as far as they are open to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.debate import Entry, View
from moot.formats.roundtable.moves import Question, Reply


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that somebody gave."""

    line: int
    seat: str
    round: int
    reply: Reply


@dataclass(frozen=True, slots=True)
class Seen:
    """A record as one reader has it."""

    question: Question | None
    given: tuple[Given, ...]
    closing: Mapping[str, Any] | None
    """What the closing line says, once there is one."""

    def in_round(self, number: int) -> tuple[Given, ...]:
        """The answers of one round, in the order of their lines."""
        return tuple(one for one in self.given if one.round == number)


def seen(record: Sequence[View]) -> Seen:
    """What this reader has seen."""
    asked = next((view.move for view in record if view.entry.kind == "QUESTION"), None)
    last = record[-1].entry
    return Seen(
        None if asked is None else Question.model_validate(asked),
        tuple(sorted(_given(record), key=lambda one: one.line)),
        last.move if last.kind == "closed" else None,
    )


def _given(record: Sequence[View]) -> Iterator[Given]:
    lines: dict[int, Entry] = {view.entry.line: view.entry for view in record}
    for view in record:
        if view.entry.kind == "ANSWER" and view.move is not None and not view.entry.sealed:
            yield _made(view.entry, view.move)
        elif view.entry.kind == "revealed" and view.opened is not None and view.entry.answers is not None:
            yield _made(lines[view.entry.answers], view.opened)


def _made(entry: Entry, move: Mapping[str, Any]) -> Given:
    return Given(entry.line, str(entry.seat), entry.stamp.round or 1, Reply.model_validate(move))
