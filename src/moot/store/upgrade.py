"""Running the migrations. Imported only when there is something to do, because Alembic is slow to import."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from moot.engine import NewerDatabase

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Brings a database up to date, or raises NewerDatabase; the transaction is the caller's."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    _must_know(ScriptDirectory.from_config(config), MigrationContext.configure(connection).get_current_revision())
    command.upgrade(config, "head")


def _must_know(script: ScriptDirectory, revision: str | None) -> None:
    known = {each.revision for each in script.walk_revisions()}
    if revision is not None and revision not in known:
        raise NewerDatabase(
            f"The database was made by a newer Moot: it is at revision {revision!r}, and this one knows "
            f"{max(known)!r}. Update Moot, or name another database. Nothing was changed."
        )
