"""`moot work` where there is nothing to share."""

import pytest

from tests.cli.shell import Shell


@pytest.mark.parametrize("database", ["moot.db", "sqlite://"])
def test_a_worker_needs_postgresql(aw: Shell, database: str):
    said = aw("work", "--database", database, name="moot")
    assert said.code == 1
    assert "PostgreSQL" in said.error["message"]
    assert "moot serve" in said.error["suggestion"]


def test_a_worker_tells_its_metrics_to_no_network_without_a_token(aw: Shell):
    aw.set(MOOT_HOST="0.0.0.0", MOOT_METRICS_PORT="0")
    said = aw("work", "--database", "postgresql://nobody@127.0.0.1:1/none", name="moot")
    assert said.code == 1
    assert "Refusing to listen on 0.0.0.0" in said.error["message"]
    assert "DEBATE_AUTH_TOKEN" in said.error["suggestion"]
