"""Casts: who takes part in a workshop by default, for each kind of task, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from moot.debate import InvalidInput
from moot.formats.workshop.aptitude import FITTEST, JOBS, Job, Member, fittest
from moot.formats.workshop.casting import ORDER, USUAL, Role, TaskKind, builtin_roles

Size: TypeAlias = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = get_args(Size)

SANDBOX: Final = "sandbox"
"""The player that runs code."""
_AT_HOME: Final = 4
"""From this affinity on a role is a specialist of a domain."""


@dataclass(frozen=True, slots=True)
class CastSeat:
    """A seat of a cast: its role, what it does there, and why."""

    seat: str
    role: str
    does: tuple[Job, ...]
    why: str
    doubles: tuple[Job, ...] = ()
    """What it does beyond its role, because nobody else is there for it."""
    player: str | None = None
    """Who must hold it; None: whoever is chosen."""
    concern: str = ""

    @property
    def member(self) -> Member:
        """The seat as a topology knows it."""
        return Member(self.seat, self.role, self.concern, "execute" in self.does)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part, for which kind of task."""

    kind: TaskKind
    domain: str
    size: Size
    seats: tuple[CastSeat, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A role that is worth something in a domain."""

    role: str
    affinity: int
    why: str


def cast_for(
    kind: TaskKind, domain: str | None = None, size: Size = "medium", roles: Mapping[str, Role] | None = None
) -> Cast:
    """The default cast for a kind of task.

    Small is six seats that do every job between them; medium adds teams of their own for attack and defence, and
    the best specialist of the domain who is not there yet; large is every role of the house.
    """
    known = builtin_roles() if roles is None else roles
    usual = USUAL[kind]
    about = usual.domain if domain is None else domain
    names = {"small": usual.few, "medium": (*usual.few, *usual.more), "large": ORDER}[size]
    if size == "medium":
        names = (*names, *_specialist(about, names, known))
    return Cast(kind, about, size, doubled(seated(_ordered(names), known)), usual.why)


def suggestions(domain: str, roles: Mapping[str, Role] | None = None) -> tuple[Suggestion, ...]:
    """The roles that are worth something in a domain, the most first; among equals, in the order of a cast."""
    known = builtin_roles() if roles is None else roles
    worth = [known[name] for name in _ordered(known) if known[name].affinity(domain)]
    return tuple(
        Suggestion(
            role.name, role.affinity(domain), f"{role.title}, {role.affinity(domain)} of 5 for {domain}: {role.focus}"
        )
        for role in sorted(worth, key=lambda role: -role.affinity(domain))
    )


def seated(names: Iterable[str], roles: Mapping[str, Role]) -> tuple[CastSeat, ...]:
    """Seats for these roles, named after them; the second of a role is `role-2`."""
    taken: dict[str, int] = {}
    seats: list[CastSeat] = []
    for name in names:
        if name not in roles:
            raise InvalidInput(f"There is no role {name!r}.", suggestion=f"Choose among: {', '.join(_ordered(roles))}.")
        taken[name] = taken.get(name, 0) + 1
        role, seat = roles[name], name if taken[name] == 1 else f"{name}-{taken[name]}"
        player = SANDBOX if "execute" in role.does else None
        seats.append(CastSeat(seat, name, role.does, role.focus, player=player, concern=role.concern))
    return tuple(seats)


def doubled(seats: Sequence[CastSeat]) -> tuple[CastSeat, ...]:
    """The same seats, where each job that nobody has goes to the one who can best stand in for it.

    Nobody stands in for whoever runs code, and a job that no role there is fit for stays undone.
    """
    extra: dict[str, list[Job]] = {}
    for job in gaps(seats):
        able = [seat.member for seat in seats if seat.role in FITTEST[job]]
        if able:
            extra.setdefault(fittest(job, able).seat, []).append(job)
    return tuple(_doubling(seat, tuple(extra[seat.seat])) if seat.seat in extra else seat for seat in seats)


def gaps(seats: Iterable[CastSeat]) -> tuple[Job, ...]:
    """The jobs that nobody has."""
    done = {job for seat in seats for job in seat.does}
    return tuple(job for job in JOBS if job not in done)


def _doubling(seat: CastSeat, jobs: tuple[Job, ...]) -> CastSeat:
    does = tuple(job for job in JOBS if job in (*seat.does, *jobs))
    why = f"{seat.why} Nobody else is there to {_spoken(jobs)}."
    return replace(seat, does=does, doubles=jobs, why=why)


_WORDS: Mapping[Job, str] = {"author": "write", "critic": "criticise"}


def _spoken(jobs: tuple[Job, ...]) -> str:
    *first, last = (_WORDS.get(job, job) for job in jobs)
    return f"{', '.join(first)} and {last}" if first else last


def _specialist(domain: str, names: Sequence[str], roles: Mapping[str, Role]) -> tuple[str, ...]:
    best = (each for each in suggestions(domain, roles) if each.affinity >= _AT_HOME and each.role not in names)
    return tuple(each.role for each in best)[:1]


def _ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Roles in the order of a cast; those that the house does not know stand where they criticise, by name."""
    unknown = ORDER.index("critic") + 0.5
    return tuple(sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else unknown, name)))
