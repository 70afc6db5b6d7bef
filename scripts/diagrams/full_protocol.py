"""The whole protocol: all phases in their order, when each is held, and how a workshop ends."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moot.desk.workshop_opening import SWITCHED_OFF
from moot.formats.workshop import PHASES, Phase, format
from moot.formats.workshop.agreed import HOOKS
from scripts.diagrams.looks import asked, chart, framed, looks, words


class _Held(NamedTuple):
    """When a phase is held, and what is said in it."""

    asked: str
    moves: tuple[str, ...]
    then: str


HELD: Mapping[Phase, _Held] = {
    "dehallucination": _Held("task long, or with files?", ("QUESTIONS", "ANSWERS"), "until it is clear"),
    "planning": _Held("more than one author?", ("PLAN", "OWN_PLAN", "NEGOTIATION"), "cpde or dpde"),
    "self_evolvement": _Held("", ("TESTS", "ATTEMPT", "REPORT", "REFLECTION"), "until it passes"),
    "proposal": _Held("", ("PROPOSAL", "REPORT"), "the best tested version of each"),
    "critique": _Held("a critic who did not write it?", ("CRITIQUE",), "by file and line"),
    "review": _Held("a reviewer who did not write it?", ("REVIEW",), "by the rubric"),
    "optimization": _Held("", ("PATCH", "REST", "REPORT", "REFLECTION"), "each patch is tested"),
    "adversarial": _Held(
        "somebody to attack, and to run it?", ("ATTACK", "REPORT", "DEFENCE"), "until nothing new breaks"
    ),
    "convergence": _Held("a candidate, and a voter?", ("REPORT", "BALLOT", "ABSTENTION"), "sealed, then counted"),
}
"""In self_evolvement, proposal and optimization there is always something to do once somebody writes code."""


def full_protocol() -> str:
    """The diagram, from the phases as the code has them."""
    assert tuple(HELD) == PHASES, "a phase is missing here"
    strange = {move for held in HELD.values() for move in held.moves} - set(format.moves)
    assert not strange, f"there is no move {strange}"
    return chart("TB", *_lines())


def _lines() -> Iterator[str]:
    yield '  task("TASK · the owner says what is wanted"):::say --> ' + _first(PHASES[0])
    for number, phase in enumerate(PHASES, start=1):
        after = _first(PHASES[number]) if number < len(PHASES) else "tally"
        yield from _phase(phase, number, after)
    yield '  tally["the ballots are turned over and counted"]:::run --> ' + asked("won", "does somebody win?")
    yield '  won -->|yes| decided("decided"):::done'
    yield '  won -->|no| contested("contested"):::done'
    yield '  is_convergence -->|nobody votes| unvoted("unvoted"):::bad'
    yield '  is_convergence -->|no candidate| failed("failed"):::bad'
    yield from _gates()
    yield from looks("say", "run", "ask", "done", "bad")


def _first(phase: Phase) -> str:
    """What is reached first on the way to a phase: the question whether it is held, where there is one."""
    return f"is_{phase}" if HELD[phase].asked else phase


def _phase(phase: Phase, number: int, after: str) -> Iterator[str]:
    held = HELD[phase]
    mark = (" *" if phase in SWITCHED_OFF else "") + (" †" if phase in HOOKS else "")
    moves = " · ".join(words(move) for move in held.moves)
    if held.asked:
        yield f"  {asked(f'is_{phase}', held.asked)} -->|yes| {phase}"
        if phase != PHASES[-1]:
            yield f"  is_{phase} -->|no| {after}"
    yield f'  {phase}["<b>{number} {words(phase)}{mark}</b><br/>{moves}<br/><i>{held.then}</i>"]:::say --> {after}'


def _gates() -> Iterator[str]:
    yield from framed(
        "always",
        "after every phase where a gate was agreed",
        asked("gate", "the owner decides"),
        'gate -->|approves| on("the next phase"):::done',
        'gate -->|sends back| back("an earlier phase, again"):::done',
        'gate -->|rejects| rejected("rejected"):::bad',
        'gate -->|says nothing| late("gate_timed_out"):::bad',
    )
    yield from framed("anytime", "at any time", 'stop["the owner: STOP"]:::say --> cancelled("cancelled"):::bad')
    yield '  note["* can be left out (off)<br/>† then checked by programs, where agreed"]:::done'
    yield "  note ~~~ gate"
    yield "  on ~~~ stop"
