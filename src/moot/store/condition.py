"""The condition of a database, as a checkup finds it."""

from dataclasses import dataclass
from datetime import datetime

from moot.store.revision import HEAD, is_served

SEEN = "SELECT value FROM house WHERE key = 'seen_at'"


@dataclass(frozen=True, slots=True)
class Condition:
    """How a database is: what there is to say of it, and what is wrong, if something is."""

    what: str
    fault: str | None = None
    remedy: str = ""
    seen_at: datetime | None = None
    """When the house was last attended to, by the clock of whoever did."""
    now: datetime | None = None
    """What time it is there, where the database has a clock of its own."""


def too_new(revision: str, serves: object) -> Condition | None:
    """A database that a newer Moot has migrated; None where it serves this one, or is none."""
    if revision <= HEAD or is_served(revision, serves):
        return None
    fault = f"it was made by a newer Moot (revision {revision}; this one knows {HEAD})"
    return Condition("newer", fault, "Update Moot, or name another database with MOOT_DATABASE_URL.")


def aged(revision: str | None) -> str:
    """What becomes of a schema of this revision when the house is opened."""
    if revision is None:
        return "empty: its tables are made when the house is opened"
    if revision > HEAD:
        return f"revision {revision}, of a newer Moot, which serves this one ({HEAD}) too"
    return "" if revision == HEAD else f"revision {revision}: brought to {HEAD} when the house is opened, so back it up"
