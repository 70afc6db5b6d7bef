"""A connection to PostgreSQL that is lost in the middle of a commit, the worst of moments: the move stands once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from moot.client import Client, new_id
from moot.client.shapes import Receipt, Waited
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE
from tests.chaos.servers import steady_server
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.chaos, pytest.mark.postgres]

NOBODY = "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
"""Then a commit is written and waits for word of a machine that there is not: it is kept, and not acknowledged."""
ANYBODY = "ALTER SYSTEM RESET synchronous_standby_names"
RELOAD = "SELECT pg_reload_conf()"
WRITES = "pid IN (SELECT pid FROM pg_locks WHERE mode = 'RowExclusiveLock' AND relation = {lines})"
"""Of whoever wrote lines and has not ended: a house has more to commit than its moves, and that may hang as well."""
HANGS = f"wait_event = 'SyncRep' AND {WRITES}"
PROBE = "SELECT pg_logical_emit_message(TRUE, 'probe', '')"
PROBE_HANGS = "wait_event = 'SyncRep' AND application_name = 'psql'"
SECONDS = 40.0
"""Less than one poll takes that hears nothing: whoever waits must be told, and not find out by themselves."""


@pytest.fixture
def database(mortal_postgres: PostgresServer) -> Iterator[str]:
    url = mortal_postgres.new_database()
    yield url
    mortal_postgres.drop_database(url)


def test_a_move_whose_commit_was_cut_off_stands_once_and_all_hear_of_it(
    mortal_postgres: PostgresServer, database: str
) -> None:
    debate = new_id()
    with steady_server(database) as server:
        hangs = HANGS.format(lines=mortal_postgres.execute("SELECT 'lines'::regclass::oid", database))
        ends = {
            "opponent": partial(mortal_postgres.cut_connections, hangs),
            "proposer": partial(_crash, mortal_postgres),
        }
        client = Client(server.url, patience=PATIENCE)
        about = client.create_debate(debate, "Cut", "general_debate", "Let it be cut.")["argument_id"]
        for line, (who, end) in enumerate(ends.items(), start=2):
            movers, waiting = Crowd[Receipt](SECONDS), Crowd[Waited](SECONDS)
            waiting.go(partial(client.wait, debate, about, "arbitrator"))
            move = partial(client.submit, debate, who, about, f"By the {who}.", client_request_id=who)
            _in_the_middle_of_a_commit(mortal_postgres, hangs, partial(movers.go, move), end)
            (receipt,), (waited,) = movers.all_done(), waiting.all_done()
            # It was kept and nobody was told; the client sent it again by itself, and it was not written again.
            assert (receipt["seq"], receipt["repeated"]) == (line, True)
            assert [argument["seq"] for argument in waited["arguments"]] == [line]
            about = receipt["argument_id"]
        assert client.verify(debate)["sound"]


def _in_the_middle_of_a_commit(
    postgres: PostgresServer, hangs: str, move: Callable[[], None], end: Callable[[], None]
) -> None:
    """Lets somebody move, and ends their connection once the commit is written and before they are told."""
    postgres.execute(NOBODY)
    postgres.execute(RELOAD)
    try:
        _until_commits_hang(postgres)
        move()
        while not _any(postgres, hangs):
            pass
        postgres.execute(ANYBODY)
        end()
    finally:
        postgres.execute(ANYBODY)
        postgres.execute(RELOAD)


def _until_commits_hang(postgres: PostgresServer) -> None:
    """A setting is in force some time after it was read again: try until a commit of our own hangs, and end that."""
    with ThreadPoolExecutor(1) as alone:
        probe = alone.submit(postgres.execute, PROBE)
        while not _any(postgres, PROBE_HANGS):
            if probe.done():
                probe = alone.submit(postgres.execute, PROBE)
        postgres.cut_connections(PROBE_HANGS)
        assert probe.exception() is not None


def _any(postgres: PostgresServer, such: str) -> bool:
    return postgres.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {such}") != "0"


def _crash(postgres: PostgresServer) -> None:
    postgres.crash()
    postgres.start()
