"""At which revision the tables are, and whom they serve."""

HEAD = "0009"
"""The newest revision in `migrations/versions`."""

VERSION = "SELECT version_num FROM alembic_version"
SERVES_KEY = "schema_serves"
SERVES = f"SELECT value FROM house WHERE key = '{SERVES_KEY}'"
"""Which revision the tables are at, and that of the oldest Moot whom they still serve: two versions may run on them."""


def is_served(revision: str, told: object) -> bool:
    """Whether a database at the revision of a newer Moot serves this one, by what that has written there."""
    at, _, oldest = str(told).partition(" ")
    return at == revision and oldest <= HEAD
