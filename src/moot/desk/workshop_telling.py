"""How workshops are told to those who ask."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from moot.debate import Fork, argument_id, fork_of
from moot.desk.workshop_replies import CodeVersion, GateTold, SessionTold, TurnTold, WorkshopTrail
from moot.formats.workshop import Seen, gates, reported, session, turns, versions


def session_told(debate: str, known: Seen) -> SessionTold:
    """The session as one row."""
    return SessionTold(id=debate, **session(known))


Used: TypeAlias = Mapping[int, list[dict[str, Any]]]
"""What was used of tools, by the line that came of it."""


def turns_told(debate: str, known: Seen, used: Used) -> tuple[TurnTold, ...]:
    """Every turn that was taken or lapsed."""
    players = {seat: seated.player for seat, seated in (known.setup.players or {}).items() if seated.called}
    return tuple(_turn_told(debate, {**row, "tool_calls": used.get(row["line"])}, players) for row in turns(known))


def versions_told(debate: str, known: Seen, *, whole: bool = False) -> tuple[CodeVersion, ...]:
    """Every version in the order it was made; with its text only where that is wanted."""
    rows = versions(known, whole=whole)
    numbers = {row["line"]: row["version_number"] for row in rows}
    return tuple(_version_told(debate, row, numbers) for row in rows)


def gates_told(debate: str, known: Seen) -> tuple[GateTold, ...]:
    """Every gate that was shut."""
    fork = fork_of(known.record[0].entry)
    return tuple(_gate_told(debate, row, fork) for row in gates(known))


def trail_told(debate: str, known: Seen, used: Used) -> WorkshopTrail:
    """All that a workshop comes to, beside its lines."""
    told = reported(known.record)
    return WorkshopTrail(
        session=session_told(debate, known),
        task=dict(known.task),
        turns=turns_told(debate, known, used),
        versions=versions_told(debate, known, whole=True),
        tests=told["tests"],
        matrix=told["matrix"],
        attacks=told["attacks"],
        checks=told["checks"],
        reflections=told["reflections"],
        gates=gates_told(debate, known),
        votes=told["votes"],
        tally=told["tally"],
    )


def _turn_told(debate: str, row: dict[str, Any], players: Mapping[str, str]) -> TurnTold:
    line, by = row.pop("line"), row.pop("by")
    provider = players.get(row["agent_id"] or "")
    if provider is not None:
        provider = provider.partition(":")[0]
    return TurnTold(id=argument_id(debate, line), seq=line, provider=provider, model=by, **row)


def _version_told(debate: str, row: dict[str, Any], numbers: Mapping[int, int]) -> CodeVersion:
    line, base = row.pop("line"), row.pop("base")
    return CodeVersion(id=argument_id(debate, line), seq=line, base=None if base is None else numbers[base], **row)


def _gate_told(debate: str, row: dict[str, Any], fork: Fork | None) -> GateTold:
    line = row.pop("line")
    until = row["requested_at"] + timedelta(seconds=row["timeout"])
    if fork is not None and line <= fork.line:
        until += fork.shift
    return GateTold(id=argument_id(debate, line), seq=line, until=until, **row)
