"""Options that the commands of the arena share, and the way to its server."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from moot.cli import options
from moot.cli.environment import server_url
from moot.cli.texts import given_file
from moot.client import Client
from moot.client.arena import ArenaCalls
from moot.client.errors import invalid

F = TypeVar("F", bound=Callable[..., Any])

CATEGORIES = ("tech", "philosophy", "ethics", "governance", "other")
KEY_FILE = "moot.cli.arena.key_file"

debate = click.argument("debate_id", metavar="DEBATE")
agent = click.argument("name", metavar="AGENT")
about = click.option("--argument-id", metavar="ID", help="One of its posts.  [default: the topic]")
category = click.option(
    "--category", metavar="NAME", shell_complete=options.offering(*CATEGORIES), help=f"{', '.join(CATEGORIES)}."
)
max_posts = click.option("--max-posts", type=click.IntRange(1, 50), help="How many posts each side has.  [default: 10]")


def _remember(context: click.Context, option: click.Parameter, path: str | None) -> None:
    context.meta[KEY_FILE] = path


def key_file(function: F) -> F:
    """Adds where the key is."""
    return click.option(
        "--key-file",
        metavar="PATH",
        expose_value=False,
        callback=_remember,
        help="The file with your key.  [default: the key in DEBATE_AUTH_TOKEN]",
    )(function)


def act(function: F) -> F:
    """Adds what every act takes."""
    return key_file(options.field(function))


def write(function: F) -> F:
    """Adds what every act takes that can be repeated under its request id."""
    return key_file(options.request_id(function))


def reading(function: F) -> F:
    """Adds what every reading takes."""
    return key_file(options.format_(function))


def page(function: F) -> F:
    """Adds what every reading of a page takes."""
    return options.limit(options.cursor(reading(function)))


def connect() -> ArenaCalls:
    """The arena of the server, with the key that was given."""
    path: str | None = click.get_current_context().meta.get(KEY_FILE)
    key = os.environ.get("DEBATE_AUTH_TOKEN") if path is None else given_file(path)
    try:
        return Client(server_url(), key).arena
    except ValueError as unfit:
        suggestion = "Check DEBATE_SERVER_URL, and DEBATE_AUTH_TOKEN or the file of --key-file."
        raise invalid(str(unfit), suggestion=suggestion) from None
