from collections.abc import AsyncIterator

import pytest

from tests.mcp.hall import Guest, Hall, hall
from tests.support.thorough import only_when_thorough


@pytest.fixture(scope="package")
async def at(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    """A house for all of these tests: each opens debates of its own."""
    async with hall(tmp_path_factory.mktemp("home")) as at:
        yield at


@pytest.fixture(scope="package")
async def over_http(at: Hall) -> AsyncIterator[Guest]:
    """The owner's client over HTTP, which can ask its person."""
    async with at.guest("http", asks=True) as guest:
        yield guest


@pytest.fixture(scope="package")
async def over_older_http(at: Hall) -> AsyncIterator[Guest]:
    """The same by the older protocol."""
    async with at.guest("older http", asks=True) as guest:
        yield guest


@pytest.fixture(scope="package")
async def over_pipes(at: Hall) -> AsyncIterator[Guest]:
    """The same over pipes, as most programs start it today; started once, because that takes a second."""
    async with at.guest("older pipes", asks=True) as guest:
        yield guest


@pytest.fixture(scope="package")
async def over_newer_pipes(at: Hall) -> AsyncIterator[Guest]:
    """The same by the newer protocol."""
    async with at.guest("pipes", asks=True) as guest:
        yield guest


@pytest.fixture(params=["http", "pipes"])
def guest(request: pytest.FixtureRequest) -> Guest:
    """The owner's client, over each transport."""
    return request.getfixturevalue(f"over_{request.param}")


@pytest.fixture(params=["http", "older_http", "pipes", pytest.param("newer_pipes", marks=only_when_thorough)])
def asker(request: pytest.FixtureRequest) -> Guest:
    """The owner's client, by either protocol and over each transport."""
    return request.getfixturevalue(f"over_{request.param}")


@pytest.fixture(params=["older_http", "pipes"])
def older(request: pytest.FixtureRequest) -> Guest:
    """The owner's client, by the older protocol."""
    return request.getfixturevalue(f"over_{request.param}")
