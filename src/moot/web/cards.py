"""Cards: lines of the record as the page shows them, and the gaps between those that are shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moot.debate import line_of
from moot.desk import Caller, Desk
from moot.desk.replies import Argument, Context, OptionTold

AT_ONCE = 40
"""The most lines that a page shows unasked."""
WEIGHT = 36 * 1024
"""The most text, in characters, that a page shows unasked: pages stay light."""
ALL = 2_000
"""The most lines that a page shows on demand."""


@dataclass(frozen=True, slots=True)
class Card:
    """One line of the record."""

    argument: Argument
    about: int | None
    """The line it is about."""
    about_shown: bool
    """Whether that line stands on the same page."""
    chosen: OptionTold | None
    """The option that a ruling chose."""
    turned: Argument | None = None
    """The line that turned it over, where it was sealed."""

    @property
    def said(self) -> Argument:
        """Where the words of it are."""
        return self.turned or self.argument

    @property
    def is_face_down(self) -> bool:
        """Whether it shows that something was said, but not what."""
        return self.said.content is None and self.said.role is not None


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines left out: those after one line and before another."""

    debate: str
    after: int
    before: int

    @property
    def lines(self) -> int:
        """How many lines are left out."""
        return self.before - self.after - 1

    @property
    def next(self) -> int:
        """Where the nearest earlier part begins."""
        return max(self.after + 1, self.before - AT_ONCE)


@dataclass(frozen=True, slots=True)
class Run:
    """Every argument from one line to another; lines between them that are missing are notes of the house."""

    start: int
    end: int
    arguments: Sequence[Argument]


def laid_out(debate: str, runs: Iterable[Run], part: bool = False, later: Iterable[Argument] = ()) -> list[Card | Gap]:
    """The lines in order, with a gap where some are left out; a part of a page does not know the rest of it.

    A line that turns another over is shown in the place of that other, where that stands on the page.
    """
    runs = sorted(runs, key=lambda run: run.start)
    shown = {argument.id: argument for run in runs for argument in run.arguments}
    turns = turned_over((*shown.values(), *later))
    laid: list[Card | Gap] = []
    covered = 0
    for run in runs:
        if laid and run.start > covered + 1:
            laid.append(Gap(debate, covered, run.start))
        new = (one for one in run.arguments if one.seq > covered and one.reveals not in shown)
        laid += [card(one, shown.get(one.parent_id or ""), part, turns.get(one.id)) for one in new]
        covered = max(covered, run.end)
    return laid


def card(argument: Argument, about: Argument | None, part: bool = False, turned: Argument | None = None) -> Card:
    """A line, with what it is about if that is at hand; in a part of a page the script finds it."""
    line = None if argument.parent_id is None else line_of(argument.debate_id, argument.parent_id)
    hidden = argument.content is None
    return Card(argument, line, part or about is not None, _chosen(argument, about), turned if hidden else None)


def turned_over(arguments: Iterable[Argument]) -> Mapping[str, Argument]:
    """The lines that turn others over for this reader, by the line that they turn."""
    return {one.reveals: one for one in arguments if one.reveals is not None and (one.move or one.content)}


def light(arguments: Sequence[Argument]) -> Sequence[Argument]:
    """The last of them that are not too much for one page; at least one."""
    room = WEIGHT
    for count, argument in enumerate(reversed(arguments)):
        room -= len(argument.content or "") if argument.move is None else len(str(argument.move))
        if room < 0 and count > 0:
            return arguments[len(arguments) - count :]
    return arguments


async def to_show(
    desk: Desk, caller: Caller, context: Context, start: int | None, everything: bool
) -> list[Card | Gap]:
    """The motion, the lines from `start` on if asked for, and the last lines."""
    runs = [Run(1, 1, context.arguments[:1]), _last(context)]
    if start is not None or everything:
        first, limit = start or 1, ALL if everything else AT_ONCE
        found = await desk.arguments(caller, context.debate.id, after=first - 1, limit=limit, role=context.role)
        runs.append(Run(first, found.next_after or context.debate.seq, found.arguments))
    later = await _later(desk, caller, context.debate.id, runs, context.role)
    return laid_out(context.debate.id, runs, later=later)


async def earlier(desk: Desk, caller: Caller, gap: Gap, role: str | None) -> list[Card | Gap]:
    """The last lines of a gap, and the gap that then remains."""
    limit = gap.before - gap.next
    found = await desk.arguments(caller, gap.debate, after=gap.next - 1, limit=limit, role=role)
    run = Run(gap.next, gap.before - 1, found.arguments)
    later = await _later(desk, caller, gap.debate, [run], role)
    laid = laid_out(gap.debate, [run], part=True, later=later)
    return [Gap(gap.debate, gap.after, gap.next), *laid] if gap.next > gap.after + 1 else laid


async def _later(
    desk: Desk, caller: Caller, debate: str, runs: Sequence[Run], role: str | None
) -> tuple[Argument, ...]:
    """What turned those lines over that are sealed here, where that itself is folded away."""
    shown = [argument for run in runs for argument in run.arguments]
    turns = turned_over(shown)
    sealed = [one.seq for one in shown if one.sealed and one.content is None and one.id not in turns]
    if not sealed:
        return ()
    return (await desk.arguments(caller, debate, after=min(sealed), limit=ALL, role=role)).arguments


def _last(context: Context) -> Run:
    rest = context.arguments[1:]
    kept = light(rest)
    whole = context.omitted == 0 and len(kept) == len(rest)
    return Run(2 if whole or not kept else kept[0].seq, context.debate.seq, kept)


def _chosen(argument: Argument, about: Argument | None) -> OptionTold | None:
    if argument.option is None:
        return None
    offered = {option.id: option for option in (about and about.options) or ()}
    return offered.get(argument.option, OptionTold(id=argument.option, label=""))
