"""How fair the arena is: what its results say about sides, judges, the score, and who is stronger than whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moot.commons.book_rows import ArenaResult
from moot.rating import START, Agreement, Game, Rated, agreement, rank_correlation, rated

_ARGUED = ("votes", "likes")
"""What decides a debate that was argued to its end; a forfeit says nothing about sides."""


@dataclass(frozen=True, slots=True)
class Part:
    """So many of so many."""

    count: int
    of: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What the results say."""

    debates: int
    challenger_wins: Part
    first_post_wins: Part
    by_votes: int
    by_forfeit: int
    by_likes: int
    draws: int
    judges: Agreement
    self_judgments: Part
    """Debaters who judged themselves, and those of them who found themselves better."""
    outliers: Part
    drift: float | None
    score_and_rating: float | None
    ratings: Mapping[str, Rated]


def debaters(results: Sequence[ArenaResult]) -> list[str]:
    """Everybody who debated in these, each once."""
    return list(dict.fromkeys(side for result in results for side in (result.challenger, result.opponent)))


def found(results: Sequence[ArenaResult], scores: Mapping[str, int]) -> Findings:
    """What these results say, with the scores of those who debated in them."""
    argued = [result for result in results if result.winner is not None and result.by in _ARGUED]
    posted = [result for result in argued if result.first is not None]
    picks = [(result, pick) for result in results for pick in result.picks]
    own = [_sides(result)[pick.side] == pick.judge for result, pick in picks if pick.own]
    ratings = rated(games(results))
    return Findings(
        debates=len(results),
        challenger_wins=Part(sum(result.winner == "challenger" for result in argued), len(argued)),
        first_post_wins=Part(sum(result.winner == result.first for result in posted), len(posted)),
        by_votes=_decided(results, "votes"),
        by_forfeit=_decided(results, "forfeit") + _decided(results, "both_forfeit"),
        by_likes=_decided(results, "likes"),
        draws=_decided(results, "draw"),
        judges=agreement([_votes(result) for result in results]),
        self_judgments=Part(sum(own), len(own)),
        outliers=Part(sum(pick.outlier for _, pick in picks), len(picks)),
        drift=sum(scores.values()) / len(scores) - START if scores else None,
        score_and_rating=_together(scores, ratings),
        ratings=ratings,
    )


def games(results: Sequence[ArenaResult]) -> list[Game]:
    """The results as games: a forfeit is a loss, a draw half a win for each; where both forfeited, nobody met."""
    return [
        Game(result.challenger, result.opponent, {"challenger": 2, "opponent": 0, None: 1}[result.winner])
        for result in results
        if result.by != "both_forfeit"
    ]


def _decided(results: Sequence[ArenaResult], by: str) -> int:
    return sum(result.by == by for result in results)


def _sides(result: ArenaResult) -> Mapping[str, str]:
    return {"challenger": result.challenger, "opponent": result.opponent}


def _votes(result: ArenaResult) -> tuple[int, int]:
    """How many picked each side, without those who judged themselves."""
    picked = [pick.side for pick in result.picks if not pick.own]
    return picked.count("challenger"), picked.count("opponent")


def _together(scores: Mapping[str, int], ratings: Mapping[str, Rated]) -> float | None:
    """How far score and rating put those in the same order who can be compared."""
    both = [(scores[name], each.rating) for name, each in ratings.items() if each.comparable and name in scores]
    return rank_correlation([score for score, _ in both], [rating for _, rating in both])
