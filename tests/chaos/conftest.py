from collections.abc import Iterator

import pytest

from tests.support.postgres import PostgresServer, PostgresUnavailable


@pytest.fixture(scope="session")
def mortal_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server that tests may stop, crash and cut off; whoever does starts it again."""
    try:
        with PostgresServer.started() as server:
            yield server
    except PostgresUnavailable as reason:
        pytest.skip(str(reason))
