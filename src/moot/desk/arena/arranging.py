"""Series, brackets, and how fair the arena is."""

from moot.desk.house import AtDesk


class Arranging(AtDesk):
    """Series, brackets, and how fair the arena is."""
