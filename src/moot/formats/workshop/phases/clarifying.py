"""Dehallucination: what is not clear about the task is asked before anybody writes code."""

from dataclasses import replace

from moot.debate import Entry
from moot.formats.workshop.arranged import leader
from moot.formats.workshop.dealing import dealt, items, spoken
from moot.formats.workshop.setup import OWNER
from moot.formats.workshop.state import Deal, State

SIMPLE = 400
"""A task of fewer characters, without files, is simple."""


def applies(state: State) -> bool:
    """Whether it is held: not for simple tasks, unless that was asked for."""
    agreed = state.setup.dehallucination
    simple = state.words < SIMPLE and not state.sizes
    return agreed is not None and (agreed.simple or not simple) and _asker(state) is not None


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """Whoever clarifies asks first."""
    assert state.task is not None
    return ((_asking(state, state.task, 1),),)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """Questions are answered; answers are asked about until it is clear enough."""
    agreed = state.setup.dehallucination
    assert agreed is not None
    clear = float(str(entry.move["confidence"])) > agreed.confidence
    round = deal.round or 1
    if entry.kind == "QUESTIONS":
        count = len(items(entry, "questions"))
        if clear or not count:
            return state
        return dealt(replace(state, asked=count), entry, _answering(entry.line, round))
    if clear or round >= agreed.rounds:
        return state
    return dealt(state, entry, _asking(state, entry.line, round + 1))


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """Where nobody asks or answers, work goes on."""
    return state


def _asker(state: State) -> str | None:
    return leader(state, "dehallucination", state.doing("clarify") or state.doing("author"))


def _asking(state: State, answers: int, round: int) -> Deal:
    seat = _asker(state)
    assert seat is not None
    return spoken(state, "dehallucination", seat, "clarify", ("QUESTIONS",), answers, "clarify", round=round)


def _answering(answers: int, round: int) -> Deal:
    return Deal(OWNER, "answer", ("ANSWERS",), answers, round=round)
