"""What is usual: which roles take part in which kind of task, and in what order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

TaskKind: TypeAlias = Literal["function", "repo", "design", "bugfix", "security", "performance"]
TASK_KINDS: tuple[TaskKind, ...] = get_args(TaskKind)

ORDER: tuple[str, ...] = (
    "architect",
    "designer",
    "generator",
    "implementer",
    "refactorer",
    "tester",
    "compiler",
    "executor",
    "critic",
    "security",
    "performance",
    "reviewer",
    "red_team",
    "blue_team",
    "teacher",
    "judge",
)
"""The order in a cast: who plans, who writes, who tests, who judges. A chain passes the work on in it."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What is usual for a kind of task."""

    domain: str
    few: tuple[str, ...]
    """Six roles that can do every job between them."""
    more: tuple[str, ...]
    why: str


USUAL: Mapping[TaskKind, Usual] = {
    "function": Usual(
        "algorithms",
        ("generator", "implementer", "tester", "executor", "critic", "judge"),
        ("architect", "reviewer", "red_team", "blue_team"),
        "Two write the function independently, so that there is something to choose between.",
    ),
    "repo": Usual(
        "legacy",
        ("implementer", "refactorer", "tester", "executor", "critic", "reviewer"),
        ("architect", "red_team", "blue_team", "judge"),
        "Changes must fit into code that is there: authors who keep to it, and a reviewer who would maintain it.",
    ),
    "design": Usual(
        "design",
        ("designer", "generator", "tester", "executor", "critic", "judge"),
        ("architect", "red_team", "blue_team", "teacher"),
        "One begins with the interfaces, one with the code that runs; the choice is explained to whoever comes next.",
    ),
    "bugfix": Usual(
        "legacy",
        ("implementer", "refactorer", "tester", "executor", "critic", "reviewer"),
        ("generator", "red_team", "blue_team", "judge"),
        "The tester shows the fault, one author mends it with the least change, another at its root.",
    ),
    "security": Usual(
        "security",
        ("generator", "implementer", "tester", "executor", "security", "judge"),
        ("architect", "critic", "red_team", "blue_team"),
        "Whoever criticises also attacks, and what was attacked counts for more than what was argued.",
    ),
    "performance": Usual(
        "performance",
        ("implementer", "refactorer", "tester", "executor", "performance", "judge"),
        ("architect", "critic", "red_team", "blue_team"),
        "Two ways to spend less, each held to the same tests, and one who knows where the time goes.",
    ),
}
