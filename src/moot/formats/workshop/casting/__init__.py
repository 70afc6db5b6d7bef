"""Casting: roles, as they are told in one file each, and which of them a kind of task usually needs."""

from moot.formats.workshop.casting.role import BEST_AFFINITY, LONGEST_BRIEF, TOOLS, Role, read_role
from moot.formats.workshop.casting.shipped import builtin_roles, roles_with
from moot.formats.workshop.casting.usual import ORDER, TASK_KINDS, USUAL, TaskKind, Usual

__all__ = [
    "BEST_AFFINITY",
    "LONGEST_BRIEF",
    "ORDER",
    "TASK_KINDS",
    "TOOLS",
    "USUAL",
    "Role",
    "TaskKind",
    "Usual",
    "builtin_roles",
    "read_role",
    "roles_with",
]
