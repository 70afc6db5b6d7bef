"""Fixtures of houses, for every suite that comes in by a door."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.house import Inside, ServerProcess, Table, inside

TOKEN = "the-owner's-own-token"


@pytest.fixture(scope="module")
async def house() -> AsyncIterator[Inside]:
    """A house without a token, in memory, shared by a module: each test opens debates of its own."""
    async with inside() as house:
        yield house


@pytest.fixture(scope="module")
async def guarded() -> AsyncIterator[Inside]:
    """A house with a token, in memory; its caller is the owner."""
    async with inside(token=TOKEN) as house:
        yield house


@pytest.fixture
async def table(house: Inside) -> Table:
    """A debate that was just opened."""
    return await Table(house.http, str(uuid4())).opened()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """A real server with a token, on each kind of database."""
    sqlite = request.param == "sqlite"
    database = str(tmp_path / "moot.db") if sqlite else request.getfixturevalue("postgres_url")
    with ServerProcess.serving(database, token=TOKEN) as server:
        yield server
