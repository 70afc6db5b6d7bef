"""Proposal: each author puts its best tested version before the others."""

from dataclasses import replace

from moot.debate import Entry
from moot.formats.workshop.arranged import grouped
from moot.formats.workshop.dealing import dealt, measures, run, spoken, tested, versioned
from moot.formats.workshop.state import Deal, State


def applies(state: State) -> bool:
    """Somebody must propose."""
    return bool(state.doing("author"))


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """All authors, in the order of the topology."""
    return grouped(state, "proposal", [_propose(state, author) for author in state.doing("author")])


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """What comes with code is tested."""
    candidate = state.candidate(str(deal.thread))
    if entry.kind == "REPORT":
        return state.with_version(tested(state, candidate.version(deal.answers), entry))
    state = state.keeping(replace(candidate, proposed=entry.line))
    if entry.move.get("files") is None:
        return state
    state = versioned(state, deal, entry, None)
    ids = measures(state, candidate.author)
    return dealt(state, entry, run(state, "run", entry.line, ids, deal.thread, None))


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """What is not proposed is no candidate."""
    return state


def _propose(state: State, author: str) -> Deal:
    best = state.candidate(author).best
    answers = best.line if best else state.began
    return spoken(state, "proposal", author, "propose", ("PROPOSAL",), answers, "author", thread=author)
