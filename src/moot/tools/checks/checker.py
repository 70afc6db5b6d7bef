"""The checker: chooses the checks for some files, runs each in the sandbox, and gathers what they found."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from moot.formats.workshop import Finding, Findings, ToolRun
from moot.formats.workshop.findings import LONGEST_NAME, MOST_FINDINGS, MOST_METRICS, MOST_TOOLS
from moot.formats.workshop.phases.checking import TOGETHER
from moot.sandbox import MB, PYTHON, Files, Limits, Ran, Sandbox, Unconfined, plain, sandbox
from moot.sandbox.backends import Wasm
from moot.tools.checks.bench import Offered, folders, offer, offered, shown
from moot.tools.checks.check import ENDED, KINDS, LONGEST, Check, Read, Tree, last_words, placed
from moot.tools.checks.commands import OWN, own_commands
from moot.tools.checks.job import AUTO, read_job, tree_of
from moot.tools.checks.trees import laid

DRIVER = Path(__file__).with_name("driver.py")
_KEPT = 4 * MB
_DISK = 256
_PROCESSES = 128
_NOT_STARTED = (126, 127)
_GRADES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one check, and what it had to say."""

    ran: ToolRun
    read: Read = field(default_factory=Read)


@dataclass(frozen=True, slots=True)
class Checker:
    """Runs checks, in the first sandbox that holds."""

    commands: Path
    """The house's own file of checks."""
    unconfined: bool = False

    async def job(self, task: str) -> Findings:
        """What the checks of a job found; the job as a turn of a workshop tells it."""
        job = read_job(task)
        tree = await asyncio.to_thread(tree_of, job)
        return await self.check(tree, job.run, seconds=job.timeout, memory=job.memory)

    async def check(
        self, tree: Tree, run: Sequence[str] = (AUTO,), *, seconds: float = 60.0, memory: int = 1024
    ) -> Findings:
        """What the checks found in these files. Nothing is run where no sandbox holds."""
        chosen, others = self.chosen(tree, run)
        holding = await sandbox(unconfined=self.unconfined)
        limits = Limits(seconds, seconds, memory, _PROCESSES, _DISK, _KEPT, readable=shown())
        whole = await asyncio.to_thread(laid, tree)
        tasks = [asyncio.create_task(_ran(each, tree, whole, holding, limits)) for each in chosen]
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=TOGETHER * seconds)
        finally:
            # Those that are late, or all of them where nobody waits for this any more.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        found = [_outcome(each, task) for each, task in zip(chosen, tasks, strict=True)]
        return gathered([*found, *map(Checked, others)], holding.name)

    def chosen(self, tree: Tree, run: Sequence[str]) -> tuple[tuple[Offered, ...], tuple[ToolRun, ...]]:
        """The checks that are meant, by name or by kind, and those that cannot be: unknown, or configured badly.

        `auto` means those that there is something to look at for.
        """
        there, faults = offered(self.commands)
        own = own_commands(tree, (each.check.name for each in there))
        there = (*there, *map(offer, own.checks))
        sources = ((self.commands.name, faults), (OWN, own.faults))
        unfit = [_unfit(file, name, why) for file, found in sources for name, why in found.items()]
        known = {AUTO, *KINDS, *faults, *(each.check.name for each in there)}
        strange = dict.fromkeys(name for name in run if name not in known)
        unknown = [
            ToolRun(name=name[:LONGEST_NAME], outcome="absent", why="there is no check of this name")
            for name in strange
        ]
        meant = [each for each in there if _is_meant(each.check, tree, run)]
        return tuple(meant), (*unfit, *unknown)


def _unfit(file: str, name: str, why: str) -> ToolRun:
    """A check that a file names badly; told by both names, since it may be that of another check."""
    told = plain(f"badly configured: {why}", LONGEST)
    return ToolRun(name=plain(f"{name} in {file}", LONGEST_NAME), outcome="failed", why=told)


def _is_meant(check: Check, tree: Tree, run: Sequence[str]) -> bool:
    if check.name in run:
        return True
    return (AUTO in run or check.kind in run) and check.applies(tree)


async def _ran(each: Offered, tree: Tree, whole: Files, holding: Sandbox, limits: Limits) -> Checked:
    """One check in a sandbox of its own."""
    check = each.check
    if each.why_not:
        return Checked(_tool(each, "absent", why=each.why_not))
    if not check.applies(tree):
        return Checked(_tool(each, "absent", why="there is nothing here that it looks at"))
    if check.own and holding.name == Unconfined.name:
        return Checked(_tool(each, "absent", why="what the files name themselves is run in a sandbox alone"))
    if holding.name == Wasm.name:
        return Checked(_tool(each, "absent", why="the sandbox here runs plain Python programs alone"))
    plan = check.plan(tree)
    told: dict[str, Any] = {"way": plan.way, "words": plan.words, "tests": plan.tests}
    told |= {"environment": dict(plan.environment), "site": [str(folder) for folder in folders()[:-1]]}
    files = {"plan.json": json.dumps(_reached(told)).encode(), "driver.py": DRIVER.read_bytes(), **whole}
    ran = await holding.run(files, (PYTHON, "-I", "-B", "driver.py"), limits)
    # In a thread: it may be megabytes, and whoever wrote them may want it to take long.
    return await asyncio.to_thread(_told, each, ran, tree)


def _reached(told: dict[str, Any]) -> dict[str, Any]:
    """A plan whose program is one of the house's, where it has one of that name."""
    own = folders()[-1] / str(told["words"][0])
    if told["way"] == "program" and "/" not in told["words"][0] and own.is_file():
        return {**told, "words": (str(own), *told["words"][1:])}
    return told


def _told(each: Offered, ran: Ran, tree: Tree) -> Checked:
    seconds = round(ran.seconds, 3)
    if ran.why != "exit":
        return Checked(_tool(each, "failed", seconds, ENDED[ran.why]))
    if ran.exit_code in _NOT_STARTED:
        why = f"it could not be started (exit code {ran.exit_code}): {last_words(ran)}"
        return Checked(_tool(each, "failed", seconds, why))
    try:
        read = each.check.read(ran)
        read = replace(read, findings=[placed(found, tree) for found in read.findings])
    except Exception as unread:  # Whatever the words of a guest make of their reader.
        return Checked(_tool(each, "failed", seconds, f"its words could not be read: {unread}"))
    if read.failed:
        return Checked(_tool(each, "failed", seconds, read.failed), read)
    return Checked(_tool(each, "found" if read.findings else "clean", seconds), read)


def _outcome(each: Offered, task: "asyncio.Task[Checked]") -> Checked:
    if task.cancelled():
        return Checked(_tool(each, "failed", why="the time for all checks together was up"))
    return task.result()


def _tool(each: Offered, outcome: Any, seconds: float | None = None, why: str = "") -> ToolRun:
    return ToolRun(
        name=each.check.name, version=each.version, outcome=outcome, seconds=seconds, why=plain(why, LONGEST)
    )


def gathered(checked: Sequence[Checked], backend: str) -> Findings:
    """All that was found: the worst first, and no more than a record keeps."""
    kept = [*{one.ran.name: one for one in reversed(checked)}.values()][::-1][:MOST_TOOLS]
    found = [each for one in kept for each in one.read.findings]
    found.sort(key=_order)
    metrics: dict[str, float] = {}
    for one in kept:
        told = one.read.metrics.items()
        named = {f"{one.ran.name} {name}"[:LONGEST_NAME] if name in metrics else name: value for name, value in told}
        metrics |= {name: value for name, value in named.items() if isfinite(value)}
    return Findings(
        tools=tuple(one.ran for one in kept),
        findings=tuple(found[:MOST_FINDINGS]),
        left_off=len(found[MOST_FINDINGS:]),
        metrics=dict(list(metrics.items())[:MOST_METRICS]),
        backend=backend,
    )


def _order(each: Finding) -> tuple[int, str, int]:
    return (_GRADES.index(each.severity), each.path, each.line or 0)
