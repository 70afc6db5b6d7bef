"""Two server processes on one database: whichever takes a move, there is one record, and it is sound."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest

from tests.support.house import SECONDS, ServerProcess, Table, refused, said
from tests.support.postgres import PostgresServer
from tests.support.watching import by_events, by_socket

Two = tuple[ServerProcess, ServerProcess]
Request = Callable[[Table], Awaitable[httpx2.Response]]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    if request.param == "sqlite":
        path: Path = tmp_path_factory.mktemp("shared") / "moot.db"
        with ServerProcess.serving(str(path)) as one, ServerProcess.serving(str(path)) as other:
            yield one, other
        return
    postgres: PostgresServer = request.getfixturevalue("postgres")
    url = postgres.new_database()
    with ServerProcess.serving(url) as one, ServerProcess.serving(url) as other:
        yield one, other
    postgres.drop_database(url)


@pytest.fixture(scope="module")
def listening_servers(postgres: PostgresServer) -> Iterator[Two]:
    """Two servers on a database that tells one of what the other wrote."""
    url = postgres.new_database()
    with ServerProcess.serving(url) as one, ServerProcess.serving(url) as other:
        yield one, other
    postgres.drop_database(url)


async def test_what_one_server_took_the_other_knows_at_once(servers: Two):
    async with servers[0].client() as one, servers[1].client() as other:
        here = await Table(one, str(uuid4())).opened()
        there = Table(other, here.debate)
        for number in range(10):
            seat = "opponent" if number % 2 == 0 else "proposer"
            said(await (here if number % 3 == 0 else there).claim(seat, f"{number}"))
            assert await here.context() == await there.context()
        refused(await there.claim("proposer"), "ACTION_NOT_ALLOWED", 409)
        assert await here.sound()
        assert await there.sound()


async def test_moves_made_at_both_at_once_are_one_record(servers: Two):
    async with servers[0].client() as one, servers[1].client() as other:
        here = await Table(one, str(uuid4())).opened()
        there = Table(other, here.debate)
        accepted: list[dict[str, Any]] = []

        async def keep_trying(table: Table, name: str) -> None:
            """Claims for whichever seat has the floor, as fast as it can, against the other server."""
            for number in range(40):
                for seat in ("opponent", "proposer"):
                    content = f"{name} {number} {seat}"
                    response = await table.claim(seat, content, client_request_id=content)
                    if response.status_code == 201:
                        accepted.append(said(response))
                    else:
                        refused(response, "ACTION_NOT_ALLOWED", 409)

        with anyio.fail_after(3 * SECONDS):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(keep_trying, here, "one")
                tasks.start_soon(keep_trying, there, "other")
        arguments = await here.arguments()
        assert arguments == await there.arguments()
        assert [argument["seq"] for argument in arguments] == list(range(1, len(accepted) + 2))
        assert {argument["id"] for argument in arguments[1:]} == {receipt["argument_id"] for receipt in accepted}
        assert await here.sound()


async def test_the_same_request_at_both_at_once_is_one_line(servers: Two):
    async with servers[0].client() as one, servers[1].client() as other:
        for _ in range(10):
            debate = str(uuid4())
            both = (Table(one, debate), Table(other, debate))
            opened = await at_both(lambda table: table.open(client_request_id="open"), both)
            assert sorted(answer.status_code for answer in opened) == [200, 201]
            claimed = await at_both(lambda table: table.claim("opponent", client_request_id="claim"), both)
            assert sorted(answer.status_code for answer in claimed) == [200, 201]
            assert {said(answer)["argument_id"] for answer in claimed} == {both[0].id(2)}
            stopped = await at_both(lambda table: table.intervene(), both)
            assert sorted(answer.status_code for answer in stopped) == [201, 409]
            assert len(await both[0].arguments()) == 3
            assert await both[1].sound()


async def at_both(ask: Request, tables: tuple[Table, Table]) -> list[httpx2.Response]:
    answers: list[httpx2.Response] = []

    async def one(table: Table) -> None:
        answers.append(await ask(table))

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            for table in tables:
                tasks.start_soon(one, table)
    return answers


async def test_a_waiter_at_one_server_wakes_by_a_move_at_the_other(listening_servers: Two):
    one, other = listening_servers
    async with one.client() as here, other.client() as away:
        table = await Table(here, str(uuid4())).opened()
        there = Table(away, table.debate)
        for number in range(10):
            seat, mover = ("proposer", "opponent") if number % 2 == 0 else ("opponent", "proposer")
            answers: list[dict[str, Any]] = []

            async def wait(seat: str = seat, line: int = number + 1, answers: list[dict[str, Any]] = answers) -> None:
                answers.append(said(await table.wait(seat, on=line, seconds=60)))

            with anyio.fail_after(SECONDS):
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(wait)
                    said(await there.claim(mover, f"{number}"))
            assert answers[0]["arguments"][-1]["content"] == f"{number}"


async def test_a_watcher_at_one_server_sees_what_was_said_at_the_other(listening_servers: Two):
    one, other = listening_servers
    async with other.client() as away:
        there = await Table(away, str(uuid4())).opened()
        async with by_socket(one.url, there.debate) as socket, by_events(one.url, there.debate) as events:
            for watcher in (socket, events):
                assert (await watcher.next())["event"] == "initial_state"
            said(await there.claim("opponent"))
            said(await there.claim("proposer"))
            stopped = await socket.say("submit_intervention")
            assert stopped["data"]["seq"] == 4
            said(await there.rule(close=True))
            for watcher in (socket, events):
                await watcher.until(event="state_changed", seq=6)
                assert watcher.lines() == [1, 2, 3, 4, 5]


async def test_one_server_goes_on_when_the_other_is_killed(servers: Two):
    one, other = servers
    async with one.client() as here, other.client() as away:
        table = await Table(here, str(uuid4())).opened()
        there = Table(away, table.debate)
        said(await there.claim("opponent"))
        other.kill()
        said(await table.claim("proposer"))
        other.start()
        said(await there.claim("opponent"))
        assert await table.arguments() == await there.arguments()
        assert await table.sound()
