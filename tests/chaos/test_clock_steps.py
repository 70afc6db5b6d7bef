"""A clock that is stepped under a running server: lines stay in order, and nobody loses a turn who had time."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx2
import pytest

from moot.client import Client, Refused, new_id
from moot.testing.wire import Gate, WireServer, slow
from tests.chaos.debaters import PATIENCE
from tests.chaos.hands import Hand
from tests.support.players import JUDGES, QUESTION, recommendation, recommending, seats

pytestmark = pytest.mark.chaos

HOUR = timedelta(hours=1)
SOON = 30
"""Seconds that a person has: so few that the server keeps an eye on the clock for them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A server whose clock each test steps from wherever it stands."""
    folder = tmp_path_factory.mktemp("stepped")
    hand = Hand.serving("server", folder / "home", str(folder / "moot.db"))
    assert hand.start(), hand.log
    yield hand
    hand.kill()


def test_steps_of_an_hour_either_way_change_no_order_and_cost_nobody_a_turn_who_had_time(server: Hand) -> None:
    client = Client(server.url, patience=PATIENCE)
    debate = new_id()
    motion = client.create_debate(debate, "Steps", "general_debate", "Let time pass.")["argument_id"]
    late = _asked(client)

    server.clock.step(HOUR)
    client.submit(debate, "opponent", motion, "An hour later.")
    _must_have_lapsed_when_due(client, late)

    server.clock.step(-2 * HOUR)
    client.submit(debate, "proposer", motion, "Two hours before that.")
    in_time = _asked(client)
    client.move(in_time, "risk", "RECOMMENDATION", recommendation("A"))
    times = [_at(argument) for argument in client.arguments(debate)["arguments"]]
    assert times == sorted(times)
    assert times[1] - times[0] >= HOUR
    assert times[2] == times[1], "what was said when the clock had gone back is dated with the line above it"
    for each in (debate, late, in_time):
        assert client.verify(each)["sound"]


def _asked(client: Client) -> str:
    """A panel of people who have little time."""
    question = {**QUESTION, "timeout_per_person": SOON, "seats": dict.fromkeys(JUDGES, "human")}
    return client.ask_panel(question)["debate_id"]


def _must_have_lapsed_when_due(client: Client, debate: str) -> None:
    """Nobody moved in time; their lapses are dated when they fell due, and not when the clock was seen to be ahead."""
    opened = _at(client.arguments(debate)["arguments"][0])
    lapses: list[Any] = []
    for _ in client.watch(debate):
        lapses = [argument for argument in client.arguments(debate)["arguments"] if argument["type"] == "lapsed"]
        if len(lapses) >= len(JUDGES):
            break
    assert {argument["move"]["reason"] for argument in lapses} == {"time"}
    assert {_at(argument) - opened for argument in lapses[: len(JUDGES)]} == {timedelta(seconds=SOON)}


def test_a_call_during_which_the_clock_goes_back_took_no_less_than_no_time(server: Hand) -> None:
    gate = Gate()
    client = Client(server.url, patience=PATIENCE)
    with WireServer(lambda asked: slow(recommending("A"), gate=gate)) as wire:
        debate = client.ask_panel({**QUESTION, "seats": seats(wire, *JUDGES)})["debate_id"]
        wire.awaited(len(JUDGES))
        server.clock.step(-HOUR)
        gate.open()
        for _ in client.watch(debate):
            pass
        assert len(wire.asked) == len(JUDGES)
    said = client.arguments(debate)["arguments"]
    spent = [argument["spent"] for argument in said if "spent" in argument]
    assert len(spent) == len(JUDGES)
    assert all(0 <= each["milliseconds"] < HOUR.total_seconds() * 1000 for each in spent)
    assert client.verify(debate)["sound"]


def test_a_turn_that_a_step_passes_over_may_still_be_taken_also_after_a_restart(server: Hand) -> None:
    client = Client(server.url, patience=PATIENCE)
    _start_anew(server)
    table = _seated(server)
    server.clock.step(HOUR)
    _answer(client, table)

    table = _seated(server)
    server.clock.step(HOUR)
    _start_anew(server)
    _answer(client, table)

    # Back again: the hours that were passed over are to come, and whoever is late in them is late.
    server.clock.step(-2 * HOUR)
    _must_be_too_late(server, client)
    _start_anew(server)
    _must_be_too_late(server, client)


def _start_anew(server: Hand) -> None:
    server.kill()
    assert server.start(), server.log


def _seated(server: Hand) -> str:
    """A question to one person, who has so little time."""
    asked = {
        "setup": {"title": "A question", "speakers": 1, "max_rounds": 1, "timeout_per_person": SOON},
        "role": "asker",
        "type": "QUESTION",
        "move": {"question": "Why?"},
    }
    opened = httpx2.post(f"{server.url}/api/v1/formats/roundtable/debates", json=asked)
    return opened.raise_for_status().json()["debate_id"]


def _answer(client: Client, table: str) -> None:
    client.move(table, "speaker-1", "ANSWER", {"answer": "Because."})


def _must_be_too_late(server: Hand, client: Client) -> None:
    table = _seated(server)
    server.clock.step(timedelta(seconds=SOON))
    with pytest.raises(Refused) as late:
        _answer(client, table)
    assert late.value.error["code"] == "ACTION_NOT_ALLOWED"


def _at(argument: Any) -> datetime:
    return datetime.fromisoformat(argument["created_at"])
