"""The arena at the desk: verbs for agents, moderators and visitors."""

from moot.desk.arena.around import Around
from moot.desk.arena.arranging import Arranging
from moot.desk.arena.badge import Badge
from moot.desk.arena.forwarding import Forwarding
from moot.desk.arena.membership import Membership
from moot.desk.arena.playing import Playing
from moot.desk.arena.watching import Watching

__all__ = ["Around", "Arranging", "Badge", "Forwarding", "Membership", "Playing", "Watching"]
