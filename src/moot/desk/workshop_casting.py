"""Casting: who takes part in a workshop, from what whoever opens it names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moot.debate import InvalidInput
from moot.formats.workshop import Placed, Role, builtin_roles
from moot.formats.workshop.casting import TASK_KINDS
from moot.formats.workshop.casts import SANDBOX, SIZES, CastSeat, cast_for, doubled, seated


@dataclass(frozen=True, slots=True)
class Company:
    """The cast of a workshop, and whom the house calls on for it."""

    cast: tuple[Placed, ...]
    players: Mapping[str, Any]


def company(
    roles: Mapping[str, Role],
    named: Sequence[str],
    *,
    task_kind: str,
    domain: str | None,
    size: str,
    player: str,
    seats: Mapping[str, Any],
) -> Company:
    """The cast that was named, or the usual one; code is run by the sandbox, and everything else done by one player.

    Whoever is named for a seat goes before that.
    """
    for field, given, known in (("task_kind", task_kind, TASK_KINDS), ("size", size, SIZES)):
        if given not in known:
            raise InvalidInput(f"{field}: there is no {given!r}.", suggestion=f"Choose among: {', '.join(known)}.")
    there = _named(named, roles) if named else cast_for(task_kind, domain, size, roles).seats  # pyright: ignore[reportArgumentType] - looked at above
    usual = {seat.seat: SANDBOX if seat.player == SANDBOX else player for seat in there}
    return Company(tuple(_placed(seat, roles) for seat in there), {**usual, **seats})


def _named(names: Sequence[str], roles: Mapping[str, Role]) -> tuple[CastSeat, ...]:
    """Seats for `role` or `seat=role`, in the order they are named; what nobody does is done by who can stand in."""
    given = [name.rpartition("=") for name in names]
    there = seated([role.strip() for _, _, role in given], roles)
    own = [seat.strip() for seat, _, _ in given]
    return doubled([replace(seat, seat=name) if name else seat for seat, name in zip(there, own, strict=True)])


def _placed(seat: CastSeat, roles: Mapping[str, Role]) -> Placed:
    """A seat as the set-up keeps it; what a role of the owner's says goes with it, so that it can be replayed."""
    role = roles[seat.role]
    if builtin_roles().get(seat.role) == role:
        return Placed(seat=seat.seat, role=seat.role, does=seat.does)
    return Placed(
        seat=seat.seat, role=seat.role, does=seat.does, brief=role.brief, concern=seat.concern, tools=role.tools
    )
