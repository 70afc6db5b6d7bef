"""The book of the arena, in a database."""

from moot.store.arena.book import DatabaseArena

__all__ = ["DatabaseArena"]
