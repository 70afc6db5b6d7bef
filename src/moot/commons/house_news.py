"""What a line gives the owner of the house to know: gates, seats that wait for a person, ends. Follows from records."""

from collections.abc import Iterator, Mapping

from moot.commons.notification import HOUSE, HouseKind, Notification
from moot.debate import Entry, Position
from moot.formats.arbitration.state import ARBITRATOR
from moot.formats.panel import ASKER
from moot.formats.workshop import OWNER

OWN_SEATS: Mapping[str, str] = {"arbitration": ARBITRATOR, "panel": ASKER, "workshop": OWNER}
"""By format: the seat in which whoever runs the house decides."""
_GATE = "gate"


def house_news(debate: str, before: Position | None, entry: Entry, after: Position) -> Iterator[Notification]:
    """What the owner is told of a line that led from one position to the next.

    That a seat is awaited is told whoever holds it: whether the house calls on somebody for it, the set-up says.
    """
    if after.fork is not None and entry.line < after.fork.line:
        # What a fork shares was told where it happened; only where it goes on from is new.
        return
    told = _of_gate(entry) or _of_end(entry) or _of_turn(before, entry, after)
    if told is not None:
        kind, detail = told
        yield Notification(HOUSE, kind, debate, entry.line, entry.noted, detail=detail)


def _of_gate(entry: Entry) -> tuple[HouseKind, str | None] | None:
    if entry.kind == "gate_opened":
        return "gate_opened", str(entry.move["phase"])
    if entry.turn != _GATE:
        return None
    match entry.kind:
        case "APPROVAL":
            return "gate_decided", "approved"
        case "REJECTION":
            back = entry.move.get("back_to")
            return "gate_decided", "rejected" if back is None else f"back_to_{back}"
        case "lapsed":
            return "gate_timed_out", entry.stamp.phase
        case _:
            return None


def _of_end(entry: Entry) -> tuple[HouseKind, str | None] | None:
    return ("debate_closed", str(entry.move["ending"])) if entry.kind == "closed" else None


def _of_turn(before: Position | None, entry: Entry, after: Position) -> tuple[HouseKind, str | None] | None:
    seat = OWN_SEATS.get(after.rules.name)
    # Line 0 alone asks for the first move, which comes in the same append.
    if seat is None or before is None or entry.line == 0 or seat not in after.waits_for():
        return None
    return None if seat in before.waits_for() else ("turn_awaited", seat)
