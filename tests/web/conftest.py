from collections.abc import AsyncIterator

import pytest

from tests.support.house import Inside
from tests.support.houses import guarded, house, table
from tests.web.visitor import Visitor

__all__ = ["guarded", "house", "table"]


@pytest.fixture
async def visitor(house: Inside) -> AsyncIterator[Visitor]:
    """Somebody with a browser and no token."""
    async with house.caller(Accept="text/html") as http:
        yield Visitor(http)
