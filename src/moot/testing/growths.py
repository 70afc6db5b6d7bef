"""Growths to append to a store: real arbitrations, as the rules table them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from moot.debate import Tabled
from moot.engine import Card, Growth, Guard, card_of
from moot.formats.arbitration import Arbitration, Claim, Motion, format
from moot.notation import Line, genesis, written

START = datetime(2026, 11, 15, 9, 0, 0, 123456, tzinfo=UTC)


def opening(
    title: str = "Shall we?",
    content: str = "I move that we do.",
    *,
    debate: str | None = None,
    at: datetime = START,
    request: str | None = None,
    guards: tuple[Guard, ...] = (),
    **card: Any,
) -> Growth:
    """A debate opened with its motion; `card` overrides what its card says."""
    name = debate or str(uuid4())
    tabled = Tabled.opening(format, Arbitration(title=title, debate_type="plan_review"), at)
    tabled = tabled.playing("proposer", Motion(content=content), at, request=request)
    lines = chained(tabled, genesis(name))
    told = card_of(name, tabled.entries[0], tabled.position, lines[-1].hash)
    return Growth(name, -1, lines, tabled.entries, None, tabled.position, replace(told, **card), guards)


def reply(
    to: Growth,
    content: str = "I object.",
    *,
    at: datetime | None = None,
    request: str | None = None,
    guards: tuple[Guard, ...] = (),
    **card: Any,
) -> Growth:
    """The next claim, by whoever has the floor."""
    when = at or to.card.updated_at + timedelta(seconds=1)
    move = Claim(content=content, target=1)
    tabled = Tabled.nothing(to.position).playing(to.position.waits_for()[0], move, when, request=request)
    lines = chained(tabled, to.card.head)
    told = replace(moved(to.card, tabled, lines[-1].hash), **card)
    return Growth(to.debate, to.position.line, lines, tabled.entries, to.position, tabled.position, told, guards)


def chained(tabled: Tabled, before: str) -> tuple[Line, ...]:
    """The lines that keep what was tabled."""
    lines: list[Line] = []
    for entry in tabled.entries:
        lines.append(written(entry, before))
        before = lines[-1].hash
    return tuple(lines)


def moved(card: Card, tabled: Tabled, head: str) -> Card:
    """The card after what was tabled."""
    position = tabled.position
    return replace(
        card,
        status=position.status,
        floor=position.waits_for(),
        lines=position.line + 1,
        head=head,
        updated_at=position.at,
    )
