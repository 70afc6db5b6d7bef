"""Runs one debate of players to its end, dying at a given step; run again it must come to the same end.

A program of its own (`python -m tests.chaos.stepping DATABASES ENDPOINT MATTER STEPS`), because it forks: a fork of
the tests would take their threads' locks with it. For each step it starts on a database of its own, dies there, starts
anew, and prints one JSON line: the step, how often the endpoint was asked, and the result.
"""

import asyncio
import json
import os
import shutil
import signal
import sys
import urllib.request
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import asyncpg
from pydantic_ai.models.openai import OpenAIChatModel

from moot.desk import OWNER, Desk
from moot.engine import Answer, Call, CardQuery, Draft
from moot.players.model import ModelPlayer
from moot.players.sandbox import SandboxPlayer
from moot.store import Store, upgrade
from moot.store.ledger import DatabaseLedger
from moot.wiring import house, running
from tests.chaos.workmen import AGREED
from tests.support.house import settings

P = ParamSpec("P")
T = TypeVar("T")

MOST = 400
# Imported before the forks, because they are slow to.
assert upgrade
assert OpenAIChatModel

QUESTION: dict[str, Any] = {
    "question_id": "queue",
    "question_text": "Which queue?",
    "options": ["A=One queue", "B=Two queues", "C=None"],
    "timeout_per_judge": 600,
}
IDEA: dict[str, Any] = {
    "idea": "# A queue\n\nPut it in a queue.",
    "debate": True,
    "rounds": [
        {
            "topic": "Problem",
            "category": "problem",
            "advocate_position": "It is real.",
            "challenger_position": "It is not.",
        }
    ],
    "personas": [{"name": "skeptic", "attacks": "everything"}],
    "timeout_per_turn": 600,
}


class Step:
    """Counts what is done, and dies at one of them."""

    def __init__(self, last: int | None) -> None:
        self._last = last
        self.count = 0

    def __call__(self) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, act: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        """Steps before it and after it."""

        @wraps(act)
        async def acting(*args: P.args, **kwargs: P.kwargs) -> T:
            self()
            done = await act(*args, **kwargs)
            self()
            return done

        return acting


def main() -> None:
    """Dies at each step in turn, or at every so manieth, until one run comes to its end without dying."""
    databases, endpoint, matter, steps = sys.argv[1:]
    for number in _numbers(steps):
        database, model = _database(databases, number), f"model-{number}"
        playing = partial(_played, database, f"openai:{model}@{endpoint}", matter)
        died = _forked(partial(_run, playing, number))
        if died not in (0, -signal.SIGKILL):
            raise AssertionError(f"step {number} ended with {died}")
        before = _calls(endpoint, model)
        # Each run has a model of its own to be counted by; a lapse names it.
        found = json.loads(json.dumps(_read(playing)).replace(model, "model"))
        print(json.dumps({"step": number, "before": before, "calls": _calls(endpoint, model), **found}), flush=True)
        if not died:
            return
    raise AssertionError("It never came to its end.")


def _numbers(steps: str) -> Iterable[int]:
    """The steps to die at: every so manieth, or those that are named, and one that is never reached."""
    return (*map(int, filter(None, steps.split(","))), MOST) if "," in steps else range(1, MOST, int(steps))


def _database(databases: str, number: int) -> str:
    """A database of its own; a file is copied from one that was made once."""
    database, first = databases.replace("NUMBER", str(number)), Path(databases.replace("NUMBER", "first"))
    if databases.endswith(".db"):
        if not first.exists():
            assert _forked(lambda: asyncio.run(_made(str(first)))) == 0
        shutil.copy(first, database)
    else:
        name = database.rpartition("/")[2]
        assert _forked(lambda: asyncio.run(_created(databases.removesuffix("_NUMBER"), name))) == 0
    return database


async def _created(server: str, name: str) -> None:
    connection = await asyncpg.connect(server)
    await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE moot_house')
    await connection.close()


async def _made(database: str) -> None:
    async with house(settings(database)):
        pass


def _run(playing: Callable[[], Coroutine[Any, Any, Any]], last: int) -> None:
    step = Step(last)
    for owner, name in (
        (Store, "append"),
        (DatabaseLedger, "claim"),
        (DatabaseLedger, "keep"),
        (ModelPlayer, "answer"),
        (SandboxPlayer, "answer"),
    ):
        setattr(owner, name, step.around(getattr(owner, name)))
    asyncio.run(playing())


async def _played(database: str, player: str, matter: str) -> dict[str, Any]:
    """Plays it to its end; how many answers were kept before, where it stood then, and the result."""
    ran = _counted_runs()
    async with house(settings(database)) as opened:
        kept, run_before = await _kept(opened.store)
        async with running(opened), asyncio.timeout(60):
            debate = await _open(opened.desk, player, matter)
            stood = (await opened.desk.result(OWNER, debate)).result.get("phase")
            async for event in opened.desk.follow(OWNER, debate):
                if event is not None and event.event != "draft" and await _is_done(opened.desk, debate):
                    break
        assert (await opened.desk.verify(OWNER, debate)).sound
        told = (await opened.desk.result(OWNER, debate)).result
        result = _steady(told) if matter == "workshop" else told
        return {"kept": kept, "run_before": run_before, "ran": len(ran), "stood": stood, "result": result}


def _counted_runs() -> list[str]:
    """Notes every job that the sandbox is given from now on."""
    ran: list[str] = []
    answer = SandboxPlayer.answer

    async def answering(self: SandboxPlayer, call: Call, draft: Draft) -> Answer:
        ran.append(call.turn.label)
        return await answer(self, call, draft)

    SandboxPlayer.answer = answering
    return ran


def _steady(told: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a workshop without what differs each time: times, and the lines of those who speak at once."""
    assert told["result"] is not None
    names = ("author", "passed", "total", "held", "attacked", "reviews", "score")
    return {
        "ending": told["ending"],
        "winner": told["result"]["winner"],
        "files": told["result"]["files"],
        "phases": [(each["phase"], each["turns"], each["lapsed"]) for each in told["phases"]],
        "candidates": [{name: one[name] for name in names} for one in told["candidates"]],
        "tests": [(each["name"], each["counts"]) for each in told["tests"]],
        "matrix": sorted(sorted(each.values()) for each in told["matrix"].values()),
        "reflections": len(told["reflections"]),
        "tally": told["tally"]["tallies"],
        "out": told["out"],
    }


async def _open(desk: Desk, player: str, matter: str) -> str:
    """Opens it, or finds it opened: the same request opens no second one."""
    if matter == "panel":
        seats = {"risk": player, "value": player, "effort": player}
        receipt = await desk.ask_panel(OWNER, question=QUESTION, seats=seats, client_request_id="chaos")
    elif matter == "workshop":
        owner = {"owner": player}
        receipt = await desk.open_workshop(OWNER, **AGREED, player=player, seats=owner, client_request_id="chaos")
    else:
        needed = ("assessor", "red_team", "advocate", "challenger", "arbiter")
        receipt = await desk.evaluate(OWNER, **IDEA, seats=dict.fromkeys(needed, player), client_request_id="chaos")
    return receipt.debate_id


async def _is_done(desk: Desk, debate: str) -> bool:
    found = await desk.result(OWNER, debate)
    return found.closed or found.state == "CONTESTED"


async def _kept(store: Store) -> tuple[int, int]:
    """How many answers of models are kept, and how many reports of the sandbox."""
    debates = (await store.cards(CardQuery())).items
    calls = [call for card in debates for call in await store.ledger.calls(card.debate)]
    by = [call.answer.by for call in calls if call.answer is not None]
    runs = sum(name.startswith("sandbox:") for name in by)
    return len(by) - runs, runs


def _calls(endpoint: str, model: str) -> int:
    with urllib.request.urlopen(endpoint.removesuffix("/v1") + "/calls") as answer:
        counted = json.load(answer)["calls"]
    return sum(each["calls"] for each in counted if each["model"] == model)


def _forked(act: Callable[[], object]) -> int:
    """The exit code of something done in a child; negative for the signal that ended it."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _read(act: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a child found out: the parent itself opens nothing, since it forks again."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.write(writing, json.dumps(asyncio.run(act())).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found = told.read()
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(found)


if __name__ == "__main__":
    main()
