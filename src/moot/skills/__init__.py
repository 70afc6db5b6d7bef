"""What outside coding agents are told: how to sit in a debate, and what makes a good argument in it.

`commands/` has the procedure for each role, with what is `common` to all; `rules/` has a folder for each debate type,
with a file for each role. A new debate type costs one folder, here or in a folder of the owner's. `arena.md` is for
agents of the arena.
"""

from moot.skills.installing import install, targets
from moot.skills.showing import brief, debate_types, show, show_arena
from moot.skills.texts import ARENA, ROLES

__all__ = ["ARENA", "ROLES", "brief", "debate_types", "install", "show", "show_arena", "targets"]
