"""Where two records part: how far they say the same, and what the first line says that does not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from moot.debate import Entry, Json, JsonObject, View
from moot.notation.canonical import canonical
from moot.notation.chain import Line
from moot.notation.diff import diff

_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Parted:
    """Where two records part."""

    common: int
    """How many lines after the opening say the same."""
    a: View | None
    """The first line of each that does not; None where it has none."""
    b: View | None
    fields: tuple[str, ...]
    """In what these differ."""
    diff: str

    @property
    def same(self) -> bool:
        """Whether both say the same to the end."""
        return self.a is None and self.b is None


def parted(a: Sequence[View], b: Sequence[View], a_name: str = "a", b_name: str = "b") -> Parted:
    """Compares two records line by line; when something was said, by which player and at what cost does not count.

    Nor does how long a program took: no run takes as long as another.
    """
    common = 0
    for one, other in zip(a[1:], b[1:], strict=False):
        if _differing(one, other):
            break
        common += 1
    one, other = _at(a, common + 1), _at(b, common + 1)
    fields = _differing(one, other) if one is not None and other is not None else ()
    return Parted(common, one, other, fields, diff(_said(one), _said(other), a_name, b_name).unified)


def stored_alike(a: Sequence[Line], b: Sequence[Line]) -> int:
    """How many lines after the opening are stored alike, byte for byte; only what they are chained to may differ."""
    alike = 0
    for one, other in zip(a[1:], b[1:], strict=False):
        if (one.head, one.body) != (other.head, other.body):
            break
        alike += 1
    return alike


def differently_agreed(a: Entry, b: Entry) -> dict[str, list[Json]]:
    """What two openings say differently, field by field; None where one says nothing of it."""
    one, other = a.move["setup"], b.move["setup"]
    assert isinstance(one, Mapping)
    assert isinstance(other, Mapping)
    told: dict[str, list[Json]] = {}
    if a.move["format"] != b.move["format"]:
        told["format"] = [a.move["format"], b.move["format"]]
    for name in sorted({*one, *other}):
        if canonical(one.get(name)) != canonical(other.get(name)):
            told[name] = [one.get(name), other.get(name)]
    return told


def in_lines(move: JsonObject) -> str:
    r"""What was said, field by field and line by line, so that it can be compared.

    >>> print(in_lines({"content": "Yes.\nOr no.", "score": 3}))
    content:
      Yes.
      Or no.
    score: 3
    """
    return "\n".join(line for name, value in move.items() for line in _told(name, value))


def _at(record: Sequence[View], line: int) -> View | None:
    return record[line] if line < len(record) else None


def _said(view: View | None) -> str:
    if view is None:
        return ""
    move = _move(view)
    return "" if move is None else f"{in_lines(move)}\n"


def _move(view: View) -> JsonObject | None:
    """What was said, without what was measured of time."""
    move = view.opened or view.move
    return None if move is None else {name: _untimed(part) for name, part in move.items() if not _is_time(name, part)}


def _untimed(value: Json) -> Json:
    match value:
        case Mapping():
            return {name: _untimed(part) for name, part in value.items() if not _is_time(name, part)}
        case list() | tuple():
            return [_untimed(part) for part in value]
        case _:
            return value


def _is_time(name: str, value: Json) -> bool:
    return isinstance(value, int | float) and "seconds" in name.replace("_", " ").split()


def _differing(one: View, other: View) -> tuple[str, ...]:
    """In what two lines differ; of what is sealed only that something was said can be compared."""
    a, b = one.entry, other.entry
    facts = {
        "kind": (a.kind, b.kind),
        "seat": (a.seat, b.seat),
        "turn": (a.turn, b.turn),
        "answers": (a.answers, b.answers),
        "phase": (a.stamp, b.stamp),
    }
    names = [name for name, (here, there) in facts.items() if here != there]
    said, there = _move(one), _move(other)
    if (said is None) != (there is None) or (said is not None and canonical(said) != canonical(there)):
        names.append("what it says")
    return tuple(names)


def _told(name: str, value: Json, depth: int = 0) -> Iterator[str]:
    before = _INDENT * depth
    match value:
        case str() if "\n" in value:
            yield f"{before}{name}:"
            yield from (f"{before}{_INDENT}{line}" for line in value.splitlines())
        case Mapping() if value:
            yield f"{before}{name}:"
            for part, more in value.items():
                yield from _told(part, more, depth + 1)
        case list() | tuple() if value:
            yield f"{before}{name}:"
            for each in value:
                yield from _told("-", each, depth + 1)
        case str():
            yield f"{before}{name}: {value}"
        case _:
            yield f"{before}{name}: {canonical(value)}"
