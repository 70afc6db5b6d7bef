"""Statements about a list of names, compiled for a few lengths, so that both databases keep them prepared."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeAlias

from sqlalchemy import BindParameter, Executable, bindparam

from moot.store.database import Params, Prepared, Row, Rows, sayable

_LENGTHS = (1, 8, 64)

Names: TypeAlias = Sequence[BindParameter[Any]]


class Among:
    """A statement that asks about any number of names, a few at a time."""

    def __init__(self, statement: Callable[[Names], Executable]) -> None:
        self.by_length = {
            length: Prepared(statement([bindparam(f"name{place}") for place in range(length)])) for length in _LENGTHS
        }

    async def rows(self, source: Rows, names: Collection[str], **params: Any) -> list[Row]:
        """The rows that it yields for these names, in the order of the names where it orders them at all."""
        found: list[Row] = []
        for prepared, asked in self._asked(names):
            found += await source.rows(prepared, {**asked, **params})
        return found

    def _asked(self, names: Collection[str]) -> Iterator[tuple[Prepared, Params]]:
        # Sorted, so that rows that are locked are locked in one order by all.
        left = sorted(name for name in set(names) if sayable({"name": name}))
        while left:
            length = next((length for length in _LENGTHS if length >= len(left)), _LENGTHS[-1])
            asked, left = left[:length], left[length:]
            # A short list is filled up with its last name, which changes nothing.
            filled = [*asked, *[asked[-1]] * (length - len(asked))]
            yield self.by_length[length], {f"name{place}": name for place, name in enumerate(filled)}
