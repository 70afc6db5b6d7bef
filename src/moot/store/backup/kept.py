"""What is in a backup: every table there is, but for a few whose rows are of no use elsewhere, each with its reason."""

from collections.abc import Mapping

from sqlalchemy import Table

from moot.store.all_tables import metadata

LEFT_OUT: Mapping[str, str] = {
    "sessions": "browsers that are signed in: people sign in again",
    "detours": "people who are at X just now: they start again",
    "origins": "addresses that registered within the last hour",
}
"""Tables that no backup has. The full-text indexes and the queue are no tables of ours: they are made anew."""

KEPT: tuple[Table, ...] = tuple(table for table in metadata.sorted_tables if table.name not in LEFT_OUT)
"""In an order in which each row finds those that it names."""
