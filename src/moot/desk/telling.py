"""How lines and cards are told to those who ask."""

from collections.abc import Mapping
from typing import Any, cast

from moot.debate import Cue, Entry, Fork, JsonObject, Position, Spent, argument_id, view
from moot.desk.replies import Argument, AvailableAction, Debate, DocumentRef, ForkTold, OptionTold, Receipt, SpentTold
from moot.engine import Card, Played, Standing
from moot.library import doc_refs

_NOT_SHOWN = frozenset({"opened", "closed"})
"""What the house writes about a debate as a whole: told as its state, not as a line."""
_TOLD_APART = frozenset({"content", "target", "options", "option", "close"})
_TEXTS = ("content", "question", "summary", "reasoning", "reason")
"""The field that a line is read by, where a move has several."""


def is_argument(entry: Entry) -> bool:
    """Whether a line is shown among the arguments: a seat's move, or a note of the house between them."""
    return entry.kind not in _NOT_SHOWN


def argument_told(debate: str, entry: Entry, reader: str | None, revealed: Entry | None = None) -> Argument:
    """A line as its reader sees it; a line that reveals another shows what it opens."""
    seen = view(entry, reader, revealed)
    move = seen.opened or seen.move
    text = None if move is None else _read_by(move)
    target = entry.answers if move is None else move.get("target", entry.answers)
    told = move or {}
    return Argument(
        id=argument_id(debate, entry.line),
        debate_id=debate,
        seq=entry.line,
        type=entry.kind,
        role=entry.seat if revealed is None else revealed.seat,
        content=text,
        parent_id=argument_id(debate, target) if isinstance(target, int) else None,
        created_at=entry.at,
        client_request_id=entry.request,
        options=_options(told.get("options")),
        option=_text(told.get("option")),
        close=True if told.get("close") else None,
        parked=True if entry.turn == "parked" else None,
        documents=tuple(DocumentRef(id=ref.id, version=ref.version) for ref in doc_refs(text or "")),
        move=dict(told) if set(told) - _TOLD_APART else None,
        sealed=entry.sealed or None,
        reveals=None if revealed is None else argument_id(debate, revealed.line),
        round=entry.stamp.round,
        phase=entry.stamp.phase,
        by=entry.by,
        spent=spent_told(entry.spent),
    )


def spent_told(spent: Spent | None) -> SpentTold | None:
    """What something cost."""
    if spent is None:
        return None
    return SpentTold(
        tokens_in=spent.tokens_in,
        tokens_out=spent.tokens_out,
        money=spent.money,
        milliseconds=spent.milliseconds,
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


def players_told(standing: Standing) -> dict[str, str]:
    """Whom the house calls on for which seat."""
    setup = cast(Mapping[str, Any], standing.opened.move["setup"])
    players = cast(Mapping[str, Mapping[str, Any]], setup.get("players") or {})
    return {seat: str(seated["player"]) for seat, seated in players.items()}


def fork_told(fork: Fork | None) -> ForkTold | None:
    """With whom a debate shares its past."""
    return None if fork is None else ForkTold(debate_id=fork.debate, line=fork.line, hash=fork.hash, at=fork.at)


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


def _read_by(move: JsonObject) -> str:
    return next((text for name in _TEXTS if isinstance(text := move.get(name), str)), "")


def _text(told: object) -> str | None:
    return told if isinstance(told, str) else None


def receipt_told(played: Played, role: str) -> Receipt:
    """What is said back to a move."""
    cue = played.position.cue(role)
    return Receipt(
        debate_id=played.debate,
        argument_id=argument_id(played.debate, played.entry.line),
        seq=played.entry.line,
        type=played.entry.kind,
        state=played.position.status,
        action=cue.action,
        wait_on=argument_id(played.debate, _wait_from(played.entry, cue)),
        client_request_id=played.entry.request,
        repeated=played.repeated,
    )


def _wait_from(entry: Entry, cue: Cue) -> int:
    """The move itself, or, where it came after the debate had gone on, the line that it had not seen yet."""
    overtaken = cue.about is not None and cue.about < entry.line
    return entry.since if overtaken and entry.since is not None else entry.line
