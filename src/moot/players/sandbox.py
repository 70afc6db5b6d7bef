"""The sandbox as a player: it runs the job that it is asked to run, and answers with what came of it."""

from collections.abc import Mapping

from moot.debate import InvalidInput, Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.sandbox import SandboxUnavailable, Unconfined, detected, examined, read_job, sandbox, width

NO_SANDBOX = "no sandbox"
"""Why a turn lapses where nothing can confine a program."""


class SandboxPlayer:
    """Runs jobs in the first sandbox that holds here, and nothing at all where none does."""

    def __init__(self, name: str, *, unconfined: bool = False) -> None:
        self.name = name
        self.manner: Manner = "plain"
        self.lanes: Mapping[str, int] = {"sandbox": width()}
        self._unconfined = unconfined

    def reserve(self, call: Call) -> Spent | None:
        """Nothing: computing is the house's own."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """The report on the job that is the task."""
        task = call.ask.task
        try:
            job = read_job(task)
            holding = await sandbox(unconfined=self._unconfined)
        except InvalidInput as unfit:
            raise PlayerFailed(unfit.message) from unfit
        except SandboxUnavailable as none:
            raise PlayerFailed(str(none), NO_SANDBOX) from none
        report = await examined(job, holding)
        raw = report.model_dump_json(exclude_none=True)
        draft(raw)
        spent = Spent(milliseconds=round(report.seconds * 1000))
        return Answer(raw, f"sandbox:{report.backend}", {"task": task}, spent)


def standing(unconfined: bool) -> tuple[str | None, str, str]:
    """What confines here, or why nothing does and what would help."""
    findings = detected()
    if findings and findings[-1].holds:
        return findings[-1].name, "", ""
    if unconfined and Unconfined().obstacle() is None:
        return "nothing (MOOT_UNSAFE_NO_SANDBOX)", "", ""
    why = "; ".join(f"{one.name}: {one.obstacle.why}" for one in findings if one.obstacle)
    return None, f"no sandbox holds here ({why})", "Run: moot sandbox check"
