"""The sandbox as a player: it runs the job that it is asked to run, and answers with what came of it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import TypeAlias

from moot.debate import InvalidInput, Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.formats.workshop import Findings
from moot.sandbox import Report, SandboxUnavailable, Unconfined, detected, examined, read_job, sandbox, width

NO_SANDBOX = "no sandbox"
"""Why a turn lapses where nothing can confine a program."""
Checking: TypeAlias = Callable[[str], Awaitable[Findings]]
"""Whoever does a job of checks."""


class SandboxPlayer:
    """Runs jobs in the first sandbox that holds here, and nothing at all where none does."""

    def __init__(self, name: str, *, unconfined: bool = False, checking: Checking | None = None) -> None:
        self.name = name
        self.manner: Manner = "plain"
        self.lanes: Mapping[str, int] = {"sandbox": width()}
        self._unconfined = unconfined
        self._checking = checking

    def reserve(self, call: Call) -> Spent | None:
        """Nothing: computing is the house's own."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What came of the job that is the task: a report on tests, or what checks found."""
        task = call.ask.task
        began = monotonic()
        try:
            came = await self._done(task)
        except InvalidInput as unfit:
            raise PlayerFailed(unfit.message) from unfit
        except SandboxUnavailable as none:
            raise PlayerFailed(str(none), NO_SANDBOX) from none
        raw = came.model_dump_json(exclude_none=True)
        draft(raw)
        spent = Spent(milliseconds=round((monotonic() - began) * 1000))
        return Answer(raw, f"sandbox:{came.backend}", {"task": task}, spent)

    async def _done(self, task: str) -> Report | Findings:
        if not _is_of_checks(task):
            job = read_job(task)
            return await examined(job, await sandbox(unconfined=self._unconfined))
        if self._checking is None:
            raise InvalidInput("Nobody checks code here.")
        return await self._checking(task)


def _is_of_checks(task: str) -> bool:
    try:
        return json.loads(task)["job"] == "checks"
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


def standing(unconfined: bool) -> tuple[str | None, str, str]:
    """What confines here, or why nothing does and what would help."""
    findings = detected()
    if findings and findings[-1].holds:
        return findings[-1].name, "", ""
    if unconfined and Unconfined().obstacle() is None:
        return "nothing (MOOT_UNSAFE_NO_SANDBOX)", "", ""
    why = "; ".join(f"{one.name}: {one.obstacle.why}" for one in findings if one.obstacle)
    return None, f"no sandbox holds here ({why})", "Run: moot sandbox check"
