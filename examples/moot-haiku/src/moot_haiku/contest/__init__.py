"""A contest of haiku: a host names a theme, and every poet writes one poem, unread by the others until all are in."""

from moot_haiku.contest.moves import Contest, Haiku, Theme
from moot_haiku.contest.rules import ContestRules, State

format = ContestRules()

__all__ = ["Contest", "ContestRules", "Haiku", "State", "Theme", "format"]
