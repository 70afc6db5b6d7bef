"""The exchange: posts in the order they came, laid out in rows of two columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moot.desk.arena.replies import ArenaPost


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side: a post of the challenger, one of the opponent, or both."""

    number: int
    posts: tuple[ArenaPost, ...]

    @property
    def id(self) -> str:
        """Stays the same when the second post comes."""
        return f"row-{self.posts[0].seq}"


def rows(posts: Sequence[ArenaPost]) -> Iterator[Row]:
    """The posts row by row, so that reading from left to right and down is reading in the order they came.

    An answer of the opponent stands beside what it answers; whatever comes out of turn begins a row of its own.
    """
    row: list[ArenaPost] = []
    number = 1
    for post in posts:
        answers = len(row) == 1 and row[0].seat == "challenger" and post.seat == "opponent"
        if row and not answers:
            yield Row(number, tuple(row))
            row, number = [], number + 1
        row.append(post)
    if row:
        yield Row(number, tuple(row))
