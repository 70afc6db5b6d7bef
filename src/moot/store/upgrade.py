"""Running the migrations. Imported only when there is something to do, because Alembic is slow to import."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert, text

from moot.engine import NewerDatabase
from moot.store.revision import HEAD, SERVES, SERVES_KEY, is_served
from moot.store.tables import house

MIGRATIONS = Path(__file__).with_name("migrations")


def make_as_of(connection: Connection, revision: str) -> None:
    """Makes the tables of a new database as they were at an older revision; the transaction is the caller's."""
    command.upgrade(_config(connection, MIGRATIONS), revision)


def upgrade(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Brings a database up to date, unless it is a newer Moot's that serves this one; or raises NewerDatabase.

    The transaction is the caller's.
    """
    config = _config(connection, migrations)
    script = ScriptDirectory.from_config(config)
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in {each.revision for each in script.walk_revisions()}:
        _must_serve(connection, revision)
        return
    command.upgrade(config, "head")
    _note_served(connection, script)


def _config(connection: Connection, migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _must_serve(connection: Connection, revision: str) -> None:
    if not is_served(revision, connection.scalar(text(SERVES))):
        raise NewerDatabase(
            f"The database was made by a newer Moot: it is at revision {revision!r}, and this one knows "
            f"{HEAD!r}. Update Moot, or name another database. Nothing was changed."
        )


def _note_served(connection: Connection, script: ScriptDirectory) -> None:
    """Writes down which Moots may go on with these tables: those that every migration says it serves."""
    oldest = max(str(getattr(each.module, "serves", each.revision)) for each in script.walk_revisions())
    told = f"{script.get_current_head()} {oldest}"
    connection.execute(delete(house).where(house.c.key == SERVES_KEY))
    connection.execute(insert(house).values(key=SERVES_KEY, value=told))
