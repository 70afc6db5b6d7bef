"""Who is fit for what: the jobs of a workshop, and the roles that do each, the best first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Job: TypeAlias = Literal[
    "clarify",
    "plan",
    "author",
    "test",
    "execute",
    "critic",
    "review",
    "optimise",
    "attack",
    "defend",
    "vote",
    "explain",
]
JOBS: tuple[Job, ...] = get_args(Job)

OWNER: Final = "owner"
"""The seat of whoever brings the task. It is no member of the cast, and reads everything."""
RUNNERS: Final = frozenset({"executor"})
"""Roles that run what others wrote. They read everything, everybody reads them, and they lead nobody."""

SENIORITY: tuple[str, ...] = (
    "architect",
    "designer",
    "judge",
    "reviewer",
    "security",
    "performance",
    "critic",
    "generator",
    "implementer",
    "refactorer",
    "tester",
    "red_team",
    "blue_team",
    "teacher",
    "compiler",
)
"""Who goes before whom where no job decides; a role that is not here comes after these."""

FITTEST: Mapping[Job, tuple[str, ...]] = {
    "clarify": ("architect", "designer", "generator", "implementer", "refactorer", "teacher"),
    "plan": ("architect", "designer", "generator", "implementer", "refactorer"),
    "author": ("generator", "implementer", "refactorer", "designer", "blue_team", "performance"),
    "test": ("tester", "critic", "reviewer", "red_team", "security", "judge"),
    "execute": ("executor",),
    "critic": ("critic", "security", "performance", "reviewer", "architect", "tester", "judge", "compiler"),
    "review": ("reviewer", "judge", "architect", "critic", "security", "tester"),
    "optimise": ("performance", "refactorer", "implementer", "generator"),
    "attack": ("red_team", "security", "tester", "critic", "reviewer"),
    "defend": ("blue_team", "implementer", "refactorer", "generator", "designer"),
    "vote": ("judge", "reviewer", "critic", "architect", "tester", "security", "performance", "red_team"),
    "explain": ("teacher", "judge", "reviewer", "architect", "designer", "generator", "implementer"),
}
"""For each job, the roles that do it, and after them those that can stand in."""

LED_BY: Mapping[str, Job] = {
    "dehallucination": "clarify",
    "planning": "plan",
    "self_evolvement": "test",
    "proposal": "plan",
    "critique": "critic",
    "review": "review",
    "optimization": "optimise",
    "adversarial": "attack",
    "convergence": "vote",
}
"""The job that a phase is led by."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast: a seat and its role. The rest is for roles that the house does not know."""

    seat: str
    role: str
    concern: str = ""
    """Where it stands in a tree."""
    executes: bool = False

    @property
    def runs(self) -> bool:
        """Whether it runs what others wrote, rather than argue."""
        return self.executes or self.role in RUNNERS


def seniority(role: str) -> int:
    """The place of a role where no job decides; the least is the most senior."""
    return _place(SENIORITY, role)


def fittest(job: Job | None, members: Sequence[Member]) -> Member:
    """The one of them who is fittest for a job; None: the most senior. Among equals, the first of the cast.

    >>> cast = [Member("tester", "tester"), Member("critic", "critic"), Member("executor", "executor")]
    >>> fittest("attack", cast).seat, fittest("review", cast).seat, fittest(None, cast).seat
    ('tester', 'critic', 'critic')
    """
    apt = FITTEST[job] if job is not None else ()
    return min(members, key=lambda member: (member.runs, _place(apt, member.role), seniority(member.role)))


def _place(order: Sequence[str], role: str) -> int:
    return order.index(role) if role in order else len(order)
