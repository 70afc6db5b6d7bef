"""Suites and recorded answers in this process: what there is, how it scores, and what came of a run."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moot import bench
from moot.bench import ANSWERS, SUITES, Examiner, Folder, Order, Plan, Row, Suite, Task
from moot.cli.inside.refusing import told
from moot.sandbox import sandbox
from moot.settings import Settings

Begin = Callable[[int, int], None]
"""Told how many rows will come, and how many are there."""
Heard = Callable[[Row], None]


@dataclass(frozen=True, slots=True)
class Given:
    """What tasks there are, and how they are scored."""

    suite: Suite
    path: Path
    every: tuple[Task, ...]
    tasks: tuple[Task, ...]
    """Those that were asked for."""
    parallel: int
    repos: Path | None
    seed: int | None
    measure: bool

    @staticmethod
    def of(name: str, data: Path | None, limit: int | None, seed: int | None, **more: Any) -> "Given":
        """Reads the data of a suite."""
        path = bench.found_data(SUITES[name], data)
        every = SUITES[name].read(path)
        return Given(SUITES[name], path, every, bench.selected(every, limit, seed), seed=seed, **more)

    def plan(self, **more: Any) -> Plan:
        """The plan of a run on these."""
        return Plan(
            suite=self.suite.name, file=self.path.name, sha256=bench.digest_of(self.path), seed=self.seed, **more
        )

    def order(self, systems: Sequence[str], models: Sequence[str | None], tasks: Sequence[Task]) -> Order:
        """What is asked for."""
        ids = tuple(task.id for task in tasks)
        return Order(tasks=ids, of=len(self.every), systems=tuple(systems), models=tuple(models))

    async def examiner(self) -> Examiner:
        """Whoever scores; where there is code and no sandbox holds, nobody does."""
        coded = any(task.wanted == "code" for task in self.tasks)
        holding = await sandbox(unconfined=Settings().unconfined) if coded else None
        return Examiner(holding, self.repos, self.measure)


def listed() -> dict[str, Any]:
    """The suites, and whether their data is installed."""
    return {
        "suites": [
            {"name": one.name, "about": one.about, "data": one.data, "installed": one.packed is not None}
            | {"cannot": one.cannot}
            for one in SUITES.values()
        ]
    }


def reported(folder: Path) -> dict[str, Any]:
    """The results of a run, counted again from its rows."""
    with told():
        return Folder(folder).counted()


def scored(answers: Path, out: Path | None, heard: Heard, begin: Begin, given: Mapping[str, Any]) -> dict[str, Any]:
    """Scores recorded answers; those to tasks that were not asked for stay aside."""
    with told():
        there = Given.of(**given)
        known = bench.answers_in(answers, there.every)
        tasks = [task for task in there.tasks if task.id in known]
        plan, order = there.plan(), there.order([ANSWERS], [None], tasks)
        order = order.model_copy(update={"unanswered": len(there.tasks) - len(tasks)})
        folder = None if out is None else Folder(out)
        with nullcontext() if folder is None else folder.alone():
            if folder is not None:
                plan = folder.begin(plan, order)
            begin(len(tasks), 0)
            rows = asyncio.run(_scored(there, tasks, known, heard))
            found = bench.told(plan, order, rows)
            if folder is None:
                return found
            folder.rows.replace(ANSWERS, rows)
            return folder.end(found)


async def _scored(there: Given, tasks: Sequence[Task], known: Mapping[str, str], heard: Heard) -> list[Row]:
    return await bench.scored(tasks, known, await there.examiner(), there.parallel, heard)
