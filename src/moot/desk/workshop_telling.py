"""How workshops are told to those who ask."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from moot.debate import argument_id
from moot.desk.workshop_replies import CodeVersion, GateTold, SessionTold, TurnTold
from moot.formats.workshop import Seen, gates, session, turns, versions


def session_told(debate: str, known: Seen) -> SessionTold:
    """The session as one row."""
    return SessionTold(id=debate, **session(known))


def turns_told(debate: str, known: Seen) -> tuple[TurnTold, ...]:
    """Every turn that was taken or lapsed."""
    players = {seat: seated.player for seat, seated in (known.setup.players or {}).items() if seated.called}
    return tuple(_turn_told(debate, row, players) for row in turns(known))


def versions_told(debate: str, known: Seen, *, whole: bool = False) -> tuple[CodeVersion, ...]:
    """Every version in the order it was made; with its text only where that is wanted."""
    rows = versions(known, whole=whole)
    numbers = {row["line"]: row["version_number"] for row in rows}
    return tuple(_version_told(debate, row, numbers) for row in rows)


def gates_told(debate: str, known: Seen) -> tuple[GateTold, ...]:
    """Every gate that was shut."""
    return tuple(_gate_told(debate, row) for row in gates(known))


def _turn_told(debate: str, row: dict[str, Any], players: Mapping[str, str]) -> TurnTold:
    line, by = row.pop("line"), row.pop("by")
    provider = players.get(row["agent_id"] or "")
    if provider is not None:
        provider = provider.partition(":")[0]
    return TurnTold(id=argument_id(debate, line), seq=line, provider=provider, model=by, **row)


def _version_told(debate: str, row: dict[str, Any], numbers: Mapping[int, int]) -> CodeVersion:
    line, base = row.pop("line"), row.pop("base")
    return CodeVersion(id=argument_id(debate, line), seq=line, base=None if base is None else numbers[base], **row)


def _gate_told(debate: str, row: dict[str, Any]) -> GateTold:
    line = row.pop("line")
    until = row["requested_at"] + timedelta(seconds=row["timeout"])
    return GateTold(id=argument_id(debate, line), seq=line, until=until, **row)
