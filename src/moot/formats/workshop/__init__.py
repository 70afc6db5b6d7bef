"""Workshop: a cast debates code through phases, with tests that are run, votes and gates."""

from moot.formats.workshop.agreed import HOOKS, Checks, Repo
from moot.formats.workshop.aptitude import OWNER
from moot.formats.workshop.casting import Role, builtin_roles, read_role, roles_with
from moot.formats.workshop.findings import Finding, Findings, ToolRun
from moot.formats.workshop.gating import may_go_back
from moot.formats.workshop.moves import Approval, Case, Rejection, Report, Task
from moot.formats.workshop.report import changed, gates, matrix, reported, session, turns, versions
from moot.formats.workshop.rules import WorkshopRules
from moot.formats.workshop.seen import Seen, seen
from moot.formats.workshop.setup import PHASES, Gates, Lesson, Phase, Placed, Workshop
from moot.formats.workshop.state import State

format = WorkshopRules()

__all__ = [
    "HOOKS",
    "OWNER",
    "PHASES",
    "Approval",
    "Case",
    "Checks",
    "Finding",
    "Findings",
    "Gates",
    "Lesson",
    "Phase",
    "Placed",
    "Rejection",
    "Repo",
    "Report",
    "Role",
    "Seen",
    "State",
    "Task",
    "ToolRun",
    "Workshop",
    "WorkshopRules",
    "builtin_roles",
    "changed",
    "format",
    "gates",
    "matrix",
    "may_go_back",
    "read_role",
    "reported",
    "roles_with",
    "seen",
    "session",
    "turns",
    "versions",
]
