"""Keeping memory with the records: each growth of a workshop, in the transaction of its append."""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import bindparam, insert, select, update

from moot.debate import Entry, fork_of
from moot.memory import did_better, episode_in, telling, thread_of
from moot.notation import Line, read
from moot.store.database import Prepared, Transaction
from moot.store.memory import episodes as kept
from moot.store.memory.tables import episodes, words
from moot.store.tables import lines
from moot.store.words import words as words_of

WORKSHOP = "workshop"
MOST_WORDS = 256
"""How many words of a lesson and its task it is found by."""
_RUN = ("ATTEMPT", "PATCH", "DEFENCE", "PROPOSAL")
"""What has code in it that can be run."""

_e, _l = episodes.c, lines.c
_LINE = Prepared(
    select(_l.line, _l.head, _l.body, _l.hash, _l.request).where(
        _l.debate_id == bindparam("debate"), _l.line == bindparam("at_line")
    )
)
UNHELPED = Prepared(
    select(_e.id, _e.report_line).where(
        _e.debate_id == bindparam("debate"),
        _e.thread == bindparam("of_thread"),
        _e.line < bindparam("before"),
        _e.passed_later == 0,
        _e.report_line.is_not(None),
    )
)
_PASSED = Prepared(update(episodes).where(_e.id == bindparam("episode")).values(passed_later=1))
_SHOW = Prepared(
    update(episodes)
    .where(_e.debate_id == bindparam("debate"), _e.line == bindparam("at_line"))
    .values(shown=1)
    .returning(_e.id)
)
_GROWN_WISE = Prepared(
    update(episodes)
    .where(
        _e.id == bindparam("episode"),
        _e.wise == 0,
        _e.shown == 1,
        _e.passed_later == 1,
        _e.lesson_id.is_not(None),
    )
    .values(wise=1)
    .returning(_e.lesson_id, _e.lesson, _e.task, _e.at)
)
_WORD = Prepared(insert(words).values({column.name: bindparam(column.name) for column in words.c}))


class Record:
    """The record of a debate, read line by line: those at hand, and the others from the table."""

    def __init__(self, tx: Transaction, debate: str, at_hand: Iterable[Entry]) -> None:
        self.tx = tx
        self.debate = debate
        self._entries = {entry.line: entry for entry in at_hand}

    async def line(self, line: int | None, *kinds: str) -> Entry | None:
        """A line of one of these kinds; None where it is another or is not there."""
        if line is None:
            return None
        if line not in self._entries:
            rows = await self.tx.rows(_LINE, {"debate": self.debate, "at_line": line})
            self._entries |= {row[0]: read(Line(*row)) for row in rows}
        found = self._entries.get(line)
        return found if found is not None and found.kind in kinds else None


async def read_entries(tx: Transaction, debate: str, entries: Iterable[Entry]) -> int:
    """Keeps up with new lines of a workshop; how many episodes they brought."""
    entries, brought = tuple(entries), 0
    record = Record(tx, debate, entries)
    for entry in _its_own(entries):
        match entry.kind:
            case "REFLECTION":
                await _reflected(record, entry)
                brought += 1
            case "REPORT":
                await _reported(record, entry)
            case "revealed" if entry.readers is None:
                await _revealed(record, entry)
            case _:
                pass
    return brought


def _its_own(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The lines that were written in this debate: what a fork shares was learnt where it was first written."""
    fork = fork_of(entries[0]) if entries and entries[0].line == 0 else None
    return (entry for entry in entries if fork is None or entry.line > fork.line)


async def _reflected(record: Record, reflection: Entry) -> None:
    report = await record.line(reflection.answers, "REPORT")
    ran = None if report is None else await record.line(report.answers, *_RUN)
    episode = episode_in(record.debate, reflection, report, ran, await record.line(1, "TASK"))
    await kept.put(record.tx, episode, shown=not reflection.sealed)


async def _reported(record: Record, report: Entry) -> None:
    """Notes what helped: an attempt that was made after a reflection passed more of the tests that it was about."""
    attempt = await record.line(report.answers, "ATTEMPT")
    if attempt is None:
        return
    asked = {"debate": record.debate, "of_thread": thread_of(attempt), "before": attempt.line}
    for episode, line in await record.tx.rows(UNHELPED, asked):
        before = await record.line(line, "REPORT")
        if before is not None and did_better(before, report):
            await record.tx.run(_PASSED, {"episode": episode})
            await _grow_wise(record.tx, episode)


async def _revealed(record: Record, revealed: Entry) -> None:
    for (episode,) in await record.tx.rows(_SHOW, {"debate": record.debate, "at_line": revealed.answers}):
        await _grow_wise(record.tx, episode)


async def _grow_wise(tx: Transaction, episode: str) -> None:
    """Makes a lesson findable, once it has helped and everybody may read it."""
    for row in await tx.rows(_GROWN_WISE, {"episode": episode}):
        lesson_id, lesson, task, at = row
        told = {"at": at, "episode_id": episode, "lesson_id": lesson_id}
        if found_by := telling(words_of(f"{lesson}\n{task}"))[:MOST_WORDS]:
            await tx.run_each(_WORD, [{**told, "word": word} for word in found_by])
