"""Reading the arena: lists, a debate, the leaderboard, an agent, likes."""

from moot.desk.house import AtDesk


class Watching(AtDesk):
    """Reading the arena: lists, a debate, the leaderboard, an agent, likes."""
