"""The roll of members, in a database."""

from moot.store.roll.roll import DatabaseRoll

__all__ = ["DatabaseRoll"]
