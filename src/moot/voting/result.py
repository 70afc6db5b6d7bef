"""The result of a poll: the decision, and what whoever checks it wants to know."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from moot.voting.ballots import Tier
from moot.voting.decision import Decision, Fallback, Round, Threshold
from moot.voting.pairwise import Pairwise, pairwise
from moot.voting.poll import Order, Poll
from moot.voting.ties import Tie


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A voter who does not hold best whoever came first."""

    voter: str
    first: Tier
    """Whom this voter holds best; nobody where there is no ballot, or a ballot for nobody."""
    absent: Literal["abstained", "failed"] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a poll came out."""

    method: str
    winner: str | None
    runner_up: str | None
    """Who would come next if the winner were not there to be placed; None where there is no winner or a tie stands."""
    order: Order
    """The places as they were counted: tie-breaks choose the winner, but whoever was tied shares a place."""
    tallies: Mapping[str, Fraction]
    """What the method counts: voices, approvals, points, or wins. With a fallback, what the fallback counts."""
    pairwise: Pairwise
    rounds: tuple[Round, ...]
    fallback: Fallback | None
    tie: Tie | None
    """The tie for the first place; in a run-off, that of its last round."""
    threshold: Threshold | None
    consensus: bool
    """Whether everybody, two at the least, holds the winner best."""
    disagreements: tuple[Disagreement, ...]
    electorate: int
    voted: int
    abstained: int
    failed: int

    @property
    def alone(self) -> bool:
        """Whether there was a single voter, who decides but agrees with nobody."""
        return self.electorate == 1

    @property
    def support(self) -> Fraction:
        """The share of the electorate that holds best whoever came first, absences included; 0 without a voter."""
        return 1 - Fraction(len(self.disagreements), self.electorate) if self.electorate else Fraction()


def result(method: str, poll: Poll, decision: Decision) -> Result:
    """Puts the decision together with the counts of the poll."""
    ahead = decision.order[0] if decision.winner is None else (decision.winner,)
    disagreements = _disagreements(poll, set(ahead))
    return Result(
        method=method,
        winner=decision.winner,
        runner_up=decision.runner_up,
        order=decision.order,
        tallies=decision.tallies,
        pairwise=pairwise(poll),
        rounds=decision.rounds,
        fallback=decision.fallback,
        tie=decision.tie,
        threshold=decision.threshold,
        consensus=decision.winner is not None and poll.electorate > 1 and not disagreements,
        disagreements=disagreements,
        electorate=poll.electorate,
        voted=len(poll.ballots),
        abstained=sum(absence.why == "abstained" for absence in poll.absences),
        failed=sum(absence.why == "failed" for absence in poll.absences),
    )


def _disagreements(poll: Poll, ahead: set[str]) -> tuple[Disagreement, ...]:
    elsewhere = [Disagreement(each.voter, each.first) for each in poll.ballots if not ahead <= set(each.first)]
    return (*elsewhere, *(Disagreement(each.voter, (), each.why) for each in poll.absences))
