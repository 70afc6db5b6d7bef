"""Episodes and lessons, in a database."""

from moot.store.memory.memory import DatabaseMemory

__all__ = ["DatabaseMemory"]
