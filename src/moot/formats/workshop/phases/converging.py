"""Convergence: the candidates run the same tests, everybody reads them, and votes under seal."""

from dataclasses import replace

from moot.debate import Entry, Notice, Stamp
from moot.formats.workshop.dealing import dealt, outcomes, run
from moot.formats.workshop.state import Deal, Opening, State, Vote
from moot.formats.workshop.tally import told


def applies(state: State) -> bool:
    """There must be something to vote on, and somebody to vote."""
    return bool(state.standing and state.doing("vote"))


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """First the comparison, where there are several and somebody runs them; then the vote."""
    ids = (*state.case_ids, *(id for each in state.attacks for id in each.ids))
    compared = [
        run(state, "compare", one.best.line, ids, one.author, None)
        for one in state.standing
        if one.best is not None and len(state.standing) > 1
    ]
    runs = tuple(deal for deal in compared if deal is not None)
    votes = tuple(
        Deal(seat, "vote", ("BALLOT", "ABSTENTION"), state.began, sealed=True, job="vote")
        for seat in state.doing("vote")
    )
    return (runs, votes) if runs else (votes,)


def openings(state: State) -> tuple[Opening, ...]:
    """Before the vote every candidate is shown to every voter."""
    lines: list[int | None] = [one.proposed for one in state.standing]
    for one in state.standing:
        assert one.best is not None
        lines += [version.line for version in one.lineage(one.best)]
    shut = dict.fromkeys(line for line in lines if line is not None and line in state.limited)
    return tuple(Opening(line, None) for line in shut)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """What the comparison showed, and the votes."""
    match entry.kind:
        case "REPORT":
            candidate = state.candidate(str(deal.thread))
            passed = sum(outcome == "passed" for outcome in outcomes(entry).values())
            return state.keeping(replace(candidate, compared=passed))
        case "BALLOT":
            return _voted(state, _ballot(entry))
        case "ABSTENTION":
            return _voted(state, Vote(str(entry.seat), entry.line, missing="abstained"))
        case _:
            return state


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """Who did not vote is counted as such."""
    if deal.name == "vote":
        return _voted(state, Vote(deal.seat, entry.line, missing="failed"))
    return state


def notices(state: State) -> tuple[Notice, ...]:
    """When all have voted, the ballots are turned over and counted."""
    return (*turned_over(state), Notice("tallied", told(state), stamp=Stamp("convergence")))


def turned_over(state: State) -> tuple[Notice, ...]:
    """The ballots that are still under seal, opened."""
    stamp = Stamp("convergence")
    sealed = (vote for vote in state.votes if vote.missing != "failed")
    return () if state.shown else tuple(Notice("revealed", answers=vote.line, stamp=stamp) for vote in sealed)


def after_tally(state: State, entry: Entry) -> State:
    """Where there is a teacher, it says what can be learnt."""
    state = replace(state, tallied=entry.line)
    teacher = next(iter(state.doing("explain")), None)
    if teacher is None:
        return state
    return dealt(state, entry, Deal(teacher, "explain", ("EXPLANATION",), entry.line, job="explain"))


def _voted(state: State, vote: Vote) -> State:
    return replace(state, votes=(*state.votes, vote))


def _ballot(entry: Entry) -> Vote:
    return Vote(
        str(entry.seat),
        entry.line,
        _names(entry, "ranking"),
        _names(entry, "approves"),
        round(float(str(entry.move["confidence"])) * 100),
    )


def _names(entry: Entry, field: str) -> tuple[str, ...]:
    told = entry.move.get(field)
    return tuple(str(name) for name in told) if isinstance(told, list | tuple) else ()
