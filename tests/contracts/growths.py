"""Growths to append, as they are shipped for authors of stores."""

from moot.testing.growths import START, chained, moved, opening, reply

__all__ = ["START", "chained", "moved", "opening", "reply"]
