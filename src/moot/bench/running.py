"""Running a plan: every task put to every system, some at once; what is known already is not done again."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from moot.bench.folder import Order
from moot.bench.plan import System
from moot.bench.rows import ANSWERS, Row, RowFile, RowKey
from moot.bench.scoring import Examiner
from moot.bench.sitting import Starved, Unheld
from moot.bench.systems import Systems
from moot.bench.task import Task

ORDER: Sequence[System] = ("debate", "workshop", "vote", "single")
"""A vote may use as many tokens as the debate before it did."""
_MEASURES: Sequence[System] = ("debate", "workshop")
"""Whose tokens a vote may use, the first that there is."""
PATIENCE = 5
"""After so many tasks in turn that nobody could be reached for, the run stops."""

Heard = Callable[[Row], None]
"""Told each row as it is known."""


@dataclass
class Run:
    """A run under way: rows by task, system and model, and why it stopped if it did."""

    systems: Systems
    tasks: Sequence[Task]
    order: Order
    file: RowFile
    heard: Heard
    budget: str | None = None
    """What the run may use, in words; None: what the house may use in a day."""
    rows: dict[RowKey, Row] = field(default_factory=dict[RowKey, Row])
    stopped: str | None = None
    unheld: list[str] = field(default_factory=list[str])
    """Tasks that could not be put to a system, and why."""
    _in_turn: int = 0

    async def go(self, parallel: int) -> None:
        """Puts every task to every system, so many at once."""
        known = self.file.read()
        self.rows |= {row.key: row for row in known if row.starved is None}
        given_up = [row for row in known if row.starved is not None and row.key not in self.rows]
        if self.budget is not None and (same := [row for row in given_up if row.starved == self.budget]):
            # What was given up under this budget would be given up again, after calls that are paid for.
            self.stopped = f"the budget is used up ({same[0].why})"
            return
        left = iter([(task, model) for task in self.tasks for model in self.order.models if model is not None])
        workers = [asyncio.create_task(self._work(left)) for _ in range(parallel)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.wait(workers)

    async def _work(self, left: Iterator[tuple[Task, str]]) -> None:
        for task, model in left:
            for system in ORDER:
                wanted = system in self.order.systems and (task.id, system, model) not in self.rows
                if wanted and self.stopped is None and not self._waits(task, system, model):
                    await self._one(task, system, model)

    def _waits(self, task: Task, system: System, model: str) -> bool:
        """Whether nobody knows yet what a vote may use: the debate that it is held against came to nothing."""
        before = next((each for each in _MEASURES if each in self.order.systems), None)
        return system == "vote" and before is not None and (task.id, before, model) not in self.rows

    async def _one(self, task: Task, system: System, model: str) -> None:
        try:
            row = await self.systems.row(task, system, model, self._allowance(task, model))
        except Starved as starved:
            self.stopped = f"the budget is used up ({starved})"
            if self.budget is not None:
                self.file.keep(self.systems.starved(task, system, model, starved, self.budget))
            return
        except Unheld as unheld:
            self._missed(f"{task.id}, {system}, {model}: {unheld}")
            return
        self._in_turn = 0
        self.file.keep(row)
        self.rows[row.key] = row
        self.heard(row)

    def _missed(self, why: str) -> None:
        self.unheld.append(why)
        self._in_turn += 1
        if self._in_turn >= PATIENCE:
            self.stopped = f"{PATIENCE} tasks in turn came to nothing; the last: {why}"

    def _allowance(self, task: Task, model: str) -> int | None:
        """The tokens that the debate on this task used; those of the workshop where there was no debate."""
        rows = (self.rows.get((task.id, system, model)) for system in _MEASURES)
        return next((row.tokens for row in rows if row is not None), None)


async def scored(
    tasks: Sequence[Task], answers: Mapping[str, str], examiner: Examiner, parallel: int, heard: Heard
) -> list[Row]:
    """Scores answers that were recorded; no model is asked."""
    places = asyncio.Semaphore(parallel)

    async def one(task: Task) -> Row:
        async with places:
            row = Row(task_id=task.id, system=ANSWERS, answer=answers[task.id])
            row = row.scored(await examiner.score(task, answers[task.id]))
        heard(row)
        return row

    return list(await asyncio.gather(*(one(task) for task in tasks if task.id in answers)))
