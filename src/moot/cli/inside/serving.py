"""Serving the house in this process."""

from collections.abc import Callable
from pathlib import Path

from moot import wiring
from moot.cli.inside.refusing import told
from moot.settings import Settings


def serve(host: str, port: int, database: str, home: Path, ready: Callable[[str], None]) -> None:
    """Serves until told to stop; `ready` is told the address."""
    with told():
        wiring.serve(Settings(host=host, port=port, database_url=database, home=home), ready)
