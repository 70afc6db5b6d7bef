"""Where a server listens and keeps its records: the options that `serve` and `run` share."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from moot.cli.environment import given, home
from moot.client.errors import invalid

F = TypeVar("F", bound=Callable[..., Any])

HOST, PORT = "127.0.0.1", 3456
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


@dataclass(frozen=True)
class Place:
    """A server's place, from the command line, the environment and the configuration file."""

    host: str
    port: int
    database: str
    home: Path

    @classmethod
    def given(cls, host: str | None, port: int | None, database: str | None) -> "Place":
        """What was asked for, filled up with what is set, or else with what is usual."""
        return cls(host or given("MOOT_HOST", "host") or HOST, _port(port), database_at(database), home())

    @property
    def url(self) -> str:
        """The address at which it answers on this machine."""
        name = ANYWHERE.get(self.host, self.host)
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"


def database_at(named: str | None) -> str:
    """The address of the database."""
    address = named or given("MOOT_DATABASE_URL", "database_url")
    if not address:
        return str(home() / "moot.db")
    return address if "://" in address else os.path.expanduser(address)


def _port(asked: int | None) -> int:
    """The port that was asked for, is set, or is usual; what the file says is for the house to judge in full."""
    told = given("MOOT_PORT", "port") if asked is None else str(asked)
    try:
        return int(told or PORT)
    except ValueError:
        raise invalid(f"A setting does not fit: port: {told!r} is no number.") from None


def without_password(database: str) -> str:
    """A database's address, fit to be shown."""
    # To the last @, for whoever forgets to spell out the signs in a password must not have it shown.
    hidden = re.sub(r"(://[^:/@]*:).*@", r"\1***@", database)
    return re.sub(r"([?&]password=)[^&]*", r"\1***", hidden)


def options(function: F) -> F:
    """Adds --host, --port, --database and --x-stand-in."""
    for option in (x_option, database_option, port_option, host_option):
        function = option(function)
    return function


host_option = click.option(
    "--host",
    metavar="NAME",
    envvar="MOOT_HOST",
    show_envvar=True,
    help=f"Where to listen; elsewhere than on this machine needs DEBATE_AUTH_TOKEN.  [default: {HOST}]",
)
port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="MOOT_PORT",
    show_envvar=True,
    help=f"At which port; 0 is any that is free.  [default: {PORT}]",
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
