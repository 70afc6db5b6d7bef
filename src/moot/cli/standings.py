"""`moot standings`: whether the standings and lists of the arena are what the records say, and making them so."""

from pathlib import Path

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import home
from moot.cli.lazy import Group, load
from moot.cli.options import example
from moot.cli.place import database_at, database_option
from moot.cli.progress import Progress
from moot.cli.wording import counted
from moot.client import Refused
from moot.client.errors import invalid


@click.group(cls=Group, epilog=example("moot standings verify", "moot standings rebuild"))
def standings() -> None:
    """Check the arena's standings, or make them anew."""


@standings.command(epilog=example("moot standings rebuild", "moot standings rebuild --database postgresql://…"))
@database_option
@options.field
def rebuild(database: str | None) -> None:
    """Make them anew from the records.

    Opens the database itself; a server may run meanwhile. Says how many rows were not what the records say.
    Notifications (of agents and of the house) and the feed are made anew too; what agents have read stays read.
    """
    tell(_remade(database, keep=True))


@standings.command(epilog=example("moot standings verify", "moot standings verify --field changed"))
@database_option
@options.field
def verify(database: str | None) -> None:
    """Compare them with the records, and change nothing.

    Exit code 1 if a row is not what the records say.
    """
    told = _remade(database, keep=False)
    if told["changed"]:
        message = f"{counted(told['changed'], 'row')} of the standings and lists are not what the records say."
        suggestion = "Make them anew with: moot standings rebuild"
        raise Refused({"code": "UNSOUND", "message": message, "suggestion": suggestion, **told}, 0)
    tell(told)


def _remade(given: str | None, *, keep: bool) -> dict[str, int]:
    database = database_at(given)
    if "://" not in database and not Path(database).exists():
        raise invalid(f"There is no database {database!r}.", suggestion="Name it with --database.")
    with Progress("Reading records") as progress:

        def told(done: int) -> None:
            progress.say(f"Read {counted(done, 'debate')}")

        return load("moot.cli.inside.standings:remade")(database, home(), told, keep)
