from pathlib import Path

import pytest

from tests.support.house import MEMORY
from tests.support.houses import guarded, house, table

__all__ = ["guarded", "house", "table"]


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
