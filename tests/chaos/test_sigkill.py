"""A server under load is killed again and again. Nothing acknowledged is lost, and everybody goes on by themselves."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from moot.client import Client, new_id
from moot.client.shapes import Argument
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE, SECONDS, Debater, Ledger
from tests.chaos.plan import Step, planned
from tests.chaos.servers import steady_server
from tests.support.house import ServerProcess
from tests.support.thorough import THOROUGH, only_when_thorough

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(200)]

DEBATES, KILLS = (20, 20) if THOROUGH else (5, 5)
MOST_BETWEEN = 24
"""The most moves that are acknowledged between one kill and the order for the next."""
PLAN = planned(exchanges=7)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=(pytest.mark.postgres, only_when_thorough))])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "moot.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


def test_what_was_acknowledged_survives_every_kill_and_every_debate_comes_to_its_end(database: str) -> None:
    debates = [new_id() for _ in range(DEBATES)]
    with steady_server(database) as server:
        client = Client(server.url, patience=PATIENCE)
        ledger = _all_at_work(client, debates)
        _kill_again_and_again(server, ledger)
        assert len(ledger.crowd.all_done()) == 3 * DEBATES
        for debate in debates:
            _must_be_as_planned(client, debate, ledger)
    assert ledger.interrupted > 0


def _all_at_work(client: Client, debates: Sequence[str]) -> Ledger:
    ledger = Ledger(Crowd(SECONDS))
    for debate in debates:
        for role in ("proposer", "opponent", "arbitrator"):
            ledger.crowd.go(Debater(client, ledger, debate, role, PLAN).play)
    return ledger


def _kill_again_and_again(server: ServerProcess, ledger: Ledger) -> None:
    """Moments are counted in acknowledged moves; all the other clients are then in the middle of something."""
    chance = Random(20)
    before_the_end = DEBATES * (len(PLAN) - 2)
    for _ in range(KILLS):
        moment = min(len(ledger.receipts) + chance.randint(0, MOST_BETWEEN), before_the_end)
        ledger.crowd.wait_until(lambda moment=moment: len(ledger.receipts) >= moment)
        server.restart()
    ledger.let_end()


def _must_be_as_planned(client: Client, debate: str, ledger: Ledger) -> None:
    """Every planned move is there once and nothing else is, each where its receipt said."""
    said = _all_said(client, debate)
    assert [_told(argument) for argument in said] == [_foretold(step, debate) for step in PLAN]
    acknowledged = {line: receipt["argument_id"] for (of, line), receipt in ledger.receipts.items() if of == debate}
    assert acknowledged == {argument["seq"]: argument["id"] for argument in said}
    assert client.context(debate)["debate"]["state"] == "CLOSED"
    soundness = client.verify(debate)
    assert soundness["sound"], soundness
    assert soundness["lines"] == len(PLAN) + 2  # and the opening and the closing


def _all_said(client: Client, debate: str) -> list[Argument]:
    page = client.arguments(debate, limit=500)
    assert page["next_after"] is None
    return page["arguments"]


def _told(argument: Argument) -> tuple[int, str | None, str, str | None, str | None]:
    request = argument.get("client_request_id")
    return argument["seq"], argument["role"], argument["type"], argument["content"], request


def _foretold(step: Step, debate: str) -> tuple[int, str | None, str, str | None, str | None]:
    return step.line, step.role, step.kind, step.content, step.request(debate)
