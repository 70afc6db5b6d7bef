from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moot.store import Store, open_store


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database that outlives the process."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path / 'house' / 'moot.db'}"


@pytest.fixture(params=["memory", "file", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "memory":
        return "sqlite://"
    if request.param == "postgres":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path / 'house' / 'moot.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    opened = await open_store(url)
    yield opened
    await opened.close()
