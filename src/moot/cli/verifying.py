"""Where records can be verified: behind a server, or in a database that this process opens itself."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from moot.cli.environment import connect, home, server_url, version_at
from moot.cli.lazy import load
from moot.cli.place import database_at
from moot.client import Client
from moot.client.errors import invalid
from moot.client.shapes import Soundness

Found = Callable[[Soundness], None]


class Records(Protocol):
    """Where records can be verified."""

    name: str

    def verify(self, debates: Sequence[str] | None, found: Found) -> None:
        """Verifies the named debates, or all, and tells of each."""
        ...

    def lines(self, debate: str) -> str:
        """A record as JSON lines."""
        ...


class ServedRecords:
    """Records behind a server."""

    name = "server"

    def __init__(self, client: Client) -> None:
        self._client = client

    def verify(self, debates: Sequence[str] | None, found: Found) -> None:
        for debate in debates if debates is not None else (d["id"] for d in self._client.all_debates()):
            found(self._client.verify(debate))

    def lines(self, debate: str) -> str:
        return self._client.export(debate, "jsonl").decode()


class OwnRecords:
    """Records in a database that this process opens itself."""

    name = "database"

    def __init__(self, database: str, home: Path) -> None:
        if "://" not in database and not Path(database).exists():
            raise invalid(
                f"No server answers at {server_url()}, and there is no database {database!r}.",
                suggestion="Name it with --database, or start a server with: moot serve --detach",
            )
        self._at = database, home

    def verify(self, debates: Sequence[str] | None, found: Found) -> None:
        load("moot.cli.inside.vault:verify")(*self._at, debates, found)

    def lines(self, debate: str) -> str:
        return load("moot.cli.inside.vault:lines")(*self._at, debate)


def records(database: str | None, *, named: bool) -> Records:
    """Those of a database that was named; else those behind the server, if one answers; else those of our own."""
    if not named and version_at(server_url()) is not None:
        return ServedRecords(connect())
    return OwnRecords(database_at(database), home())
