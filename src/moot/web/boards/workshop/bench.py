"""The bench: everything that the board of a workshop is drawn from, as its reader may read it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from moot.debate import line_of
from moot.desk import Caller, Desk
from moot.desk.replies import Argument, Context
from moot.formats.workshop import Placed, Workshop
from moot.web.boards.workshop.making import Made, made
from moot.web.cards import turned_over

Told: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line with what was said in it."""

    line: int
    seat: str
    argument: Argument
    about: int | None
    """The line that it answers."""
    said: Told


@dataclass(frozen=True, slots=True)
class Bench:
    """A workshop as somebody reads it."""

    context: Context
    setup: Workshop
    result: Told
    spoken: tuple[Spoken, ...]
    """The moves that this reader may read, in the order they were made."""
    versions: tuple[Made, ...]

    def of_kind(self, *kinds: str) -> list[Spoken]:
        """The moves of these kinds."""
        return [one for one in self.spoken if one.argument.type in kinds]

    def at(self, line: int | None) -> Spoken | None:
        """The move of a line."""
        return next((one for one in self.spoken if one.line == line), None)

    def version(self, line: int | None) -> Made | None:
        """The version that a line brought."""
        return next((one for one in self.versions if one.line == line), None)

    def placed(self, seat: str) -> Placed | None:
        """A seat of the cast."""
        return next((placed for placed in self.setup.cast if placed.seat == seat), None)

    @property
    def authors(self) -> tuple[str, ...]:
        """Those who brought a version, in the order of the cast."""
        there = {one.thread for one in self.versions}
        return tuple(placed.seat for placed in self.setup.cast if placed.seat in there)

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.context.debate.closed_at is not None


async def bench(desk: Desk, caller: Caller, context: Context) -> Bench:
    """Everything there is to show."""
    debate = context.debate.id
    setup = Workshop.model_validate((await desk.agreed(caller, debate)).setup)
    result = (await desk.result(caller, debate)).result
    rows = (await desk.versions(caller, debate)).versions
    spoken = tuple(_spoken(context))
    return Bench(context, setup, result, spoken, made(rows, {one.line: one.said for one in spoken}))


def _spoken(context: Context) -> Iterator[Spoken]:
    """The moves that this reader may read, by themselves or because a later line turned them over."""
    turns = turned_over(context.arguments)
    for one in context.arguments:
        turned = turns.get(one.id)
        said = _said(one) or (None if turned is None else _said(turned))
        if one.role is not None and one.reveals is None and said is not None:
            about = None if one.parent_id is None else line_of(one.debate_id, one.parent_id)
            yield Spoken(one.seq, one.role, one, about, said)


def _said(one: Argument) -> Told | None:
    """What was said; a move that is only a text is told as one."""
    if one.move is not None:
        return one.move
    return None if one.content is None else {"content": one.content}
