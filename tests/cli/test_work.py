"""`moot work` where there is nothing to share."""

import pytest

from tests.cli.shell import Shell


@pytest.mark.parametrize("database", ["moot.db", "sqlite://"])
def test_a_worker_needs_postgresql(aw: Shell, database: str):
    said = aw("work", "--database", database, name="moot")
    assert said.code == 1
    assert "PostgreSQL" in said.error["message"]
    assert "moot serve" in said.error["suggestion"]
