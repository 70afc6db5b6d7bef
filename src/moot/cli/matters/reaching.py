"""Reaching a house: the server that runs, or one of our own for as long as the command takes."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from moot.cli.environment import connect, elsewhere, home, own_token, server_url, version_at
from moot.cli.fetching import prepare
from moot.cli.lazy import load
from moot.cli.place import database_at
from moot.client import Client, new_id


@contextmanager
def reached(debate: str, players: Iterable[str] = ()) -> Generator[Client]:
    """A server that answers; where none does, the house in this process, on the same database, for this debate.

    A model of these players that is still to be fetched is fetched first, where its progress can be seen.
    """
    client = connect()
    if elsewhere() or version_at(server_url()) is not None:
        yield client
        return
    database = database_at(None)
    prepare(home(), players)
    with load("moot.cli.inside.serving:serving")(database, home(), debate) as url:
        yield Client(url, own_token())


def named(request: str | None) -> str:
    """The id of the debate that a request opens: the same for the same request."""
    return new_id() if request is None else str(load("moot.desk.opening:debate_after")(request))
