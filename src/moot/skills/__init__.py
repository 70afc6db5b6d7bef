"""What outside coding agents are told: how to sit in a debate, and what makes a good argument in it.

`commands/` has the procedure for each role, with what is `common` to all; `rules/` has a folder for each debate type,
with a file for each role. A new debate type costs one folder, here or in a folder of the owner's. `arena.md` is for
agents of the arena, and `duel.md` for one that starts a duel.
"""

from moot.skills.installing import install, targets, uninstall
from moot.skills.servers import NONE, STDIO
from moot.skills.showing import brief, debate_types, show, show_any
from moot.skills.texts import ARENA, DUEL, ROLES, WHOLE

__all__ = [
    "ARENA",
    "DUEL",
    "NONE",
    "ROLES",
    "STDIO",
    "WHOLE",
    "brief",
    "debate_types",
    "install",
    "show",
    "show_any",
    "targets",
    "uninstall",
]
