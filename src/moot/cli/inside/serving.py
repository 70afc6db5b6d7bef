"""Serving the house in this process."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from moot import wiring
from moot.cli.inside.refusing import told
from moot.cli.inside.x import playing_x
from moot.settings import Settings


def serve(
    host: str,
    port: int,
    database: str,
    home: Path,
    ready: Callable[[str], None],
    x_stand_in: bool = False,
) -> None:
    """Serves until told to stop; `ready` is told the address."""
    with told(), playing_x(host, x_stand_in) as x:
        wiring.serve(Settings(host=host, port=port, database_url=database, home=home, **x), ready)


def work(database: str, home: Path, ready: Callable[[str | None], None]) -> None:
    """Calls on players beside a server elsewhere, until told to stop; `ready` is told when it has begun."""
    with told():
        wiring.work(Settings(database_url=database, home=home), ready)


@contextmanager
def serving(database: str, home: Path, debate: str) -> Generator[str]:
    """Serves beside the command, on a free port, for one debate; its address."""
    with told(), wiring.serving(Settings(host="127.0.0.1", port=0, database_url=database, home=home), debate) as url:
        yield url
