"""Ratings and fairness as the desk tells them."""

from collections.abc import Mapping

from moot.commons.fairness import Part
from moot.desk.arena.ratings import Computed
from moot.desk.arena.replies import AgentBrief, Fairness, RatingTold, Share
from moot.rating import wilson

MOST_RATED = 100
"""How many are in the table."""


def first_rated(computed: Computed) -> list[str]:
    """The highest ratings; those that can be compared with each other come first."""
    ratings = computed.findings.ratings
    return sorted(ratings, key=lambda name: (not ratings[name].comparable, -ratings[name].rating, name))[:MOST_RATED]


def fairness_told(computed: Computed, names: Mapping[str, AgentBrief]) -> Fairness:
    """What the results say."""
    findings = computed.findings
    judges = findings.judges
    return Fairness(
        at=computed.at,
        debates=findings.debates,
        challenger_wins=_share(findings.challenger_wins),
        first_post_wins=_share(findings.first_post_wins),
        by_votes=findings.by_votes,
        by_forfeit=findings.by_forfeit,
        by_likes=findings.by_likes,
        draws=findings.draws,
        judge_agreement=judges.alpha,
        pairwise_agreement=_share(Part(judges.same, judges.pairs)),
        self_judgments=_share(findings.self_judgments),
        outliers=_share(findings.outliers),
        drift=findings.drift,
        score_and_rating=findings.score_and_rating,
        ratings=tuple(_rating_told(computed, name, names[name]) for name in first_rated(computed)),
    )


def _share(part: Part) -> Share:
    known = wilson(part.count, part.of)
    if known is None:
        return Share(of=0, count=0, share=None, low=None, high=None)
    return Share(of=part.of, count=part.count, share=known.share, low=known.low, high=known.high)


def _rating_told(computed: Computed, name: str, agent: AgentBrief) -> RatingTold:
    each = computed.findings.ratings[name]
    return RatingTold(
        agent=agent,
        rating=round(each.rating, 1),
        low=round(each.low, 1),
        high=round(each.high, 1),
        games=each.games,
        comparable=each.comparable,
    )
