"""The same request again yields the first result again; two that collide yield one line."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest

from tests.support.house import API, SECONDS, Inside, Table, inside, refused, said


async def together(*requests: Callable[[], Awaitable[httpx2.Response]]) -> list[httpx2.Response]:
    """The answers of requests that are made at once."""
    answers: dict[int, httpx2.Response] = {}

    async def ask(place: int, request: Callable[[], Awaitable[httpx2.Response]]) -> None:
        answers[place] = await request()

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            for place, request in enumerate(requests):
                tasks.start_soon(ask, place, request)
    return [answers[place] for place in range(len(requests))]


MOVES: dict[str, tuple[str, Callable[[Table, str], Awaitable[httpx2.Response]]]] = {
    "a claim": ("", lambda t, r: t.claim("opponent", client_request_id=r)),
    "an appeal": ("claim", lambda t, r: t.appeal(options=["Keep it"], client_request_id=r)),
    "a resolution": ("claim", lambda t, r: t.resolve(client_request_id=r)),
    "an intervention": ("", lambda t, r: t.intervene(client_request_id=r)),
    "a ruling": ("intervene", lambda t, r: t.rule(client_request_id=r)),
    "a closing ruling": ("intervene", lambda t, r: t.rule(close=True, client_request_id=r)),
}


async def prepared(table: Table, step: str) -> None:
    if step == "claim":
        said(await table.claim("opponent"))
    elif step == "intervene":
        said(await table.intervene())


@pytest.mark.parametrize("move", MOVES)
async def test_a_move_made_again_yields_its_first_result(table: Table, move: str):
    step, make = MOVES[move]
    await prepared(table, step)
    first = await make(table, "one")
    again = await make(table, "one")
    assert (first.status_code, again.status_code) == (201, 200)
    assert said(again) == {**said(first), "repeated": True}
    assert len(await table.arguments()) == said(first)["seq"]


@pytest.mark.parametrize("move", MOVES)
async def test_the_same_request_ten_times_at_once_is_one_line(table: Table, move: str):
    step, make = MOVES[move]
    await prepared(table, step)
    answers = await together(*[lambda: make(table, "one")] * 10)
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert len({said(answer)["argument_id"] for answer in answers}) == 1
    assert sum(1 for argument in await table.arguments() if argument.get("client_request_id") == "one") == 1
    assert await table.sound()


async def test_a_move_made_again_after_the_debate_went_on_yields_its_own_line_and_the_present_state(table: Table):
    first = said(await table.claim("opponent", client_request_id="one"))
    said(await table.appeal())
    said(await table.rule("So."))
    again = said(await table.claim("opponent", client_request_id="one"))
    assert (again["argument_id"], again["seq"], again["repeated"]) == (first["argument_id"], first["seq"], True)
    assert (again["state"], again["action"]) == ("AWAITING_PROPOSER", "wait_for_proposer")
    # Who waits from there is told all that came since.
    assert again["wait_on"] == table.id(2)
    waited = said(await table.wait("opponent", on=2))
    assert [argument["type"] for argument in waited["arguments"]] == ["APPEAL", "RULING"]


async def test_a_move_made_again_after_the_end_yields_its_own_line(table: Table):
    said(await table.intervene(client_request_id="stop"))
    said(await table.rule(close=True, client_request_id="end"))
    assert said(await table.intervene(client_request_id="stop"))["action"] == "debate_closed"
    assert said(await table.rule(close=True, client_request_id="end"))["repeated"] is True


@pytest.mark.parametrize(
    "changed",
    [{"content": "Other words."}, {"about": 2}, {"role": "proposer"}],
    ids=["content", "target", "role"],
)
async def test_a_request_id_used_for_something_else_is_refused(table: Table, changed: dict[str, Any]):
    said(await table.claim("opponent", client_request_id="one"))
    fields: dict[str, Any] = {"role": "opponent", "client_request_id": "one", **changed}
    error = refused(await table.claim(**fields), "REQUEST_ID_REUSED", 409)
    assert error["client_request_id"] == "one"
    assert len(await table.arguments()) == 2


async def test_a_request_id_used_by_another_kind_of_move_is_refused(table: Table):
    said(await table.intervene(client_request_id="one"))
    refused(await table.rule(client_request_id="one"), "REQUEST_ID_REUSED", 409)
    said(await table.rule("So.", client_request_id="two"))
    refused(await table.rule("So.", close=True, client_request_id="two"), "REQUEST_ID_REUSED", 409)


async def test_a_request_id_belongs_to_its_debate(house: Inside):
    for _ in range(2):
        table = await Table(house.http, str(uuid4())).opened(client_request_id="open")
        assert said(await table.claim("opponent", client_request_id="one"))["repeated"] is False


async def test_a_move_without_a_request_id_is_a_new_one_each_time(table: Table):
    said(await table.claim("opponent"))
    refused(await table.claim("opponent"), "ACTION_NOT_ALLOWED", 409)


async def test_opening_again_yields_the_first_result(house: Inside):
    table = Table(house.http, str(uuid4()))
    first = await table.open(client_request_id="open")
    said(await table.claim("opponent"))
    again = await table.open(client_request_id="open")
    assert (first.status_code, again.status_code) == (201, 200)
    assert (said(again)["argument_id"], said(again)["repeated"]) == (table.id(1), True)
    assert said(again)["state"] == "AWAITING_PROPOSER"


async def test_opening_ten_times_at_once_opens_one_debate(house: Inside):
    table = Table(house.http, str(uuid4()))
    answers = await together(*[lambda: table.open(client_request_id="open")] * 10)
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert len(await table.arguments()) == 1


@pytest.mark.parametrize("request_id", [None, "another"])
async def test_a_debate_that_exists_is_not_opened_again(house: Inside, request_id: str | None):
    table = await Table(house.http, str(uuid4())).opened(client_request_id="open")
    error = refused(await table.open(client_request_id=request_id), "DEBATE_EXISTS", 409)
    assert error["debate_id"] == table.debate


async def test_opening_under_a_used_id_with_another_body_is_refused(house: Inside):
    table = await Table(house.http, str(uuid4())).opened(client_request_id="open")
    for changed in ({"content": "Two."}, {"title": "Other"}, {"debate_type": "general_debate"}, {"max_rounds": 3}):
        refused(await table.open(client_request_id="open", **changed), "REQUEST_ID_REUSED", 409)
    said(await table.claim("opponent", client_request_id="claim"))
    refused(await table.open(client_request_id="claim"), "REQUEST_ID_REUSED", 409)


async def test_of_two_claims_at_once_one_wins(table: Table):
    answers = await together(
        lambda: table.claim("opponent", "Mine.", client_request_id="mine"),
        lambda: table.claim("opponent", "No, mine.", client_request_id="yours"),
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    (loser,) = [answer for answer in answers if answer.status_code == 409]
    assert refused(loser, "ACTION_NOT_ALLOWED", 409)["current_state"] == "AWAITING_PROPOSER"
    assert len(await table.arguments()) == 2


async def test_a_claim_and_an_intervention_at_once_both_land_in_some_order(table: Table):
    answers = await together(lambda: table.claim("opponent", "Mine."), table.intervene)
    assert [answer.status_code for answer in answers] == [201, 201]
    assert (await table.context())["debate"]["state"] == "INTERVENTION_PENDING"
    assert await table.sound()


async def test_races_end_the_same_on_every_kind_of_database(database: str):
    async with inside(database) as house:
        table = Table(house.http, str(uuid4()))
        opened = await together(*[lambda: table.open(client_request_id="open")] * 5)
        assert sorted(answer.status_code for answer in opened) == [200] * 4 + [201]
        same = await together(*[lambda: table.claim("opponent", client_request_id="one")] * 5)
        assert sorted(answer.status_code for answer in same) == [200] * 4 + [201]
        other = await together(*[lambda: table.claim("proposer", client_request_id=str(uuid4()))] * 5)
        assert sorted(answer.status_code for answer in other) == [201] + [409] * 4
        refused(await table.open(), "DEBATE_EXISTS", 409)
        assert [argument["seq"] for argument in await table.arguments()] == [1, 2, 3]
        assert await table.sound()


async def test_a_document_sent_again_is_one_document(house: Inside):
    body = {"title": "Plan", "content": "# Plan", "client_request_id": str(uuid4())}
    answers = await together(*[lambda: house.http.post(f"{API}/documents", json=body)] * 5)
    assert len({said(answer)["document_id"] for answer in answers}) == 1
    refused(await house.http.post(f"{API}/documents", json={**body, "content": "Other"}), "REQUEST_ID_REUSED", 409)


async def test_a_version_sent_again_is_one_version(house: Inside):
    document = said(await house.http.post(f"{API}/documents", json={"title": "Plan", "content": "# Plan"}))
    path = f"{API}/documents/{document['document_id']}/versions"
    body = {"content": "# Plan 2", "client_request_id": str(uuid4())}
    answers = await together(*[lambda: house.http.post(path, json=body)] * 5)
    assert {said(answer)["version"] for answer in answers} == {2}
    refused(await house.http.post(path, json={**body, "content": "# Other"}), "REQUEST_ID_REUSED", 409)


async def test_a_version_made_from_an_older_one_is_refused(house: Inside):
    document = said(await house.http.post(f"{API}/documents", json={"title": "Plan", "content": "# Plan"}))
    path = f"{API}/documents/{document['document_id']}/versions"
    answers = await together(
        *[lambda i=i: house.http.post(path, json={"content": f"# {i}", "base_version": 1}) for i in range(5)]
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 4
    error = refused(await house.http.post(path, json={"content": "# Late", "base_version": 1}), "DOCUMENT_MOVED", 409)
    assert (error["base_version"], error["latest_version"]) == (1, 2)
