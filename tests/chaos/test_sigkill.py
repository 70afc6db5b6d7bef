"""A server under load is killed again and again. Nothing acknowledged is lost, and everybody goes on by themselves."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from moot.client import Client, new_id
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE, SECONDS, Debater, Ledger
from tests.chaos.plan import planned
from tests.chaos.servers import steady_server
from tests.chaos.verdict import must_be_as_planned
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
            must_be_as_planned(client, debate, PLAN, ledger.receipts)
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
