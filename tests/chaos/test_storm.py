"""Storms over a house of real processes: whatever is done to it, what it promised holds."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.testing.wire import WireServer
from tests.chaos.storm.camp import Camp
from tests.chaos.storm.moods import Moods
from tests.chaos.storm.storming import Size, Storm
from tests.support.postgres import PostgresServer
from tests.support.thorough import THOROUGH

SEEDS = os.environ.get("MOOT_STORM_SEED", "20,21,22" if THOROUGH else "20").split(",")
ROUNDS = int(os.environ.get("MOOT_STORM_ROUNDS", "6" if THOROUGH else "1"))
SIZE = (
    Size(faults=5, debates=6, matters=5, exchanges=14, longest=9.0, seconds=600.0)
    if THOROUGH
    else Size(faults=1, debates=1, matters=1, exchanges=2, longest=1.0)
)
WELL = {"arena decided", "evaluation evaluated", "workshop decided"}
"""How they end whom no fault kept from it; of many some must, and of one nobody knows."""

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(7200 if THOROUGH else 200)]


@pytest.fixture(params=SEEDS)
def seed(request: pytest.FixtureRequest) -> str:
    """What a storm can be made again from."""
    return request.param


@pytest.fixture
def moods(seed: str) -> Moods:
    """Those of the model endpoint."""
    return Moods(seed)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def camp(request: pytest.FixtureRequest, moods: Moods, tmp_path: Path) -> Iterator[Camp]:
    """A server alone with its file; or servers and workers, each with a clock of its own."""
    with WireServer(moods) as endpoint:
        if request.param == "sqlite":
            pitched = Camp.on_sqlite(tmp_path, endpoint.url)
        else:
            postgres: PostgresServer = request.getfixturevalue("mortal_postgres")
            pitched = Camp.on_postgres(tmp_path, endpoint.url, postgres, *((2, 3) if THOROUGH else (1, 1)))
        with pitched as camp:
            yield camp


def test_nothing_is_lost_doubled_paid_twice_or_stuck_whatever_is_done_to_the_house(
    camp: Camp, moods: Moods, seed: str
) -> None:
    storm = Storm(camp, seed, SIZE, moods)
    for _ in range(ROUNDS):
        storm.rage()
    assert set(storm.weather.struck) == set(storm.weather.faults), "not everything was done that can be"
    if THOROUGH:
        held = {end.split()[0] for end in storm.ends}
        assert {end for end in WELL if end.split()[0] in held} <= set(storm.ends), "none of a kind ended well"
