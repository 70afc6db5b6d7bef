"""The house in the hands of a program: with a loop and without, closed and interrupted, beside other processes."""

import ast
import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from pydantic import BaseModel

import moot
from moot import wiring
from moot.engine import Floor
from moot.settings import Settings

SECONDS = 60
ONE: dict[str, Any] = {"speakers": 1, "max_rounds": 1}


def answers(question: moot.Question) -> dict[str, str]:
    return {"reasoning": "", "answer": question.seat}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOOT_PLAYER", "human")
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def house() -> Iterator[moot.House]:
    """A house in memory, shared by the module: each test opens debates of its own."""
    with moot.House(player="human") as opened:
        yield opened


async def test_several_debates_run_at_once_in_one_house(home: Path):
    async with moot.AsyncHouse() as house:
        written = [[{"answer": str(number), "reasoning": ""}] for number in range(5)]
        tables = [await house.roundtable("?", **ONE, seats={"speaker-1": answer}) for answer in written]
        found = await asyncio.gather(*(table.result(within=SECONDS) for table in tables))
        assert [result.report["answer"] for result in found] == list("01234")
        assert len(await house.debates()) == 5
        with pytest.raises(moot.ActionNotAllowed, match="open already"):
            await house.open_doors()
    assert os.listdir(home) == [], "a house in memory leaves no files"


async def test_entries_are_watched_as_they_come(home: Path):
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(question: moot.Question) -> dict[str, str]:
        asked.set()
        await go_on.wait()
        return {"reasoning": "", "answer": "late"}

    async with moot.AsyncHouse() as house:
        table = await house.roundtable("When?", **ONE, seats={"speaker-1": slow})
        watching = table.watch()
        assert (await anext(watching)).type == "QUESTION"
        await asked.wait()
        assert not (await table.so_far()).closed
        with pytest.raises(TimeoutError, match="not over within 0 s"):
            await table.result(within=0)
        go_on.set()
        assert [argument.type async for argument in watching] == ["ANSWER", "counted"]
        resumed = [argument.seq async for argument in table.watch(after=1)]
        assert resumed == [2, 3]


async def test_a_program_without_a_loop_can_be_called_by_one_that_has_one(house: moot.House):
    table = house.roundtable("Who?", **ONE, seats={"speaker-1": answers})
    assert table.result(within=SECONDS).report["answer"] == "speaker-1"
    assert json.loads(table.transcript("json"))["debate"]["id"] == table.id


def test_a_function_may_answer_with_a_form_or_a_text_and_is_told_what_was_wrong(house: moot.House):
    faults: list[tuple[str, ...]] = []

    def formal(question: moot.Question) -> BaseModel:
        return question.forms[0].model_validate({"reasoning": "r", "answer": "a form"})

    def hesitant(question: moot.Question) -> str:
        faults.append(question.faults)
        assert question.task in question.text
        assert question.schemas[0]["properties"]["answer"]
        return "prose" if not question.faults else '{"reasoning": "", "answer": "a text"}'

    def bare(question: moot.Question) -> str:
        return "I object."

    table = house.roundtable("?", speakers=2, max_rounds=1, seats={"speaker-1": formal, "speaker-2": hesitant})
    given = table.result(within=SECONDS).report["answers"]
    assert [each["answer"] for each in given] == ["a form", "a text"]
    assert [len(each) for each in faults] == [0, 1]
    debate = house.arbitration("Move.", seats={"opponent": bare, "proposer": "human", "arbitrator": "human"})
    assert [argument.content for argument in debate.watch()] == ["Move.", "I object."]


def test_a_function_that_breaks_or_returns_nothing_lets_its_turn_lapse_and_the_debate_goes_on(house: moot.House):
    def broken(question: moot.Question) -> str:
        raise RuntimeError("a bug")

    def empty(question: moot.Question) -> Any:
        return None

    def leaves(question: moot.Question) -> str:
        raise SystemExit(2)

    async def vanishes(question: moot.Question) -> str:
        raise asyncio.CancelledError

    async def leaves_later(question: moot.Question) -> str:
        raise SystemExit(2)

    broken_ones = (broken, empty, leaves, vanishes, leaves_later)
    seats = {f"speaker-{number}": one for number, one in enumerate((*broken_ones, answers), start=1)}
    table = house.roundtable("?", max_rounds=1, speakers=6, seats=seats)
    report = table.result(within=SECONDS).report
    assert report["missing"] == {f"speaker-{number}": "failed" for number in range(1, 6)}
    assert report["answer"] == "speaker-6"
    told = table.transcript()
    assert all(reason in told for reason in ("returned NoneType", "raised SystemExit", "raised CancelledError"))


def test_what_does_not_fit_is_refused_with_a_code_and_what_to_do(house: moot.House):
    with pytest.raises(moot.InvalidInput) as unknown:
        house.roundtable("?", seats={"speaker-1": "nobody-here"})
    assert unknown.value.code == "INVALID_INPUT"
    assert "nobody-here" in unknown.value.message
    assert unknown.value.suggestion
    with pytest.raises(moot.InvalidInput, match="who is a int"):
        house.roundtable("?", seats={"speaker-1": 7})  # pyright: ignore[reportArgumentType] - a mistake
    with pytest.raises(moot.DebateNotFound):
        house.debate("00000000-0000-4000-8000-000000000000")
    with pytest.raises(moot.InvalidInput, match="lives in the memory of another process"):
        house.roundtable("?", **ONE, seats={"speaker-1": "python:elsewhere.player"})
    with pytest.raises(moot.InvalidInput, match="no setting 'colour'"):
        moot.House(colour="red")
    with pytest.raises(moot.InvalidInput, match="does not fit: port"):
        moot.House(port="far")


def test_a_result_that_waits_for_people_is_refused_and_can_be_moved_on(house: moot.House):
    table = house.roundtable("?", **ONE)
    with pytest.raises(moot.ActionNotAllowed) as waiting:
        table.result()
    assert waiting.value.fields["allowed_roles"] == ["speaker-1"]
    assert "answer" in table.brief("speaker-1").tasks[0].forms[0].form["properties"]
    table.answer("speaker-1", {"reasoning": "", "answer": "mine"})
    assert table.result().report["answer"] == "mine"
    assert table.arguments()[-1].type == "counted"


def test_a_closed_house_says_so_and_can_be_closed_twice(home: Path):
    before = set(threading.enumerate())
    with moot.House() as house:
        table = house.roundtable("?", **ONE)
    house.close()
    for act in (table.card, house.debates, lambda: next(table.watch())):
        with pytest.raises(moot.ActionNotAllowed, match="closed"):
            act()
    with pytest.raises(moot.ActionNotAllowed, match="not open"):
        house.seat(answers)
    assert not {thread for thread in set(threading.enumerate()) - before if thread.name == "moot-house"}


async def test_whoever_waits_hears_that_the_house_closes(home: Path):
    async with moot.AsyncHouse() as house:
        table = await house.roundtable("?", **ONE)
        waiting = asyncio.create_task(table.result(people=True))
        watching = asyncio.create_task(_all(table))
        table.opened.bulletin.close()
        for task in (waiting, watching):
            with pytest.raises(moot.Outage):
                await task


async def _all(table: moot.AsyncDebate[Any]) -> list[moot.Argument]:
    return [argument async for argument in table.watch(people=True)]


def test_a_house_cannot_wait_for_itself(house: moot.House):
    def meddling(question: moot.Question) -> dict[str, str]:
        return {"reasoning": "", "answer": str(bool(house.debates()))}

    async def blocking(question: moot.Question) -> dict[str, str]:
        return {"reasoning": "", "answer": str(bool(house.debates()))}

    table = house.roundtable("?", speakers=2, max_rounds=1, seats={"speaker-1": meddling, "speaker-2": blocking})
    report = table.result(within=SECONDS).report
    assert (report["answer"], report["missing"]) == ("True", {"speaker-2": "failed"})


async def test_functions_of_another_process_are_left_to_it(home: Path, monkeypatch: pytest.MonkeyPatch):
    database = str(home / "moot.db")
    async with moot.AsyncHouse(database) as house:
        table = await house.roundtable("?", **ONE, seats={"speaker-1": patient})
    async with wiring.house(Settings(home=home, database_url=database)) as opened:
        before = await opened.backing.steward.look(table.id)
        (turn,) = before.position.due()
        await Floor(opened.backing).give(table.id, turn)
        assert (await opened.backing.steward.look(table.id)).line == before.line, "its turn lapsed"
    monkeypatch.setattr(sys.modules[__name__], "hold", None)
    async with moot.AsyncHouse(database) as house:
        assert house.seat(patient) == f"python:{__name__}.patient"
        again = await house.debate(table.id)
        assert (await again.result(within=SECONDS)).report["answer"] == "at last"
        assert (await again.verify()).sound


hold: asyncio.Event | None = asyncio.Event()


async def patient(question: moot.Question) -> dict[str, str]:
    """Answers once nobody holds it back."""
    if hold is not None:
        await asyncio.Event().wait()
    return {"reasoning": "", "answer": "at last"}


def test_whoever_interrupts_a_program_leaves_a_record_that_is_whole(home: Path):
    released, debate = threading.Event(), str(uuid4())

    def interrupting(question: moot.Question) -> dict[str, str]:
        os.kill(os.getpid(), signal.SIGINT)
        released.wait(SECONDS)
        return {"reasoning": "", "answer": "too late"}

    handled = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with moot.House(home / "moot.db") as house, pytest.raises(KeyboardInterrupt):
            house.roundtable("?", **ONE, seats={"speaker-1": interrupting}, debate_id=debate).result()
    finally:
        signal.signal(signal.SIGINT, handled)
        released.set()
    with moot.House(home / "moot.db") as house:
        again = house.debate(debate)
        assert (again.verify().sound, again.card().waiting_for) == (True, ("speaker-1",))


def test_a_house_at_a_home_keeps_its_records_where_a_server_looks_for_them(home: Path):
    with moot.House(home=home) as house:
        table = house.roundtable("?", **ONE, seats={"speaker-1": answers})
        table.result(within=SECONDS)
    with moot.House(home / "moot.db") as house:
        assert house.debate(table.id).result(within=SECONDS).report["answer"] == "speaker-1"


def test_a_person_at_a_server_on_the_same_database_takes_part(home: Path):
    database = str(home / "moot.db")
    settings = Settings(host="127.0.0.1", port=0, home=home, database_url=database)
    with wiring.serving(settings) as url, moot.House(database) as house:
        table = house.roundtable("?", speakers=2, max_rounds=1, seats={"speaker-1": answers, "speaker-2": "human"})
        filled = {"role": "speaker-2", "filled": [{"reasoning": "", "answer": "by REST"}]}
        answered = httpx2.post(f"{url}/api/v1/debates/{table.id}/answers", json=filled, timeout=SECONDS)
        assert answered.status_code == 201, answered.text
        report = table.result(within=SECONDS, people=True).report
        assert {each["answer"] for each in report["answers"]} == {"speaker-1", "by REST"}


def test_nothing_heavy_is_loaded_before_it_is_asked_for():
    script = "import sys, moot; moot.__version__; assert not {'pydantic', 'asyncio'} & set(sys.modules); dir(moot)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=SECONDS)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        getattr(moot, "Nothing")  # noqa: B009 - asked for on purpose


def test_the_public_names_are_there_and_typed_under_the_same_names():
    stub = ast.parse(Path(moot.__file__).with_suffix(".pyi").read_text())
    typed = {alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed | {"__version__"} == set(moot.__all__)
    assert all(getattr(moot, name) is not None for name in moot.__all__)
    assert set(moot.__all__) <= set(dir(moot))
