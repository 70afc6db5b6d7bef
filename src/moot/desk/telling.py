"""How lines and cards are told to those who ask."""

from collections.abc import Mapping

from moot.debate import Entry, Position, argument_id, view
from moot.desk.replies import Argument, AvailableAction, Debate, DocumentRef, OptionTold
from moot.engine import Card
from moot.library import doc_refs


def is_argument(entry: Entry, position: Position) -> bool:
    """Whether a line is a seat's move, and not a note of the house."""
    return entry.kind in position.rules.moves


def argument_told(debate: str, entry: Entry, reader: str | None) -> Argument:
    """A line as its reader sees it."""
    move = view(entry, reader).move or {}
    content = move.get("content")
    text = content if isinstance(content, str) else None
    target = move.get("target", entry.answers)
    return Argument(
        id=argument_id(debate, entry.line),
        debate_id=debate,
        seq=entry.line,
        type=entry.kind,
        role=entry.seat,
        content=text,
        parent_id=argument_id(debate, target) if isinstance(target, int) else None,
        created_at=entry.at,
        client_request_id=entry.request,
        options=_options(move.get("options")),
        option=_text(move.get("option")),
        close=True if move.get("close") else None,
        parked=True if entry.turn == "parked" else None,
        documents=tuple(DocumentRef(id=ref.id, version=ref.version) for ref in doc_refs(text or "")),
    )


def debate_told(card: Card) -> Debate:
    """A debate at a glance."""
    return Debate(
        id=card.debate,
        title=card.title,
        format=card.format,
        debate_type=card.variety,
        state=card.status,
        waiting_for=card.floor,
        deadline=card.deadline,
        seq=card.lines - 1,
        hash=card.head,
        created_at=card.opened_at,
        updated_at=card.updated_at,
        closed_at=card.ended_at,
    )


def actions_told(debate: str, position: Position, seat: str) -> tuple[AvailableAction, ...]:
    """The moves that a seat may make now."""
    return tuple(
        AvailableAction(
            type=kind,
            role=seat,
            must=turn.must,
            answers=None if turn.answers is None else argument_id(debate, turn.answers),
            until=turn.until,
        )
        for turn in position.due()
        if turn.admits(seat)
        for kind in turn.kinds
    )


def _options(told: object) -> tuple[OptionTold, ...] | None:
    if not isinstance(told, list | tuple):
        return None
    return tuple(OptionTold.model_validate(option) for option in told if isinstance(option, Mapping))  # pyright: ignore[reportUnknownVariableType]


def _text(told: object) -> str | None:
    return told if isinstance(told, str) else None
