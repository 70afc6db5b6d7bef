"""Ballots in, winner out: eight ways to count, exactly, with every tie and fallback told. Pure; knows no debates."""

from moot.voting.ballots import Absence, Ballot, Tier, ranked
from moot.voting.choice import Choice, chosen
from moot.voting.count import FAIR, METHODS, Vote, admit, count, known
from moot.voting.decision import Decision, Fallback, Round, Threshold, decided
from moot.voting.pairwise import Pairwise, Preferring
from moot.voting.poll import Order, Poll
from moot.voting.result import Disagreement, Result
from moot.voting.ties import TIE_BREAKS, Tie

__all__ = [
    "FAIR",
    "METHODS",
    "TIE_BREAKS",
    "Absence",
    "Ballot",
    "Choice",
    "Decision",
    "Disagreement",
    "Fallback",
    "Order",
    "Pairwise",
    "Poll",
    "Preferring",
    "Result",
    "Round",
    "Threshold",
    "Tie",
    "Tier",
    "Vote",
    "admit",
    "chosen",
    "count",
    "decided",
    "known",
    "ranked",
]
