"""Replays of real data: what others' programs did, run again in our sandbox and chosen by our votes.

`python -m benchmarks.replays --data DIR [name …]`. The data is not part of this project (docs/formats/workshop.md says
what it is). Each line of the report is a number that the data states and the number that was seen here.
"""

import argparse
import asyncio
import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from moot.bench import PREAMBLE, elected, program_in
from moot.sandbox import Case, Job, Judged, Sandbox, examined, sandbox

DATA = "MOOT_DATA"
"""The variable that names the folder."""
OFFICIAL = "official"
SECONDS = 10.0
"""How long each test may take."""
LONG = 60.0
"""The same for MBPP, where one solution counts for seconds on a quiet machine."""
Row: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Number:
    """A number that the data states, and the one that was seen."""

    what: str
    stated: str | None
    """None where the data states nothing to compare with."""
    seen: str
    strays: tuple[str, ...] = ()
    """What came out otherwise than the data says."""

    @property
    def same(self) -> bool:
        """Whether nothing speaks against it."""
        return self.stated in (None, self.seen) and not self.strays

    def __str__(self) -> str:
        came = "told" if self.stated is None else "same" if self.same else "OTHER"
        lines = [f"{came}: {self.what}: stated {self.stated}, seen {self.seen}", *self.strays]
        return "\n      ".join(lines)


@dataclass(frozen=True, slots=True)
class Trial:
    """A program, and the tests that it is put to."""

    name: str
    program: str
    tests: tuple[tuple[str, str], ...]
    """Each with its id."""
    seconds: float = SECONDS


Ran: TypeAlias = Mapping[str, Mapping[str, Judged]]
"""By the name of the trial: how each of its tests came out."""


class Replay:
    """The data of a folder, and the sandbox that runs it."""

    def __init__(self, folder: Path, holding: Sandbox, most: int | None = None) -> None:
        self._folder = folder
        self._holding = holding
        self._most = most

    async def canonical_humaneval(self) -> list[Number]:
        """The solutions that come with HumanEval."""
        rows = self._rows("benchmarks/HumanEval.jsonl.gz")
        ran = await self._ran(_trial(row["task_id"], row, row["canonical_solution"]) for row in rows)
        return [_all_pass("HumanEval, canonical solutions", [row["task_id"] for row in rows], ran)]

    async def canonical_mbpp(self) -> list[Number]:
        """The solutions that come with MBPP."""
        rows: list[Row] = json.loads((self._folder / "benchmarks/mbpp_sanitized.json").read_text())[: self._most]
        ran = await self._ran(map(_mbpp, rows))
        return [_all_pass("MBPP, canonical solutions", [str(row["task_id"]) for row in rows], ran)]

    async def reflexion(self) -> list[Number]:
        """The last attempts of Reflexion with gpt-4."""
        rows = self._rows("debates/reflexion_humaneval_gpt4.jsonl.gz")
        ran = await self._ran(_trial(row["task_id"], row, row["solution"]) for row in rows)
        seen = {row["task_id"]: _passed(ran, row["task_id"]) for row in rows}
        # `is_solved` is what the run itself believed; the data's own count is of those that pass the official tests.
        stated = "150/164" if self._most is None else None
        return [Number("Reflexion, gpt-4, last attempts", stated, f"{sum(seen.values())}/{len(rows)}")]

    async def finals(self) -> list[Number]:
        """The final answers of DyLAN's debates."""
        rows, tasks = self._rows("debates/dylan_humaneval.jsonl.gz"), self._tasks()
        ran = await self._ran(_trial(_of(row), tasks[row["task_id"]], row["final"]) for row in rows)
        told: list[Number] = []
        for model, mine in _by_model(rows).items():
            stated = sum(row["final_passed"] for row in mine)
            seen = sum(_passed(ran, _of(row)) for row in mine)
            strays = tuple(_stray(row) for row in mine if _passed(ran, _of(row)) != row["final_passed"])
            told.append(Number(f"DyLAN, {model}, final answers", _share(stated, mine), _share(seen, mine), strays))
        return told

    async def turns(self) -> list[Number]:
        """Every version that a coder of DyLAN wrote, and what our vote makes of the last ones."""
        rows, tasks = self._rows("debates/dylan_humaneval.jsonl.gz"), self._tasks()
        trials = [_version(row, number, tasks[row["task_id"]]) for row in rows for number in range(len(row["turns"]))]
        ran = await self._ran(trials)
        told = [number for model, mine in _by_model(rows).items() for number in _by_round(model, mine, ran)]
        return [*told, *(_voted(model, mine, ran) for model, mine in _by_model(rows).items())]

    def _rows(self, path: str) -> list[Row]:
        with gzip.open(self._folder / path, "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines][: self._most]

    def _tasks(self) -> dict[str, Row]:
        with gzip.open(self._folder / "benchmarks/HumanEval.jsonl.gz", "rt", encoding="utf-8") as lines:
            return {row["task_id"]: row for row in map(json.loads, lines)}

    async def _ran(self, trials: Iterable[Trial]) -> Ran:
        """Runs them, as many at once as there are cores; the same program is run once."""
        by_content: dict[tuple[str, Any], asyncio.Task[Mapping[str, Judged]]] = {}
        named: dict[str, asyncio.Task[Mapping[str, Judged]]] = {}
        for trial in trials:
            content = (trial.program, trial.tests)
            if content not in by_content:
                by_content[content] = asyncio.create_task(self._tried(trial))
            named[trial.name] = by_content[content]
        await asyncio.gather(*by_content.values())
        return {name: task.result() for name, task in named.items()}

    async def _tried(self, trial: Trial) -> Mapping[str, Judged]:
        cases = tuple(Case(id=id, code=code) for id, code in trial.tests)
        files = {"solution.py": trial.program}
        job = Job(job="tests", language="python", files=files, module="solution", cases=cases, timeout=trial.seconds)
        return {judged.id: judged for judged in (await examined(job, self._holding)).outcomes}


REPLAYS: Mapping[str, Callable[[Replay], Coroutine[Any, Any, list[Number]]]] = {
    "humaneval": Replay.canonical_humaneval,
    "mbpp": Replay.canonical_mbpp,
    "reflexion": Replay.reflexion,
    "finals": Replay.finals,
    "turns": Replay.turns,
}


def _trial(name: str, task: Row, body: str) -> Trial:
    """A body for the head that the task gives."""
    return Trial(name, PREAMBLE + task["prompt"] + body, (_official(task),))


def _said_in(row: Row) -> list[Row]:
    """The turns that have the final answer in them, word for word."""
    return [turn for turn in row["turns"] if _bare(row["final"]) in _bare(turn["text"])]


def _bare(text: str) -> str:
    return "".join(text.split())


def _stray(row: Row) -> str:
    """A final answer that came out otherwise than the log says, and what the log says of the same code in a turn."""
    said = [turn["passed"] for turn in _said_in(row)]
    return f"{_of(row)}: the log says {row['final_passed']}; of turns with the same code it says {said}"


def _official(task: Row) -> tuple[str, str]:
    return OFFICIAL, f"{task['test']}\ncheck({task['entry_point']})"


def _mbpp(row: Row) -> Trial:
    head = "\n".join(row["test_imports"])
    tests = tuple((f"{number}", f"{head}\n{test}") for number, test in enumerate(row["test_list"], start=1))
    return Trial(str(row["task_id"]), row["code"], tests, LONG)


def _version(row: Row, number: int, task: Row) -> Trial:
    """What a coder wrote, put to the official tests and to those that the agents wrote."""
    own = tuple((f"own {place}", test) for place, test in enumerate(row["tests"], start=1))
    # These imports, and the first fences, were chosen because the log then agrees.
    program = PREAMBLE + program_in(row["turns"][number]["text"])
    return Trial(f"{_of(row)} {number}", program, (_official(task), *own))


def _of(row: Row) -> str:
    return f"{row['model']} {row['task_id']}"


def _passed(ran: Ran, name: str) -> bool:
    """Whether it passed what the benchmark asks."""
    return all(judged.outcome == "passed" for id, judged in ran[name].items() if not id.startswith("own"))


def _all_pass(what: str, names: Sequence[str], ran: Ran) -> Number:
    strays = tuple(f"{name}: {_why(ran[name])}" for name in names if not _passed(ran, name))
    return Number(what, f"{len(names)}/{len(names)}", f"{len(names) - len(strays)}/{len(names)}", strays)


def _why(came: Mapping[str, Judged]) -> str:
    return "; ".join(f"{one.id} {one.outcome} {one.detail}" for one in came.values() if one.outcome != "passed")


def _by_model(rows: Sequence[Row]) -> dict[str, list[Row]]:
    models = dict.fromkeys(row["model"] for row in rows)
    return {model: [row for row in rows if row["model"] == model] for model in models}


def _by_round(model: str, rows: Sequence[Row], ran: Ran) -> list[Number]:
    stated, seen, of = Counter[int](), Counter[int](), Counter[int]()
    strays: dict[int, list[str]] = {}
    for row in rows:
        for number, turn in enumerate(row["turns"]):
            round, passed = turn["round"], _passed(ran, f"{_of(row)} {number}")
            of[round] += 1
            stated[round] += turn["passed"]
            seen[round] += passed
            if passed != turn["passed"]:
                strays.setdefault(round, []).append(f"{_of(row)} {number}: {passed}")
    return [
        Number(
            f"DyLAN, {model}, coder turns of round {round + 1}",
            f"{stated[round]}/{of[round]}",
            f"{seen[round]}/{of[round]}",
            tuple(strays.get(round, ())),
        )
        for round in sorted(of)
    ]


def _voted(model: str, rows: Sequence[Row], ran: Ran) -> Number:
    """How often our vote finds a right program: each test of the agents approves of the versions that pass it.

    The data keeps no ballots of its judges, so there is nothing stated to compare it with.
    """
    chosen = sum(_passed(ran, _elected(row, ran)) for row in rows)
    return Number(f"DyLAN, {model}, chosen by approval of the agents' own tests", None, _share(chosen, rows))


def _elected(row: Row, ran: Ran) -> str:
    """The version that most of the agents' tests approve of; of equals the first."""
    versions = tuple(f"{_of(row)} {number}" for number in range(len(row["turns"])))
    approved = {
        id: {name for name in versions if ran[name][id].outcome == "passed"}
        for id in ran[versions[0]]
        if id != OFFICIAL
    }
    return elected(versions, approved)


def _share(count: int, rows: Sequence[Row]) -> str:
    return f"{count}/{len(rows)} = {100 * count / len(rows):.2f} %"


async def replayed(folder: Path, names: Sequence[str] = (), most: int | None = None) -> list[Number]:
    """The numbers of these replays, or of all."""
    replay = Replay(folder, await sandbox(), most)
    told: list[Number] = []
    for name in names or REPLAYS:
        for number in await REPLAYS[name](replay):
            told.append(number)
            print(number, flush=True)
    return told


def main(arguments: Sequence[str] | None = None) -> None:
    """Replays what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replays", description="Run real data again.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of: {', '.join(REPLAYS)} (all)")
    parser.add_argument("--data", type=Path, default=os.environ.get(DATA), help=f"the folder of the data (${DATA})")
    parser.add_argument("--most", type=int, help="only so many rows of each file")
    asked = parser.parse_args(arguments)
    if asked.data is None:
        parser.error(f"name the folder of the data with --data or ${DATA}")
    asyncio.run(replayed(asked.data, asked.names, asked.most))


if __name__ == "__main__":
    main()
