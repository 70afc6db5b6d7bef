"""Where a server listens and keeps its records: the options that `serve` and `run` share."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import click

from moot.cli.environment import home

F = TypeVar("F", bound=Callable[..., Any])

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


@dataclass(frozen=True)
class Place:
    """A server's place, from the command line and the environment."""

    host: str
    port: int
    database: str
    home: Path

    @classmethod
    def given(cls, host: str, port: int, database: str | None) -> "Place":
        """What was asked for, filled up with what is usual."""
        return cls(host, port, database_at(database), home())

    @property
    def url(self) -> str:
        """The address at which it answers on this machine."""
        name = ANYWHERE.get(self.host, self.host)
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"


def database_at(given: str | None) -> str:
    """The address of the database."""
    if not given:
        return str(home() / "moot.db")
    return given if "://" in given else os.path.expanduser(given)


def without_password(database: str) -> str:
    """A database's address, fit to be shown."""
    parts = urlsplit(database)
    if parts.password is None:
        return database
    return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":***@")))


def options(function: F) -> F:
    """Adds --host, --port, --database and --x-stand-in."""
    for option in (x_option, database_option, port_option, host_option):
        function = option(function)
    return function


host_option = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    envvar="MOOT_HOST",
    show_envvar=True,
    help="Where to listen; elsewhere than on this machine needs DEBATE_AUTH_TOKEN.",
)
port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=3456, show_default=True, envvar="MOOT_PORT", show_envvar=True
)
database_option = click.option(
    "--database",
    metavar="URL|PATH",
    envvar="MOOT_DATABASE_URL",
    show_envvar=True,
    help="Where records are kept: a file, or postgresql://…  [default: moot.db in ~/.moot]",
)
x_option = click.option(
    "--x-stand-in", is_flag=True, help="Let a stand-in on this machine play X, to try signing in with it."
)
