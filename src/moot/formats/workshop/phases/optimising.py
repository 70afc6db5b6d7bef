"""Optimisation: authors answer what was criticised, others try to make the best candidate better."""

from moot.debate import Entry
from moot.formats.workshop.arranged import grouped
from moot.formats.workshop.dealing import dealt, measures, opened_to, run, spoken, tested, versioned
from moot.formats.workshop.state import Candidate, Deal, Opening, State


def applies(state: State) -> bool:
    """There must be something to improve."""
    return bool(state.standing) and any(_patchers(state, one) for one in state.standing)


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """Each author its own candidate; those who optimise the best one."""
    deals = [_patch(state, one, seat, 1, None) for one in state.standing for seat in _patchers(state, one)]
    return grouped(state, "optimization", deals)


def openings(state: State) -> tuple[Opening, ...]:
    """What must be opened to those who optimise it."""
    found: list[Opening] = []
    for candidate in state.standing:
        assert candidate.best is not None
        found += opened_to(candidate, candidate.best, _patchers(state, candidate))
    return tuple(found)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """A patch is tested; one that fails is reflected on and tried again."""
    candidate = state.candidate(str(deal.thread))
    match entry.kind:
        case "PATCH":
            assert deal.on is not None
            state = versioned(state, deal, entry, candidate.version(deal.on))
            ids = measures(state, candidate.author)
            return dealt(state, entry, run(state, "run", entry.line, ids, deal.thread, deal.round))
        case "REPORT":
            return _ran(state, deal, entry)
        case "REFLECTION":
            return dealt(state, entry, _patch(state, candidate, deal.seat, (deal.round or 1) + 1, entry.line))
        case _:
            return state


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """The candidate stays as it is."""
    return state


def _patchers(state: State, candidate: Candidate) -> tuple[str, ...]:
    own = (candidate.author,) if candidate.author in state.live else ()
    others = state.doing("optimise") if candidate == state.ranked[0] else ()
    return tuple(dict.fromkeys((*own, *others)))


def _patch(state: State, candidate: Candidate, seat: str, round: int, answers: int | None) -> Deal:
    # Another may have made a better version meanwhile that this one does not read yet.
    best = candidate.best if answers is None else candidate.best_for(seat)
    assert best is not None
    return spoken(
        state,
        "optimization",
        seat,
        "patch",
        ("PATCH", "REST"),
        best.line if answers is None else answers,
        "optimise",
        thread=candidate.author,
        round=round,
        on=best.line,
    )


def _ran(state: State, deal: Deal, entry: Entry) -> State:
    candidate = state.candidate(str(deal.thread))
    version = tested(state, candidate.version(deal.answers), entry)
    state = state.with_version(version)
    agreed, round = state.setup.optimization, deal.round or 1
    patcher = state.patched_by(version.line)
    if version.sound or agreed is None or round >= agreed.attempts or patcher is None or patcher in state.out:
        return state
    reflect = spoken(
        state,
        "optimization",
        patcher,
        "reflect",
        ("REFLECTION",),
        entry.line,
        "optimise",
        thread=deal.thread,
        round=round,
    )
    return dealt(state, entry, reflect)
