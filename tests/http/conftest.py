from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.house import MEMORY, Inside, Table, inside

TOKEN = "the-owner's-own-token"


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    match request.param:
        case "sqlite":
            return str(tmp_path / "moot.db")
        case "postgres":
            return request.getfixturevalue("postgres_url")
        case _:
            return MEMORY


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
