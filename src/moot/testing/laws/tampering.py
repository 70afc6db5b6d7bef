"""The law of the verifier: whatever is changed in a stored record, it is found."""

from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from moot.debate import DebateNotFound
from moot.engine import card_of, verify
from moot.notation import Line, written
from moot.testing.laws.drawing import Draw
from moot.testing.laws.walk import DEBATE, Walk
from moot.testing.records import MemoryRecords

T = TypeVar("T")
_FIELDS = ("head", "body", "hash", "request")
_CHARACTERS = st.characters(exclude_categories=["Cs"])


@dataclass(frozen=True, slots=True)
class Tampered:
    """A record after somebody was at it."""

    how: str
    lines: tuple[Line, ...]


def the_verifier_is_content(walk: Walk) -> None:
    """A record that nobody touched is found sound."""
    fault = fault_in(walk, walk.lines())
    walk.must(fault is None, f"the verifier objects to an untouched record: {fault}")


def the_verifier_finds_it(walk: Walk, tampered: Tampered) -> None:
    """A record in which anything was changed, lost, put in or moved is found unsound."""
    walk.must(fault_in(walk, tampered.lines) is not None, f"the verifier did not find: {tampered.how}")


def fault_in(walk: Walk, lines: tuple[Line, ...]) -> str | None:
    """What the verifier says of these lines where the walk's record should be."""
    records = MemoryRecords()
    records.records[DEBATE] = list(lines)
    head = walk.lines()[-1].hash
    records.book[DEBATE] = card_of(DEBATE, walk.entries[0], walk.position, head)
    try:
        verdict = finished(verify(DEBATE, records, {walk.guide.name: walk.guide.rules}))
    except DebateNotFound:
        return "there is no such record"
    return None if verdict.fault is None else f"line {verdict.fault.line}: {verdict.fault.fault}"


@st.composite
def tamperings(draw: Draw, walk: Walk) -> Tampered:
    """Some way of tampering with the record of a walk."""
    lines = walk.lines()
    at = draw(st.integers(0, len(lines) - 1))
    ways = [
        _changed(draw, lines, at),
        Tampered(f"line {at} was taken out", (*lines[:at], *lines[at + 1 :])),
        Tampered(f"the record was cut after line {at - 1}", lines[:at]),
        Tampered(f"line {at} was put in twice", (*lines[: at + 1], *lines[at:])),
        _moved(draw, lines, at),
        _forged(walk, lines),
    ]
    return draw(st.sampled_from(ways))


def changed(line: Line, field: str, index: int, character: str) -> Line:
    """The line with one character of one field changed."""
    text = str(getattr(line, field) or "")
    return replace(line, **{field: text[:index] + character + text[index + 1 :]})


def finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")


def _changed(draw: Draw, lines: tuple[Line, ...], at: int) -> Tampered:
    field = draw(st.sampled_from(_FIELDS))
    text = str(getattr(lines[at], field) or "")
    index = draw(st.integers(0, max(0, len(text) - 1)))
    character = draw(_CHARACTERS.filter(lambda other: other != text[index : index + 1]))
    how = f"character {index} of the {field} of line {at} became {character!r}"
    return Tampered(how, (*lines[:at], changed(lines[at], field, index, character), *lines[at + 1 :]))


def _moved(draw: Draw, lines: tuple[Line, ...], at: int) -> Tampered:
    to = (at + draw(st.integers(1, max(1, len(lines) - 1)))) % len(lines)
    order = list(lines) if to != at else [replace(lines[at], line=at + 1)]
    order[at], order[to] = order[to], order[at]
    return Tampered(f"lines {at} and {to} changed places", tuple(order))


def _forged(walk: Walk, lines: tuple[Line, ...]) -> Tampered:
    entry = replace(walk.entries[-1], line=len(lines), request=None)
    return Tampered("a line was chained to the end", (*lines, written(entry, lines[-1].hash)))
