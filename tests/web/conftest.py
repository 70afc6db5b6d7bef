from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from tests.support.house import Inside, Table, inside
from tests.web.visitor import Visitor

TOKEN = "the-owners-token"


@pytest.fixture(scope="module")
async def house() -> AsyncIterator[Inside]:
    """A house without a token, in memory, shared by a module: each test opens debates of its own."""
    async with inside() as house:
        yield house


@pytest.fixture(scope="module")
async def guarded() -> AsyncIterator[Inside]:
    """A house with a token; its caller is the owner."""
    async with inside(token=TOKEN) as house:
        yield house


@pytest.fixture
async def visitor(house: Inside) -> AsyncIterator[Visitor]:
    """Somebody with a browser and no token."""
    async with house.caller(Accept="text/html") as http:
        yield Visitor(http)


@pytest.fixture
async def table(house: Inside) -> Table:
    """A debate that was just opened."""
    return await Table(house.http, str(uuid4())).opened()
