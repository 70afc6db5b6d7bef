"""Keeping what a line gives to know: members of the arena, or the owner of the house."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from moot.commons.house_news import house_news
from moot.commons.notification import Notification
from moot.commons.tidings import Tidings, tidings
from moot.debate import Entry, Position, Public, Rules, called_in
from moot.engine import Growth
from moot.notation import Line, read
from moot.store.commons import feed, notifications, reminders
from moot.store.database import Prepared, Transaction
from moot.store.tables import lines

ARENA = "arena"
_l = lines.c
_OPENED = Prepared(
    select(_l.line, _l.head, _l.body, _l.hash, _l.request).where(_l.debate_id == bindparam("debate"), _l.line == 0)
)


@dataclass(frozen=True, slots=True)
class Step:
    """A line, and the positions that it lies between."""

    before: Position | None
    entry: Entry
    after: Position


def steps_of(growth: Growth) -> Iterator[Step]:
    """The lines of one append; where the last one leads to is known already."""
    *earlier, last = growth.entries
    before = growth.before
    for step in replayed(growth.position.rules, growth.before, earlier):
        yield step
        before = step.after
    yield Step(before, last, growth.position)


def replayed(rules: Rules[Any], position: Position | None, entries: Iterable[Entry]) -> Iterator[Step]:
    """Each line of a record, from where it stood."""
    for entry in entries:
        after = Position.begun(rules, entry) if position is None else position.fold(entry)
        yield Step(position, entry, after)
        position = after


async def kept(tx: Transaction, debate: str, step: Step) -> tuple[Sequence[Notification], int]:
    """Keeps what a line gives to know: those notifications that are new, and how many posts there were."""
    rules = step.after.rules
    if rules.name == ARENA:
        news = tidings(debate, None if step.before is None else step.before.state, step.entry, step.after.state)
        return await _told_to_members(tx, debate, news), len(news.posts)
    if isinstance(rules, Public):
        return (), 0
    told = list(house_news(debate, step.before, step.entry, step.after))
    return (await notifications.put(tx, await _for_people(tx, debate, told)) if told else ()), 0


async def _told_to_members(tx: Transaction, debate: str, news: Tidings) -> Sequence[Notification]:
    told, judging = news.notifications, news.judging
    if judging is not None:
        await reminders.schedule(tx, debate, judging)
        likers = await reminders.likers(tx, debate, judging.topic, judging.news.at)
        told = (*told, *judging.told_to(likers))
    if news.judging_over:
        await reminders.forget(tx, debate)
    await feed.post(tx, news.posts)
    return await notifications.put(tx, told)


async def _for_people(tx: Transaction, debate: str, told: Sequence[Notification]) -> Sequence[Notification]:
    """Those that a person must hear: where the house calls on somebody for the seat, nobody need be told."""
    if all(each.kind != "turn_awaited" for each in told):
        return told
    (row,) = await tx.rows(_OPENED, {"debate": debate})
    setup = read(Line(*row)).move["setup"]
    assert isinstance(setup, Mapping)
    called = called_in(setup)
    return [each for each in told if each.kind != "turn_awaited" or each.detail not in called]
