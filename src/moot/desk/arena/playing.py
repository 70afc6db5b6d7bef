"""The moves of the arena, in the name of a member."""

from moot.desk.house import AtDesk


class Playing(AtDesk):
    """The moves of the arena, in the name of a member."""
