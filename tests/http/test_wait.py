"""The long poll: it answers at once when there is something to say, and holds until there is."""

import shlex
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest

from moot.debate import argument_id
from moot.engine import LocalBulletin
from tests.support.house import SECONDS, Inside, Table, inside, refused, said

LONG = 60
"""Seconds that no test here ever waits: a poll that should answer at once fails instead."""


async def waiting(house: Inside, count: int = 1) -> None:
    """Returns as soon as so many callers are being held."""
    assert isinstance(house.bulletin, LocalBulletin)
    with anyio.fail_after(SECONDS):
        while house.bulletin.waiters < count:
            await anyio.lowlevel.checkpoint()


@asynccontextmanager
async def held(house: Inside, poll: Callable[[], Awaitable[httpx2.Response]]) -> AsyncGenerator[dict[str, Any]]:
    """Starts a poll, sees that it is held, and has its answer once the block has ended."""
    answer: dict[str, Any] = {}

    async def ask() -> None:
        answer.update(said(await poll()))

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            await waiting(house)
            yield answer


async def test_what_the_others_said_meanwhile_is_told_at_once(house: Inside, table: Table):
    said(await table.claim("opponent", "First."))
    with anyio.fail_after(SECONDS):
        waited = said(await table.wait("proposer", on=1, seconds=LONG))
    assert (waited["status"], waited["has_new_argument"], waited["action"]) == ("ready", True, "respond")
    assert [argument["content"] for argument in waited["arguments"]] == ["First."]
    assert waited["wait_on"] == table.id(2)
    assert "retry_command" not in waited


async def test_all_that_the_others_said_is_told_newest_last_and_nothing_of_the_callers_own(table: Table):
    said(await table.claim("opponent", "First."))
    said(await table.claim("proposer", "My own."))
    said(await table.claim("opponent", "Second."))
    said(await table.appeal())
    said(await table.rule("So be it."))
    waited = said(await table.wait("proposer", on=1, seconds=LONG))
    assert [argument["content"] for argument in waited["arguments"]] == ["First.", "Second.", "So be it."]
    assert waited["action"] == "align_to_ruling"


async def test_who_has_the_floor_is_told_at_once_what_to_answer(table: Table):
    with anyio.fail_after(SECONDS):
        waited = said(await table.wait("opponent", on=1, seconds=LONG))
    assert (waited["status"], waited["action"], waited["wait_on"]) == ("ready", "respond", table.id(1))
    assert [argument["type"] for argument in waited["arguments"]] == ["MOTION"]


@pytest.mark.parametrize("seat", ["proposer", "opponent", "arbitrator"])
async def test_a_closed_debate_is_told_at_once(table: Table, seat: str):
    said(await table.intervene())
    said(await table.rule("Enough.", close=True))
    with anyio.fail_after(SECONDS):
        waited = said(await table.wait(seat, on=3, seconds=LONG))
    assert (waited["status"], waited["state"], waited["action"]) == ("ready", "CLOSED", "debate_closed")
    assert waited["available_actions"] == []


@pytest.mark.parametrize("closed", [False, True])
async def test_the_arbitrator_is_never_shown_its_own_words(table: Table, closed: bool):
    said(await table.intervene(content="Stop."))
    if closed:
        said(await table.rule("Enough.", close=True))
    waited = said(await table.wait("arbitrator", on=2, seconds=LONG))
    assert waited["status"] == "ready"
    assert (waited["arguments"], waited["has_new_argument"]) == ([], False)


async def test_a_poll_is_held_until_the_other_side_moves(house: Inside, table: Table):
    async with held(house, lambda: table.wait("proposer", on=1, seconds=LONG)) as waited:
        assert waited == {}
        said(await table.claim("opponent", "There."))
    assert (waited["status"], waited["action"]) == ("ready", "respond")
    assert [argument["content"] for argument in waited["arguments"]] == ["There."]


@pytest.mark.parametrize(
    ("seat", "action"),
    [("proposer", "align_to_ruling"), ("opponent", "wait_for_proposer")],
    ids=["proposer", "opponent"],
)
async def test_a_ruling_wakes_both_sides_each_with_its_own_action(house: Inside, table: Table, seat: str, action: str):
    said(await table.claim("opponent"))
    said(await table.appeal())
    async with held(house, lambda: table.wait(seat, on=3, seconds=LONG)) as waited:
        said(await table.rule("Two queues."))
    assert (waited["action"], waited["wait_on"]) == (action, table.id(4))
    assert waited["arguments"][0]["type"] == "RULING"


async def test_an_intervention_wakes_both_sides(house: Inside, table: Table):
    async with held(house, lambda: table.wait("proposer", on=1, seconds=LONG)) as waited:
        said(await table.intervene())
    assert (waited["state"], waited["action"]) == ("INTERVENTION_PENDING", "wait_for_ruling")
    assert (waited["wait_on"], waited["arguments"][0]["type"]) == (table.id(2), "INTERVENTION")


async def test_a_closing_ruling_wakes_who_waits(house: Inside, table: Table):
    said(await table.claim("opponent"))
    said(await table.resolve())
    async with held(house, lambda: table.wait("opponent", on=3, seconds=LONG)) as waited:
        said(await table.rule("Closed.", close=True))
    assert (waited["state"], waited["action"]) == ("CLOSED", "debate_closed")
    assert waited["arguments"][0]["close"] is True


async def test_a_callers_own_move_does_not_wake_it(house: Inside, table: Table):
    said(await table.claim("opponent"))
    async with held(house, lambda: table.wait("opponent", on=2, seconds=LONG)) as waited:
        said(await table.intervene())
    assert [argument["type"] for argument in waited["arguments"]] == ["INTERVENTION"]
    # A draft of the proposer's is parked now: its own claim is no news to it, the ruling is.
    async with held(house, lambda: table.wait("proposer", on=3, seconds=LONG)) as waited:
        said(await table.claim("proposer", "My own."))
        await waiting(house)
        assert waited == {}
        said(await table.rule("So."))
    assert [argument["type"] for argument in waited["arguments"]] == ["RULING"]


async def test_a_poll_for_no_time_answers_with_a_command_to_wait_again(table: Table):
    waited = said(await table.wait("proposer", on=1, seconds=0))
    assert (waited["status"], waited["has_new_argument"]) == ("timeout", False)
    assert (waited["action"], waited["state"]) == ("wait_for_opponent", "AWAITING_OPPONENT")
    assert (waited["arguments"], waited["wait_on"]) == ([], table.id(1))
    program, group, verb, *options = shlex.split(waited["retry_command"])
    assert (program, group, verb) == ("aw", "debate", "wait")
    given = dict(zip(options[::2], options[1::2], strict=True))
    assert given == {"--debate-id": table.debate, "--argument-id": table.id(1), "--role": "proposer"}


async def test_a_poll_in_vain_ends_when_its_time_is_up(table: Table):
    with anyio.fail_after(SECONDS):
        waited = said(await table.wait("proposer", on=1, seconds=0.05))
    assert (waited["status"], waited["has_new_argument"]) == ("timeout", False)


async def test_a_debate_id_may_be_written_in_capitals(house: Inside, table: Table):
    shouted = Table(house.http, table.debate.upper())
    asked = {"argument_id": table.id(1).upper(), "role": "opponent"}
    waited = said(await house.http.get(f"{shouted.path}/wait", params=asked))
    assert waited["wait_on"] == table.id(1)


@pytest.mark.parametrize(
    "argument",
    ["nonsense", "", str(uuid4()), argument_id(str(uuid4()), 1)],
    ids=["no id at all", "empty", "a foreign id", "another debate's id"],
)
async def test_an_argument_that_the_debate_does_not_have_is_refused(house: Inside, table: Table, argument: str):
    asked = {"argument_id": argument, "role": "proposer", "timeout": LONG}
    response = await house.http.get(f"{table.path}/wait", params=asked)
    error = refused(response, "ARGUMENT_NOT_FOUND", 404)
    assert table.debate in error["suggestion"]


async def test_a_line_that_is_not_written_yet_or_is_the_opening_is_refused(table: Table):
    for line in (0, 2, 2**47):
        refused(await table.wait("proposer", on=line, seconds=LONG), "ARGUMENT_NOT_FOUND", 404)


@pytest.mark.parametrize("seconds", ["-1", "61", "nan", "inf", "1e400", "soon", ""])
async def test_a_time_that_is_none_or_too_long_is_refused(house: Inside, table: Table, seconds: str):
    asked = {"argument_id": table.id(1), "role": "proposer", "timeout": seconds}
    refused(await house.http.get(f"{table.path}/wait", params=asked), "INVALID_INPUT", 422)


async def test_a_debate_that_does_not_exist_is_refused(house: Inside):
    refused(await Table(house.http, str(uuid4())).wait("proposer", seconds=LONG), "DEBATE_NOT_FOUND", 404)


async def test_a_thousand_waiters_all_wake():
    async with inside() as house:
        table = await Table(house.http, str(uuid4())).opened()
        answers: list[dict[str, Any]] = []

        async def wait() -> None:
            answers.append(said(await table.wait("proposer", on=1, seconds=LONG)))

        with anyio.fail_after(4 * SECONDS):
            async with anyio.create_task_group() as tasks:
                for _ in range(1000):
                    tasks.start_soon(wait)
                await waiting(house, 1000)
                said(await table.claim("opponent", "All of you."))
        assert len(answers) == 1000
        assert all(answer["arguments"][0]["content"] == "All of you." for answer in answers)
        assert isinstance(house.bulletin, LocalBulletin)
        assert house.bulletin.waiters == 0


async def test_who_waits_is_sent_home_when_the_house_closes():
    async with inside() as house:
        table = await Table(house.http, str(uuid4())).opened()
        async with held(house, lambda: table.wait("proposer", on=1, seconds=LONG)) as waited:
            house.bulletin.close()
        assert waited["status"] == "timeout"


async def test_waiting_wakes_on_every_kind_of_database(database: str):
    async with inside(database) as house:
        table = await Table(house.http, str(uuid4())).opened()
        answers: list[dict[str, Any]] = []

        async def wait() -> None:
            answers.append(said(await table.wait("proposer", on=1, seconds=LONG)))

        with anyio.fail_after(SECONDS):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(wait)
                said(await table.claim("opponent", "There."))
        assert answers[0]["arguments"][0]["content"] == "There."
