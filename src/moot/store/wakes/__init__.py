"""Wakes on PostgreSQL: which debate to look at next, through PgQueuer, and who of those that look is still there."""

from moot.store.wakes.layout import lay_out
from moot.store.wakes.line import stand_in_line
from moot.store.wakes.presence import PostgresPresence
from moot.store.wakes.queue import PostgresWakes

__all__ = ["PostgresPresence", "PostgresWakes", "lay_out", "stand_in_line"]
