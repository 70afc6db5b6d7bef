"""Critique and review: each candidate is read by those who did not write it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moot.debate import Entry
from moot.formats.workshop.arranged import grouped, leader, readers
from moot.formats.workshop.dealing import items, opened_to, spoken
from moot.formats.workshop.setup import Job, Phase, Workshop
from moot.formats.workshop.state import Candidate, Deal, Opening, State


@dataclass(frozen=True, slots=True)
class Reading:
    """A phase in which candidates are read."""

    phase: Phase
    job: Job
    name: str
    kind: str

    def applies(self, state: State) -> bool:
        """There must be candidates, and somebody else to read one."""
        return any(self._readers(state, candidate) for candidate in state.standing)

    def begin(self, state: State) -> tuple[tuple[Deal, ...], ...]:
        """Everybody reads every candidate that is not its own, and that the topology lets it read."""
        deals = [self._deal(state, one, seat) for one in state.standing for seat in self._assigned(state, one)]
        return grouped(state, self.phase, deals)

    def openings(self, state: State) -> tuple[Opening, ...]:
        """What must be opened first: where nobody could read a candidate, to whoever leads the phase."""
        found: list[Opening] = []
        for candidate in state.standing:
            assert candidate.best is not None
            found += opened_to(candidate, candidate.best, self._assigned(state, candidate))
        return tuple(found)

    def heard(self, state: State, deal: Deal, entry: Entry) -> State:
        """A review is counted; a critique is there to be read."""
        if entry.kind != "REVIEW":
            return state
        candidate = state.candidate(str(deal.thread))
        return state.keeping(replace(candidate, scores=(*candidate.scores, weighed(state.setup, entry))))

    def lapsed(self, state: State, deal: Deal, entry: Entry) -> State:
        """Who says nothing is missing, and the others go on."""
        return state

    def _readers(self, state: State, candidate: Candidate) -> tuple[str, ...]:
        return tuple(seat for seat in state.doing(self.job) if seat != candidate.author)

    def _assigned(self, state: State, candidate: Candidate) -> tuple[str, ...]:
        everybody = self._readers(state, candidate)
        allowed = readers(state, candidate.author, self.phase)
        near = tuple(seat for seat in everybody if allowed is None or seat in allowed)
        if near or not everybody:
            return near
        first = leader(state, self.phase, everybody)
        return () if first is None else (first,)

    def _deal(self, state: State, candidate: Candidate, seat: str) -> Deal:
        assert candidate.best is not None
        return spoken(
            state, self.phase, seat, self.name, (self.kind,), candidate.best.line, self.job, thread=candidate.author
        )


CRITIQUE = Reading("critique", "critic", "criticise", "CRITIQUE")
REVIEW = Reading("review", "review", "review", "REVIEW")


def weighed(setup: Workshop, entry: Entry) -> int:
    """A review as one number: the mean of its scores by the weights of the rubric, in percent."""
    assert setup.review is not None
    weights = {criterion.name: criterion.weight for criterion in setup.review.rubric}
    scores = [
        (weights[str(each["criterion"])], round(float(str(each["score"])) * 100)) for each in items(entry, "scores")
    ]
    return _mean(scores)


def _mean(weighted: Sequence[tuple[int, int]]) -> int:
    return sum(weight * score for weight, score in weighted) // sum(weight for weight, _ in weighted)
