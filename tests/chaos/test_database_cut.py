"""A connection to PostgreSQL that is lost in the middle of a commit, the worst of moments: the move stands once."""

from collections.abc import Callable, Iterator
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
HANGS = "wait_event = 'SyncRep'"
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
    ends = {"opponent": partial(mortal_postgres.cut_connections, HANGS), "proposer": partial(_crash, mortal_postgres)}
    with steady_server(database) as server:
        client = Client(server.url, patience=PATIENCE)
        about = client.create_debate(debate, "Cut", "general_debate", "Let it be cut.")["argument_id"]
        for line, (who, end) in enumerate(ends.items(), start=2):
            movers, waiting = Crowd[Receipt](SECONDS), Crowd[Waited](SECONDS)
            waiting.go(partial(client.wait, debate, about, "arbitrator"))
            move = partial(client.submit, debate, who, about, f"By the {who}.", client_request_id=who)
            _in_the_middle_of_a_commit(mortal_postgres, partial(movers.go, move), end)
            (receipt,), (waited,) = movers.all_done(), waiting.all_done()
            # It was kept and nobody was told; the client sent it again by itself, and it was not written again.
            assert (receipt["seq"], receipt["repeated"]) == (line, True)
            assert [argument["seq"] for argument in waited["arguments"]] == [line]
            about = receipt["argument_id"]
        assert client.verify(debate)["sound"]


def _in_the_middle_of_a_commit(postgres: PostgresServer, move: Callable[[], None], end: Callable[[], None]) -> None:
    """Lets somebody move, and ends their connection once the commit is written and before they are told."""
    postgres.execute(NOBODY)
    postgres.execute(RELOAD)
    try:
        move()
        while postgres.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {HANGS}") == "0":
            pass
        postgres.execute(ANYBODY)
        end()
    finally:
        postgres.execute(ANYBODY)
        postgres.execute(RELOAD)


def _crash(postgres: PostgresServer) -> None:
    postgres.crash()
    postgres.start()
