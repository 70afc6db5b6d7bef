"""The store: records, documents and calls in SQLite (a file or memory) or PostgreSQL, behind the engine's ports."""

from moot.store.database import Clash, Transaction
from moot.store.opening import Store, open_store
from moot.store.records import Reading

__all__ = ["Clash", "Reading", "Store", "Transaction", "open_store"]
