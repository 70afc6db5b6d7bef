"""Webhooks of the house: its owner is told of gates, of seats that wait for a person, and of ends."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from moot.commons.notification import HOUSE, HOUSE_KINDS
from moot.commons.outbox import LEASE, MOST_WEBHOOKS, TEST_PAUSE
from moot.commons.signing import verify
from moot.debate import Forbidden, InvalidInput, LimitReached, NothingThere, RateLimited, Unauthenticated
from moot.desk import OWNER, VISITOR, Caller
from moot.formats.workshop.moves import Questions
from moot.testing import FixedClock
from moot.wiring import formats
from tests.errands.gated import Gated, gated
from tests.errands.gated import main as comes_to_a_gate_and_sends
from tests.errands.receiver import Receiver, receiving
from tests.support.crew import HUMAN
from tests.support.understudy import Understudy

pytestmark = pytest.mark.anyio

SECONDS = 90
DATABASES = ["file", pytest.param("postgres", marks=pytest.mark.postgres)]


def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else str(tmp_path / "moot.db")


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Gated]:
    """A house in memory."""
    async with gated("sqlite://", tmp_path, FixedClock()) as opened:
        yield opened


@pytest.fixture(params=DATABASES)
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Gated]:
    """A house on each kind of database."""
    async with gated(database(request, tmp_path), tmp_path, FixedClock()) as opened:
        yield opened


def bodies(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(got.body) for got in receiver.got]


async def test_a_gate_is_told_when_it_shuts_and_when_it_is_decided_and_the_end_too(kept: Gated):
    async with receiving() as receiver:
        made = await kept.desk.add_webhook(OWNER, url=receiver.url)
        assert made.kinds == HOUSE_KINDS
        crew = await kept.opened()
        await crew.plays("gate")
        await kept.sends()
        (shut,) = bodies(receiver)
        assert (shut["kind"], shut["detail"], shut["state"]) == ("gate_opened", "proposal", "gate_after_proposal")
        assert (shut["debate_id"], shut["format"], shut["title"]) == (crew.debate, "workshop", "Add up")
        assert shut["text"] == "The gate after proposal is shut and waits for you: Add up"
        offered = {each["type"]: each for each in shut["available_actions"]}
        assert set(offered) == {"APPROVAL", "REJECTION", "STOP"}
        assert offered["APPROVAL"]["until"] > shut["at"]
        got = receiver.got[0]
        assert got.headers["moot-event"] == "gate_opened"
        assert verify(made.secret, got.headers["moot-signature"], got.body, kept.clock())

        await kept.desk.approve(OWNER, crew.debate, reason="Go on.")
        await crew.plays()
        await kept.sends()
        assert [(each["kind"], each["detail"]) for each in bodies(receiver)[1:]] == [
            ("gate_decided", "approved"),
            ("debate_closed", "decided"),
        ]
        assert bodies(receiver)[2]["available_actions"] == []
    assert len({got.headers["moot-delivery"] for got in receiver.got}) == 3
    told = await kept.told()
    assert [each.id for each in told] == [each["event_id"] for each in bodies(receiver)]
    assert [each.line for each in told] == [each["seq"] for each in bodies(receiver)]


async def test_what_the_owner_is_told_can_be_made_anew_from_the_records(kept: Gated):
    crew = await kept.opened()
    await crew.plays("gate")
    await kept.desk.reject(OWNER, crew.debate, reason="Say more.", back_to="proposal")
    await crew.plays("gate")
    kept.clock.advance(days=1)
    assert (await kept.desk.gates(OWNER, crew.debate)).state == "gate_timed_out"
    before = await kept.told()
    assert [(each.kind, each.detail) for each in before] == [
        ("gate_opened", "proposal"),
        ("gate_decided", "back_to_proposal"),
        ("gate_opened", "proposal"),
        ("gate_timed_out", "proposal"),
        ("debate_closed", "gate_timed_out"),
    ]
    remade = await kept.store.notices.rebuild(*formats().values())
    assert (remade.debates, remade.notifications) == (1, len(before))
    assert await kept.told() == before
    # To make it anew sends nothing again.
    assert await kept.store.notices.outbox.take(kept.clock()) == ()


@pytest.mark.parametrize("kind", DATABASES)
async def test_a_house_that_is_killed_while_it_sends_sends_again_under_the_same_id(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
):
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else str(tmp_path / "moot.db")
    async with receiving("silence", 200) as receiver:
        sending = Understudy([url, str(tmp_path), receiver.url], os.environ, main=comes_to_a_gate_and_sends)
        async with asyncio.timeout(SECONDS):
            await receiver.busy.wait()
        sending.kill()
        await asyncio.to_thread(sending.communicate)
        assert sending.returncode == -signal.SIGKILL
        clock = FixedClock()
        clock.now += LEASE
        async with gated(url, tmp_path, clock) as there:
            await there.sends()
            assert (await there.hook()).failures == 0
    first, again = receiver.got
    assert first.headers["moot-delivery"] == again.headers["moot-delivery"]
    assert json.loads(first.body)["event_id"] == json.loads(again.body)["event_id"]


async def test_the_owner_is_told_where_a_person_is_waited_for_and_not_where_a_player_is(there: Gated):
    long = "# Add up\n\n" + "Write f(xs), which adds numbers up. " * 15
    asked = {"questions": [{"question": "Floats?", "category": "requirements"}], "confidence": 0.2}
    for owner in ("human", "replay:nobody"):
        crew = await there.opened(task=long, seats={**HUMAN["seats"], "owner": owner})
        crew.script = {**crew.script, "clarify": Questions.model_validate(asked)}
        assert await crew.plays("answer") is not None
        told = [(each.kind, each.detail) for each in await there.told() if each.debate == crew.debate]
        assert told == ([("turn_awaited", "owner")] if owner == "human" else [])


async def test_a_webhook_gets_the_kinds_it_wants_and_a_rejected_workshop_is_told_as_such(there: Gated):
    async with receiving() as receiver:
        await there.desk.add_webhook(OWNER, url=receiver.url, kinds=["gate_decided", "debate_closed"])
        crew = await there.opened()
        await crew.plays("gate")
        await there.desk.reject(OWNER, crew.debate, reason="No.")
        await there.sends()
    told = [(each["kind"], each["detail"]) for each in bodies(receiver)]
    assert told == [("gate_decided", "rejected"), ("debate_closed", "rejected")]


async def test_a_test_is_sent_at_once_and_tells_how_it_went(there: Gated):
    async with receiving(204, 500, "close") as receiver:
        made = await there.desk.add_webhook(OWNER, url=receiver.url)
        tested = await there.desk.test_webhook(OWNER, made.id)
        assert (tested.arrived, tested.status, tested.error) == (True, 204, None)
        (got,) = receiver.got
        assert (got.headers["moot-event"], json.loads(got.body)["kind"]) == ("webhook_test", "webhook_test")
        assert got.headers["moot-delivery"] == tested.delivery_id == json.loads(got.body)["event_id"]
        assert verify(made.secret, got.headers["moot-signature"], got.body, there.clock())
        with pytest.raises(RateLimited):
            await there.desk.test_webhook(OWNER, made.id)
        there.clock.now += TEST_PAUSE
        failed = await there.desk.test_webhook(OWNER, made.id)
        assert (failed.arrived, failed.status, failed.error) == (False, 500, "The receiver answered 500.")
        there.clock.now += TEST_PAUSE
        assert not (await there.desk.test_webhook(OWNER, made.id)).arrived
        hook = await there.hook()
        assert (hook.failures, hook.last_status, hook.last_at) == (0, None, there.clock())
        assert "broke off" in str(hook.last_error)
    with pytest.raises(NothingThere):
        await there.desk.test_webhook(OWNER, "unknown")


async def test_a_house_with_a_token_tests_nothing_on_its_own_network(tmp_path: Path):
    async with gated("sqlite://", tmp_path, FixedClock(), token="owner") as there, receiving() as receiver:
        made = await there.desk.add_webhook(OWNER, url=receiver.url)
        tested = await there.desk.test_webhook(OWNER, made.id)
        assert (tested.arrived, tested.error) == (False, "The receiver has an address that is not public.")
    assert receiver.got == []


async def test_the_house_s_webhooks_are_its_owner_s_alone(there: Gated):
    made = await there.desk.add_webhook(OWNER, url="https://house.example/hooks")
    seat = Caller(debate="d", seat="proposer")
    for stranger in (VISITOR, seat):
        for verb in (there.desk.webhooks(stranger), there.desk.test_webhook(stranger, made.id)):
            with pytest.raises((Forbidden, Unauthenticated)):
                await verb
    with pytest.raises(InvalidInput, match="there is no 'debate_turn'"):
        await there.desk.add_webhook(OWNER, url="https://house.example", kinds=["debate_turn"])
    for _ in range(MOST_WEBHOOKS - 1):
        await there.desk.add_webhook(OWNER, url="https://house.example")
    with pytest.raises(LimitReached, match="The house may have"):
        await there.desk.add_webhook(OWNER, url="https://house.example")
    await there.desk.drop_webhook(OWNER, made.id)
    assert made.id not in {each.id for each in await there.store.notices.webhooks(HOUSE)}


async def test_a_ruling_that_is_asked_for_is_told_once_and_so_is_the_end(there: Gated):
    debate = str(uuid4())
    await there.desk.open_arbitration(
        OWNER, debate_id=debate, title="Queues", debate_type="general_debate", content="Use one queue."
    )
    moves: list[tuple[str, str, dict[str, Any]]] = [
        ("opponent", "CLAIM", {"content": "No.", "target": 1}),
        ("proposer", "APPEAL", {"content": "Which?", "target": 2, "options": ["One", "Two"]}),
        ("arbitrator", "RULING", {"content": "One."}),
        ("arbitrator", "INTERVENTION", {}),
        ("arbitrator", "RULING", {"content": "Enough.", "close": True}),
    ]
    for role, kind, move in moves:
        await there.desk.move(OWNER, debate, role=role, type=kind, move=move)
    told = [(each.line, each.kind, each.detail) for each in await there.told()]
    assert told == [
        (3, "turn_awaited", "arbitrator"),
        (5, "turn_awaited", "arbitrator"),
        (7, "debate_closed", "closed_by_ruling"),
    ]
    sent = await there.desk.news_of(HOUSE, await there.told())
    assert sent is not None
    assert sent[0].model_dump()["text"] == "The arbitrator is waited for: Queues"
