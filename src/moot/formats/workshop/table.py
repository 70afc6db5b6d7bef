"""The table: how each line moves a workshop on, and what the house says between two turns."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from moot.debate import Entry, Json, Notice, Stamp
from moot.formats.workshop.arranged import arranged, readers
from moot.formats.workshop.dealing import dealt, items
from moot.formats.workshop.gating import gate_notice, opened, refused, shut
from moot.formats.workshop.phases import PARTS, checking, converging, openings
from moot.formats.workshop.phases.attacking import shown_to
from moot.formats.workshop.phases.planning import style_for
from moot.formats.workshop.setup import Phase
from moot.formats.workshop.state import Attacks, Deal, Opening, State, Suite
from moot.formats.workshop.texts import lines_in

ANEW = frozenset(
    {"clarify", "plan", "test", "try", "attempt", "run", "propose", "attack", "siege", "defend", "compare"}
)
"""Turns that the rest hangs on: if one lapses it is dealt again, and if its holder falls out, to another."""
VERSIONS = frozenset({"ATTEMPT", "PATCH", "DEFENCE", "PROPOSAL"})


def after(state: State, entry: Entry) -> State:
    """The state after one more line."""
    if entry.kind == "closed":
        return state
    return _onward(_BY_KIND.get(entry.kind, _heard)(state, entry), entry)


def notices(state: State) -> tuple[Notice, ...]:
    """What the house says before anyone moves."""
    if state.ending is not None:
        # No seal survives the close.
        return converging.turned_over(state)
    if state.task is None or state.gate is not None:
        return ()
    if (seat := state.falling) is not None:
        return (Notice("seat_out", {"seat": seat, "failures": dict(state.failures)[seat]}, stamp=Stamp(state.phase)),)
    if state.openings:
        stamp = Stamp(state.phase)
        return tuple(
            Notice("revealed", answers=each.line, readers=each.readers, stamp=stamp) for each in state.openings
        )
    if not state.idle:
        return ()
    if state.phase == "convergence" and state.tallied is None:
        return converging.notices(state)
    if state.phase is not None and state.phase in state.setup.gates.after and not state.gated:
        return (gate_notice(state),)
    return _next(state)


def _next(state: State) -> tuple[Notice, ...]:
    phase = following(state)
    if phase is None:
        return ()
    told: dict[str, Json] = {"phase": phase}
    if phase == "planning":
        choice = style_for(state)
        told |= {"style": choice.style, "reason": choice.reason}
    return (Notice("phase_began", told, stamp=Stamp(phase)),)


def following(state: State) -> Phase | None:
    """The phase that comes next: the one that a rejection named, or the next that there is something to do in."""
    if state.back_to is not None:
        return state.back_to
    phases = state.setup.phases
    done = -1 if state.phase is None else phases.index(state.phase)
    return next((phase for phase in phases[done + 1 :] if PARTS[phase].applies(state)), None)


def _set(state: State, entry: Entry) -> State:
    files = cast(Mapping[str, str], entry.move.get("files") or {})
    given = Suite(entry.line, len(items(entry, "tests")))
    return replace(
        state,
        task=entry.line,
        at=entry.at,
        sizes=tuple(sorted((path, lines_in(text)) for path, text in files.items())),
        words=len(str(entry.move["content"])),
        # What comes with the task is what is wanted: it need not be tried first.
        suites=(replace(given, sound=tuple(range(1, given.count + 1))),) if given.count else (),
    )


def _begun(state: State, entry: Entry) -> State:
    phase = cast(Phase, entry.move["phase"])
    style = entry.move.get("style")
    state = replace(
        state,
        phase=phase,
        began=entry.line,
        at=entry.at,
        held=(*state.held, phase),
        gated=False,
        hooked=False,
        back_to=None,
        style=str(style) if style is not None else state.style,
        votes=(),
        tallied=None,
        shown=False,
        stances=(),
    )
    if phase == "review":
        state = replace(state, candidates=tuple(replace(one, scores=()) for one in state.candidates))
    # Who falls out must not leave a phase without anything that could be done in it.
    if not PARTS[phase].applies(state):
        return state
    return replace(state, openings=openings(phase, state), queue=PARTS[phase].begin(state))


def _onward(state: State, entry: Entry) -> State:
    """When a group has spoken, its members read each other, and the next one is dealt to; at the end come checks."""
    if not state.deals and state.shut:
        state = replace(state, shut=(), openings=(*state.openings, *state.shut))
    while not state.deals and state.queue:
        group, *later = state.queue
        state = replace(state, queue=tuple(later))
        state = dealt(state, entry, *(deal for deal in group if deal.seat not in state.out))
    return checking.hooked(state, entry)


def _dealt_by(state: State, entry: Entry) -> Deal | None:
    key = (entry.seat, entry.turn, entry.answers, entry.since)
    return next((deal for deal in state.deals if deal.key == key), None)


def _heard(state: State, entry: Entry) -> State:
    deal = _dealt_by(state, entry)
    if deal is None or state.phase is None:
        return state
    part = PARTS[state.phase]
    if entry.kind in VERSIONS and entry.readers is not None:
        state = replace(state, limited=(*state.limited, entry.line))
    if deal.later:
        state = replace(state, shut=(*state.shut, Opening(entry.line, deal.later)))
    if deal.name == checking.CHECK:
        return checking.heard(state.without(deal), deal, entry)
    return part.heard(state.without(deal), deal, entry)


def _lapsed(state: State, entry: Entry) -> State:
    if state.gate is not None:
        return replace(state, gate=None, deals=(), queue=(), ending="gate_timed_out")
    deal = _dealt_by(state, entry)
    if deal is None or state.phase is None:
        return state
    part, state = PARTS[state.phase], state.without(deal)
    if deal.job is not None:
        state = state.failed(deal.seat)
    return dealt(state, entry, deal) if deal.name in ANEW else part.lapsed(state, deal, entry)


def _fallen(state: State, entry: Entry) -> State:
    """A seat is out: what it was to do is done by another who does the same job, or not at all."""
    seat = str(entry.move["seat"])
    votes = tuple(deal for group in state.queue for deal in group if deal.seat == seat and deal.job == "vote")
    left = (*(deal for deal in state.deals if deal.seat == seat), *votes)
    waiting = tuple(tuple(deal for deal in group if deal.seat != seat) for group in state.queue)
    state = replace(
        state,
        out=(*state.out, seat),
        deals=tuple(deal for deal in state.deals if deal.seat != seat),
        queue=tuple(group for group in waiting if group),
    )
    for deal in left:
        state = _taken_over(state, deal, entry)
    return state


def _taken_over(state: State, deal: Deal, entry: Entry) -> State:
    phase = state.phase
    assert phase is not None
    part = PARTS[phase]
    others = () if deal.job is None or deal.job in ("author", "vote") else state.doing(deal.job)
    near = [member.seat for member in arranged(state).members if member.seat in others and member.seat != deal.thread]
    if deal.name not in ANEW or not near:
        return part.lapsed(state, deal, entry)
    seat = near[0]
    if deal.thread is not None:
        state = replace(state, openings=(*state.openings, *shown_to(state, deal.thread, seat)))
    wider = readers(state, seat, phase, deal.thread)
    heard = None if deal.readers is None or wider is None else tuple(dict.fromkeys((*deal.readers, *wider)))
    return dealt(state, entry, replace(deal, seat=seat, readers=heard))


def _revealed(state: State, entry: Entry) -> State:
    line = entry.answers
    state = replace(state, openings=tuple(each for each in state.openings if each.line != line))
    for candidate in state.candidates:
        for version in candidate.versions:
            if version.line == line and version.readers is not None:
                wider = None if entry.readers is None else (*version.readers, *entry.readers)
                state = state.with_version(replace(version, readers=wider))
    state = replace(state, attacks=tuple(_read_by(made, entry) for made in state.attacks))
    if entry.readers is None:
        state = replace(state, limited=tuple(each for each in state.limited if each != line))
    return replace(state, shown=state.shown or any(vote.line == line for vote in state.votes))


def _read_by(made: Attacks, entry: Entry) -> Attacks:
    if made.line != entry.answers or made.readers is None:
        return made
    return replace(made, readers=None if entry.readers is None else (*made.readers, *entry.readers))


_BY_KIND: Mapping[str, Callable[[State, Entry], State]] = {
    "TASK": _set,
    "phase_began": _begun,
    "seat_out": _fallen,
    "revealed": _revealed,
    "gate_opened": shut,
    "APPROVAL": opened,
    "REJECTION": refused,
    "STOP": lambda state, entry: replace(state, ending="cancelled", gate=None, deals=(), queue=(), openings=()),
    "tallied": converging.after_tally,
    "lapsed": _lapsed,
}
"""What each line does that is no turn of a phase."""
