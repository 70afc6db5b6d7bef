"""Briefs of arbitrations, and forms filled in by hand, as a player would fill them in."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel

from moot.debate import Ask, Brief, Briefs, Entry, JsonObject, Manner, Turn, views
from moot.engine.reading import read_answer
from moot.notation import canonical
from tests.formats.arbitration.stages import Debate

Player: TypeAlias = Callable[[Brief, Ask], JsonObject]
"""A player of one question: what it fills in, from what it is told."""


def due(debate: Debate) -> Turn:
    """The turn that the debate waits for."""
    (turn,) = [turn for turn in debate.position.due() if turn.must]
    return turn


def brief_of(debate: Debate, manner: Manner = "paired", turn: Turn | None = None) -> Brief:
    """What the holder of the floor is told, or of another turn."""
    taken = turn or due(debate)
    rules: object = debate.position.rules
    assert isinstance(rules, Briefs)
    return rules.brief(debate.position.state, taken, views(debate.entries, taken.taker), manner)


def fill(ask: Ask, filled: JsonObject) -> BaseModel:
    """The form as the house reads it from a player's answer."""
    read = read_answer(canonical(filled), ask)
    assert isinstance(read, BaseModel), read
    return read


def fault(ask: Ask, filled: JsonObject) -> str:
    """What is wrong with an answer that must not fit."""
    read = read_answer(canonical(filled), ask)
    assert not isinstance(read, BaseModel), f"{filled} was taken for {read!r}"
    return read.fault


def answer(debate: Debate, *filled: JsonObject, manner: Manner = "paired") -> Entry:
    """Takes the floor with these answers, one for each question."""
    brief, turn = brief_of(debate, manner), due(debate)
    forms = [fill(ask, each) for ask, each in zip(brief.asks, filled, strict=True)]
    return debate.play(str(turn.seat), brief.settle(forms), answers=turn.answers)


def schemas(brief: Brief) -> list[dict[str, Any]]:
    """The schemas of the forms of the first question."""
    return [form.model_json_schema() for form in brief.asks[0].forms]


def run(debate: Debate, players: dict[str, Player], manner: Manner, most: int = 50) -> Sequence[Entry]:
    """Lets players take every turn, from their briefs alone, until the debate is over."""
    for _ in range(most):
        if debate.position.ended:
            return debate.entries
        brief, player = brief_of(debate, manner), players[str(due(debate).seat)]
        answer(debate, *(player(brief, ask) for ask in brief.asks), manner=manner)
    raise AssertionError(f"not over after {most} turns")
