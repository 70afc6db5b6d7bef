"""Running a suite in this process: the house on a database of its own, and whoever scores what comes out."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from moot import bench, wiring
from moot.bench import Folder, Order, Plan, Run, System, Systems, Venue
from moot.cli.environment import home
from moot.cli.inside.bench import Begin, Given, Heard
from moot.cli.inside.refusing import told
from moot.engine import Backing
from moot.settings import Settings


def run(
    systems: Sequence[System],
    models: Sequence[str],
    out: Path,
    heard: Heard,
    begin: Begin,
    given: Mapping[str, Any],
    budget: tuple[str, float] | None,
    **planned: Any,
) -> dict[str, Any]:
    """Puts a suite to systems; the results, which are also written to the folder."""
    with told():
        there, folder = Given.of(**given), Folder(out)
        bench.must_suit(there.suite, systems, models, there.tasks)
        order = there.order(systems, models, there.tasks)
        with folder.alone():
            plan = folder.begin(there.plan(**planned), order)
            folder.rows.mend()
            begin(order.size, len(order.rows(folder.rows.read())))
            stopped = asyncio.run(_run(there, plan, order, folder, heard, budget))
            return folder.end(bench.told(plan, order, folder.rows.read(), stopped))


async def _run(
    there: Given, plan: Plan, order: Order, folder: Folder, heard: Heard, budget: tuple[str, float] | None
) -> str | None:
    """Runs what is left; why it stopped, or what could not be had, if anything."""
    examiner = await there.examiner()
    async with wiring.house(Settings(database_url=folder.database, home=home())) as opened:
        behind = opened.backing
        venue = Venue(opened.desk, behind.steward, behind.ledger, opened.bulletin)
        words = None if budget is None else f"{budget[1]:g} {budget[0]}"
        run = Run(Systems(venue, plan, examiner), there.tasks, order, folder.rows, heard, words)
        async with wiring.running(replace(opened, backing=_within(behind, budget))):
            await run.go(there.parallel)
    return run.stopped or "; ".join(run.unheld) or None


def _within(backing: Backing, budget: tuple[str, float] | None) -> Backing:
    """The house's own limits for a day; where the run has a budget, the lower of both for the whole run."""
    if budget is None:
        return backing
    kind, limit = budget
    before: float | None = getattr(backing.daily, kind)
    lower = limit if before is None else min(limit, before)
    return replace(backing, daily=replace(backing.daily, **{kind: lower}), lasting=True)
