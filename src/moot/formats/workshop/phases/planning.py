"""Planning: by whoever leads (CPDE), or by each author, who then agree (DPDE)."""

from dataclasses import replace

from moot.debate import Entry
from moot.formats.workshop.arranged import arranged, grouped, leader
from moot.formats.workshop.dealing import dealt, items, spoken
from moot.formats.workshop.planning import Choice, Stance, TaskFacts, chosen, negotiated
from moot.formats.workshop.state import Deal, State
from moot.formats.workshop.topology import concern_of


def applies(state: State) -> bool:
    """One author alone has nobody to plan with."""
    return len(state.doing("author")) > 1


def style_for(state: State) -> Choice:
    """How this workshop is planned, and why."""
    style = state.setup.planning
    assert style != "none"
    concerns = {concern_of(member) for member in arranged(state).members}
    facts = TaskFacts(
        seats=len(state.live),
        authors=len(state.doing("author")),
        concerns=len(concerns),
        size=state.words,
        repo=bool(state.sizes),
        topology=state.setup.topology,
    )
    return chosen(style, facts)


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """The leader's plan; or everybody's own, and then what they say to each other's."""
    authors = state.doing("author")
    if state.style == "cpde":
        seat = leader(state, "planning", state.doing("plan") or authors)
        assert seat is not None
        return ((spoken(state, "planning", seat, "plan", ("PLAN",), state.began, "plan", round=1),),)
    return _round(state, authors, state.began, 1)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """Whoever is asked for a change plans once more."""
    if entry.kind != "NEGOTIATION":
        return state
    asks = tuple(str(ask["seat"]) for ask in items(entry, "asks"))
    stance = Stance(deal.seat, bool(entry.move["accepts"]), asks)
    return _settled(replace(state, stances=(*state.stances, stance)), deal, entry)


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """Whoever says nothing is not waited for."""
    return _settled(state, deal, entry) if deal.name == "negotiate" else state


def _settled(state: State, deal: Deal, entry: Entry) -> State:
    """When all have spoken: agreed, or planned once more by those who are asked to."""
    if state.deals:
        return state
    round = deal.round or 1
    came = negotiated(state.doing("author"), state.stances, round)
    state = replace(state, stances=())
    if came.over:
        return state
    first, *later = _round(state, came.revising, entry.line, round + 1)
    return replace(dealt(state, entry, *first), queue=tuple(later))


def _round(state: State, planners: tuple[str, ...], answers: int, round: int) -> tuple[tuple[Deal, ...], ...]:
    own = [
        spoken(state, "planning", seat, "own_plan", ("OWN_PLAN",), answers, "author", round=round) for seat in planners
    ]
    talk = [
        spoken(state, "planning", seat, "negotiate", ("NEGOTIATION",), answers, "author", round=round)
        for seat in state.doing("author")
    ]
    return (*grouped(state, "planning", own), tuple(talk))
