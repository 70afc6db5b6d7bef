"""What a reader sees of a line depends on the line, and on nothing that comes later."""

import pytest

from moot.debate import Entry, view
from moot.testing import START

PLAIN = Entry(3, START, START, "CLAIM", {"content": "words"}, seat="a")


def line(**fields: object) -> Entry:
    return Entry(3, START, START, "CLAIM", {"content": "words"}, seat="a", **fields)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("entry", "reads"),
    [
        (line(), {"a", "b", "c", None}),
        (line(sealed=True), {"a"}),
        (line(readers=("b",)), {"a", "b", None}),
        (line(readers=()), {"a", None}),
        (line(sealed=True, readers=("b",)), {"a"}),
    ],
)
def test_who_reads_a_line(entry: Entry, reads: set[str | None]):
    seen = {reader for reader in ("a", "b", "c", None) if not view(entry, reader).hidden}
    assert seen == reads
    assert all(view(entry, reader).move == entry.move for reader in reads)


@pytest.mark.parametrize(
    ("readers", "reads"),
    [(None, {"a", "b", "c", None}), (("b",), {"a", "b"}), ((), {"a"})],
)
def test_who_reads_what_a_later_line_reveals(readers: tuple[str, ...] | None, reads: set[str | None]):
    sealed = line(sealed=True)
    reveal = Entry(7, START, START, "revealed", {}, answers=3, readers=readers)
    opened = {reader: view(reveal, reader, sealed).opened for reader in ("a", "b", "c", None)}
    assert {reader for reader, move in opened.items() if move is not None} == reads
    assert not view(reveal, "c", sealed).hidden
