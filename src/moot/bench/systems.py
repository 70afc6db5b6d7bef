"""The systems that are compared: one answer, a vote among several, a debate, a workshop. All are on the record."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moot.bench.choosing import Candidate, chosen
from moot.bench.plan import Plan, System
from moot.bench.rows import Row
from moot.bench.scoring import MODULE, Examiner
from moot.bench.sitting import Held, Open, Sittings, Starved, Venue
from moot.bench.task import Task
from moot.desk import OWNER
from moot.formats.roundtable import ASKER, speaker

MOST_SAMPLES = 64
_TITLE = 150
_WRITE = f"Put the program into {MODULE}.py.\n\n"
# A benchmark has nobody to ask, and what earlier tasks taught would make the order of the tasks matter.
_OFF = ("dehallucination",)


class Systems:
    """Puts tasks to systems."""

    def __init__(self, venue: Venue, plan: Plan, examiner: Examiner) -> None:
        self._venue = venue
        self._plan = plan
        self._examiner = examiner
        self._sittings = Sittings(venue, plan.id)

    async def row(self, task: Task, system: System, model: str, allowance: int | None) -> Row:
        """What a system made of a task, scored. `allowance` is how many tokens a vote may use, where that is agreed."""
        row = await self._answered(task, system, model, allowance)
        if row.answer is None:
            return row.model_copy(update={"passed": False})
        return row.scored(await self._examiner.score(task, row.answer))

    def starved(self, task: Task, system: System, model: str, starved: Starved, budget: str) -> Row:
        """What is kept of a task that was given up for want of budget."""
        row = Row(task_id=task.id, system=system, model=model, why=str(starved)[:500], starved=budget)
        return _spent(row, [starved.held])

    async def _answered(self, task: Task, system: System, model: str, allowance: int | None) -> Row:
        match system:
            case "single":
                held = [await self._sample(task, system, model, 0, tests=False)]
            case "vote":
                held = await self._samples(task, model, allowance)
            case "debate":
                held = [await self._table(task, system, model, 0, self._plan.seats, self._plan.rounds, tests=True)]
            case "workshop":
                held = [await self._workshop(task, model)]
        row = _spent(Row(task_id=task.id, system=system, model=model), held)
        candidates = [each for one in held for each in (_winner(one) if system == "workshop" else _final(one))]
        if not candidates:
            return row.model_copy(update={"why": f"no answer: {'; '.join(dict.fromkeys(_why(held)))}"[:500]})
        choice = await chosen(task, candidates, self._examiner)
        by = "vote of the workshop" if system == "workshop" else choice.by
        return row.model_copy(update={"answer": choice.answer, "chosen_by": None if by == "only" else by})

    async def _samples(self, task: Task, model: str, allowance: int | None) -> list[Held]:
        """As many answers as were agreed, or as fit into the tokens: one more if it fits at their mean."""
        held: list[Held] = []
        while len(held) < (self._plan.samples if allowance is None else MOST_SAMPLES):
            held.append(await self._sample(task, "vote", model, len(held), tests=True))
            spent = [each.tokens for each in held if each.tokens is not None]
            if allowance is not None and (
                len(spent) < len(held) or sum(spent) * (len(held) + 1) > allowance * len(held)
            ):
                break
        return held

    async def _sample(self, task: Task, system: System, model: str, number: int, *, tests: bool) -> Held:
        return await self._table(task, system, model, number, 1, 1, tests=tests)

    async def _table(
        self, task: Task, system: System, model: str, number: int, seats: int, rounds: int, *, tests: bool
    ) -> Held:
        setup = {
            "title": _title(task),
            "speakers": seats,
            "max_rounds": rounds,
            "timeout_per_turn": self._plan.timeout,
            "players": {speaker(place): self._seated(model, number + place) for place in range(1, seats + 1)},
        }
        move = {
            "question": task.prompt,
            "wanted": task.wanted,
            "options": list(task.letters),
            "tests": tests and task.wanted == "code",
        }

        async def opening(debate: str) -> None:
            await self._venue.desk.open_debate(
                OWNER,
                format="roundtable",
                setup=setup,
                role=ASKER,
                type="QUESTION",
                move=move,
                debate_id=debate,
                client_request_id=debate,
            )

        return await self._held(task, system, model, number, opening, lambda report: report["answer"] is not None)

    async def _workshop(self, task: Task, model: str) -> Held:
        async def opening(debate: str) -> None:
            await self._venue.desk.open_workshop(
                OWNER,
                task=_WRITE + task.prompt,
                title=_title(task),
                module=MODULE,
                off=_OFF,
                lessons=False,
                player=model,
                timeout_per_turn=self._plan.timeout,
                debate_id=debate,
                client_request_id=debate,
            )

        return await self._held(task, "workshop", model, 0, opening, lambda report: bool(_files(report)))

    async def _held(
        self,
        task: Task,
        system: System,
        model: str,
        number: int,
        opening: Open,
        answered: Callable[[Mapping[str, Any]], bool],
    ) -> Held:
        return await self._sittings.held(f"{task.id}/{system}/{model}/{number}", opening, answered)

    def _seated(self, model: str, number: int) -> dict[str, Any]:
        told = {
            "temperature": self._plan.temperature,
            "seed": None if self._plan.seed is None else self._plan.seed + number,
        }
        settings = {name: value for name, value in told.items() if value is not None}
        return {"player": model, **({"settings": settings} if settings else {})}


def _final(held: Held) -> list[Candidate]:
    """The last answers of a round table, in the order of its seats."""
    by_line = {each["line"]: each for each in held.report["answers"]}
    told = [by_line[line] for line in held.report["final"]]
    return [Candidate(each["answer"], tuple(each.get("tests", ()))) for each in told]


def _winner(held: Held) -> list[Candidate]:
    """The program that a workshop came to."""
    program = _files(held.report).get(f"{MODULE}.py")
    return [] if program is None else [Candidate(program)]


def _files(report: Mapping[str, Any]) -> Mapping[str, str]:
    result: Mapping[str, Any] = report["result"] or {}
    return result.get("files") or {}


def _why(held: Sequence[Held]) -> list[str]:
    return [why for one in held for why in one.lapses or (f"it ended as {one.report['ending']}",)]


def _spent(row: Row, held: Sequence[Held]) -> Row:
    tokens, costs = [one.tokens for one in held], [one.cost for one in held]
    return row.model_copy(
        update={
            "tokens": None if None in tokens else sum(each or 0 for each in tokens),
            "cost": None if None in costs else round(sum(each or 0 for each in costs), 9),
            "calls": sum(one.calls for one in held),
            "seconds": round(sum(one.seconds for one in held), 3),
            "debates": tuple(one.debate for one in held),
        }
    )


def _title(task: Task) -> str:
    return f"Benchmark task {' '.join(task.id.split())[:_TITLE]}"
