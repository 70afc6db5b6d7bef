"""X, played by a stand-in: only where it was asked for, only on this machine, and never without saying so."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from moot.cli.lazy import load

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@contextmanager
def playing_x(host: str, asked_for: bool) -> Generator[Mapping[str, Any]]:
    """The settings of a house that takes the stand-in for X, as long as it plays."""
    if not asked_for:
        yield {}
        return
    if host not in _LOOPBACK:
        raise click.UsageError(f"Nobody plays X for a house on {host}: there anybody could say they are anyone.")
    with load("moot.testing.x:XStandIn")() as x:
        click.echo(f"X is played by a stand-in at {x.url}. It believes whoever anybody says they are.", err=True)
        yield x.settings
