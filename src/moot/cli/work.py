"""`moot work`: a worker beside a server, which calls on players and runs errands and serves nobody."""

import sys

import click

from moot.cli.envelope import tell
from moot.cli.environment import home
from moot.cli.lazy import load
from moot.cli.options import example
from moot.cli.place import database_at, database_option, without_password


@click.command(epilog=example("moot work --database postgresql://moot@db/moot"))
@database_option
def work(database: str | None) -> None:
    """Call on players for a server elsewhere, on the same PostgreSQL.

    Any number of workers share the debates of a house: no answer is asked for twice, and what one was doing when it was
    killed another takes up. Each needs the players file and the keys that the server has. With MOOT_METRICS_PORT it
    tells its metrics there.
    """
    at = database_at(database)

    def ready(metrics: str | None) -> None:
        tell({"working": True, "database": without_password(at), "metrics": metrics})
        sys.stdout.flush()

    load("moot.cli.inside.serving:work")(at, home(), ready)
