"""Dealing: the turns that phases are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from moot.debate import Entry, Json
from moot.formats.workshop.arranged import besides, readers
from moot.formats.workshop.moves import MOST_OUTCOMES
from moot.formats.workshop.setup import Job, Phase
from moot.formats.workshop.state import Candidate, Deal, Opening, State, Version
from moot.formats.workshop.texts import lines_in


def spoken(
    state: State,
    phase: Phase,
    seat: str,
    name: str,
    kinds: tuple[str, ...],
    answers: int,
    job: Job,
    *,
    thread: str | None = None,
    round: int | None = None,
    to: str | None = None,
    apart: Sequence[str] = (),
    on: int | None = None,
) -> Deal:
    """A turn to say something, read by those whom the topology lets read it, but not by those who work apart.

    Whose candidate it is about reads it, and whom it is said to.
    """
    heard = besides(state, readers(state, seat, phase, thread, to), apart)
    return Deal(seat, name, kinds, answers, thread, round, readers=heard, job=job, on=on)


def run(
    state: State, name: str, answers: int, ids: Sequence[str], thread: str | None, round: int | None
) -> Deal | None:
    """A turn to run tests, as many as a report can tell of; None where nobody can, or there is nothing to run."""
    executors = state.doing("execute")
    if not executors or not ids:
        return None
    authors = [candidate.author for candidate in state.candidates]
    seat = executors[authors.index(thread) % len(executors) if thread in authors else 0]
    return Deal(seat, name, ("REPORT",), answers, thread, round, ids=tuple(ids)[:MOST_OUTCOMES], job="execute")


def measures(state: State, author: str) -> tuple[str, ...]:
    """What a candidate of this author is run against: the tests that count, and all attacks on it so far."""
    return (*state.case_ids, *(id for each in state.attacks_on(author) for id in each.ids))


def dealt(state: State, entry: Entry, *deals: Deal | None) -> State:
    """With these turns dealt by a line; those that there is nobody for are left out."""
    return state.dealing((deal for deal in deals if deal is not None), entry.line, entry.at)


def versioned(state: State, deal: Deal, entry: Entry, base: Version | None) -> State:
    """With the version that a line brings."""
    told = cast(Mapping[str, str], entry.move["files"])
    before = dict(base.sizes if base else state.sizes)
    sizes = {**before, **{path: lines_in(text) for path, text in told.items()}}
    made = Version(
        entry.line,
        str(deal.thread),
        deal.seat,
        base.line if base else None,
        tuple(sorted(sizes.items())),
        entry.readers,
    )
    return state.with_version(made)


def outcomes(entry: Entry) -> dict[str, str]:
    """The tests that a report tells of, and how each came out."""
    return {str(each["id"]): str(each["outcome"]) for each in items(entry, "outcomes")}


def items(entry: Entry, name: str) -> Sequence[Mapping[str, Json]]:
    """A list of a move as the record keeps it; empty where it was left unsaid."""
    return cast(Sequence[Mapping[str, Json]], entry.move.get(name) or ())


def tested(state: State, version: Version, entry: Entry) -> Version:
    """A version after a report: what it passed of the suite, and what it withstood."""
    suite = frozenset(state.case_ids)
    came = outcomes(entry)
    ours = [outcome == "passed" for id, outcome in came.items() if id in suite]
    theirs = [outcome == "passed" for id, outcome in came.items() if id not in suite]
    failing = tuple(id for id, outcome in came.items() if outcome != "passed")
    if ours:
        version = replace(version, passed=sum(ours), total=len(ours))
    if theirs:
        version = replace(version, held=sum(theirs), attacked=len(theirs))
    kept = tuple(id for id in version.failing if id not in came)
    return replace(version, failing=(*kept, *failing))


def opened_to(candidate: Candidate, version: Version, seats: Sequence[str]) -> tuple[Opening, ...]:
    """What must be opened before these seats can work on a candidate: the version, and what it was made from."""
    found: list[Opening] = []
    for each in candidate.lineage(version):
        shut = tuple(seat for seat in seats if each.readers is not None and seat not in (each.by, *each.readers))
        found += [Opening(each.line, shut)] if shut else []
    return tuple(found)
