import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from moot.engine import Ledger, RecordStore
from moot.store import Store, open_store
from moot.store.partition import partition
from moot.testing import MemoryLedger, MemoryRecords
from tests.support.thorough import only_when_thorough

IN_MEMORY = pytest.param("memory", marks=only_when_thorough)
"""The same code as for a file, which most other tests are on anyway."""
POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)
IN_PARTS = pytest.param("in parts", marks=[pytest.mark.postgres, only_when_thorough])
"""PostgreSQL with the table of records in parts, as large houses have it."""


def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    match request.param:
        case "memory":
            return "sqlite://"
        case "postgres":
            return request.getfixturevalue("postgres_url")
        case "in parts":
            url = request.getfixturevalue("postgres_url")
            with ThreadPoolExecutor(1) as beside:
                beside.submit(asyncio.run, partition(url, 3, lambda said: None)).result()
            return url
        case _:
            return f"sqlite:///{tmp_path / 'house' / 'moot.db'}"


@pytest.fixture(params=["file", POSTGRES, IN_PARTS])
def kept_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database that outlives the process."""
    return address(request, tmp_path)


@pytest.fixture(params=[IN_MEMORY, "file", POSTGRES, IN_PARTS])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    return address(request, tmp_path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@dataclass(frozen=True)
class Ports:
    """An empty house: on a database, or what is shipped for tests."""

    records: RecordStore
    ledger: Ledger


@pytest.fixture(params=["testing", IN_MEMORY, "file", POSTGRES, IN_PARTS])
async def ports(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ports]:
    if request.param == "testing":
        yield Ports(MemoryRecords(), MemoryLedger())
        return
    opened = await open_store(address(request, tmp_path))
    yield Ports(opened, opened.ledger)
    await opened.close()


@pytest.fixture
def ledger(ports: Ports) -> Ledger:
    """An empty ledger."""
    return ports.ledger


@pytest.fixture
def records(ports: Ports) -> RecordStore:
    """Where no debate was opened yet."""
    return ports.records
