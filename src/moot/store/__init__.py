"""The store: records, documents and calls in SQLite (a file or memory) or PostgreSQL, behind the engine's ports."""

from moot.store.database import Clash, Database, Transaction
from moot.store.opening import Store, open_store
from moot.store.records import Reading
from moot.store.sent import Opener
from moot.store.sqlite import SqliteDatabase

__all__ = ["Clash", "Database", "Opener", "Reading", "SqliteDatabase", "Store", "Transaction", "open_store"]
