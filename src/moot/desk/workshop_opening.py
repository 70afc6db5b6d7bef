"""The verb that opens a workshop: a task, whoever takes part in it, and what earlier workshops taught."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from moot.debate import DebateNotFound, InvalidInput
from moot.desk.callers import Caller
from moot.desk.house import made
from moot.desk.memory import Remembering
from moot.desk.opening import Opening
from moot.desk.replies import Receipt
from moot.desk.workshop_casting import Company, company
from moot.formats.workshop import OWNER, PHASES, Lesson, State, Task, Workshop
from moot.memory import Fit
from moot.notation import all_clean

WORKSHOP = "workshop"
SWITCHED_OFF: Mapping[str, Any] = {
    "dehallucination": None,
    "planning": "none",
    "self_evolvement": None,
    "critique": False,
    "review": None,
    "optimization": None,
    "adversarial": None,
}
"""The phases that can be left out, and how a set-up says so."""
_LONGEST_TITLE = 200
_LONGEST_WHY = 300


class Tasking(Opening, Remembering):
    """The part of the desk where tasks are handed in."""

    async def open_workshop(
        self,
        caller: Caller,
        *,
        task: str,
        title: str | None = None,
        files: Mapping[str, str] | None = None,
        repo: Mapping[str, Any] | None = None,
        tests: Sequence[Any] = (),
        task_kind: str = "function",
        domain: str | None = None,
        size: str = "small",
        cast: Sequence[str] = (),
        off: Sequence[str] = (),
        gates: Sequence[str] | Mapping[str, Any] = (),
        player: str | None = None,
        seats: Mapping[str, Any] | None = None,
        lessons: bool = True,
        budget: Mapping[str, Any] | None = None,
        debate_id: str | None = None,
        client_request_id: str | None = None,
        **options: Any,
    ) -> Receipt:
        """Opens a workshop with its task: the usual cast for it unless one is named, and the lessons that fit.

        Seats that run code are held by the sandbox, the others by `player`, or the usual one. The owner's seat is for
        whoever sets the task. With a git repository (`path`, `keep`, `committed_only`, `only`) it works from a commit.
        """
        caller.must_own()
        all_clean([task, title, files, tests, domain, cast, off, gates, options], WORKSHOP)
        debate = self._named(debate_id, client_request_id)
        site = None if repo is None else await self._sited(debate, repo)
        if site is not None and files:
            raise InvalidInput("files: they come from the repository.", suggestion="Name them with repo.only.")
        along = dict(files or {}) if site is None else site[1]
        asked = made(Task, content=task, files=along, tests=list(tests))
        there = self._company(cast, seats, task_kind=task_kind, domain=domain, size=size, player=player)
        setup = made(
            Workshop,
            title=(title or _title_of(task)).strip(),
            task_kind=task_kind,
            **_without(off, options),
            cast=there.cast,
            repo=None if site is None else site[0],
            gates=gates if isinstance(gates, Mapping) else {"after": list(gates)},
            lessons=await self._fitting(debate, task) if lessons else (),
            players=dict(there.players),
            budget=budget,
        )
        return await self._opened(caller, WORKSHOP, setup, OWNER, asked, debate, client_request_id)

    def _company(
        self, cast: Sequence[str], seats: Mapping[str, Any] | None, *, player: str | None, **wanted: Any
    ) -> Company:
        try:
            usual = player or self._house.usual_player
            return company(self._house.roles(), cast, seats=dict(seats or {}), player=usual, **wanted)
        except ValidationError as unfit:
            raise InvalidInput("; ".join(f"cast: {fault['msg']}" for fault in unfit.errors())) from None

    async def _fitting(self, debate: str, task: str) -> tuple[Lesson, ...]:
        """The lessons that fit; for a workshop that was opened before, those that it was told then."""
        try:
            state = (await self._house.steward.recalled(debate)).position.state
        except DebateNotFound:
            return tuple(map(_told, await self.lessons_for(task)))
        return state.setup.lessons if isinstance(state, State) else ()


def _told(fit: Fit) -> Lesson:
    common = f"; in common: {', '.join(fit.words)}" if fit.words else ""
    why = f"fits {fit.score:.2f}{common}"[:_LONGEST_WHY]
    return Lesson(id=fit.lesson.id, text=fit.lesson.text, debate=fit.lesson.debate, why=why)


def _title_of(task: str) -> str:
    """The first heading of a task, or else its first line."""
    lines = [line.strip() for line in task.splitlines() if line.strip("# \t")]
    heading = next((line for line in lines if line.startswith("#")), lines[0] if lines else "")
    return heading.strip("# ")[:_LONGEST_TITLE].strip() or "A task"


def _without(off: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with these phases switched off."""
    for phase in off:
        if phase not in SWITCHED_OFF:
            what = "must be held" if phase in PHASES else "is no phase"
            raise InvalidInput(
                f"off: {phase!r} {what}.", suggestion=f"These can be left out: {', '.join(SWITCHED_OFF)}."
            )
        if options.get(phase) is not None:
            raise InvalidInput(f"off: {phase!r} is switched off and set at once.", suggestion="Do one of both.")
    return {**options, **{phase: SWITCHED_OFF[phase] for phase in off}}
