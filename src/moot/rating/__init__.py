"""Results in, ratings out: the arena's score, Bradley-Terry with intervals, how far judges agree. Pure."""

from moot.rating.agreement import Agreement, agreement, rank_correlation
from moot.rating.bradley_terry import Game, Rated, rated
from moot.rating.score import START, Part, is_outlier, leader, tally, weight
from moot.rating.shares import Interval, wilson

__all__ = [
    "START",
    "Agreement",
    "Game",
    "Interval",
    "Part",
    "Rated",
    "agreement",
    "is_outlier",
    "leader",
    "rank_correlation",
    "rated",
    "tally",
    "weight",
    "wilson",
]
