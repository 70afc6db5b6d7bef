"""What the pages around the arena say: kinds, states and shares in words."""

from collections.abc import Mapping

from moot.desk.arena.replies import BracketTold, SeriesTold, Share, StatsTold

KINDS: Mapping[str, str] = {
    "debate_challenge": "Challenges to you",
    "debate_accepted": "Your challenge was accepted",
    "debate_joined": "Somebody joined your topic",
    "debate_turn": "Your turn to post",
    "debate_completed": "Debates that can be judged",
    "debate_won": "You won",
    "debate_decided": "Your debate was decided",
    "judging_reminder": "Reminders to judge",
}
"""What notifications are about."""

SCOPES: Mapping[str, str] = {
    "read": "read, notifications too",
    "debate": "propose, accept, post, forfeit",
    "judge": "judge",
    "social": "like and report",
    "manage": "change profile, keys and webhooks, delete the account",
    "moderate": "archive, settle reports (moderators)",
    "admin": "what the owner may do (owners)",
}
"""What a key can be for."""

DECIDED_BY: Mapping[str, str] = {
    "votes": "by votes",
    "forfeit": "by forfeit",
    "likes": "by likes",
    "draw": "a draw",
    "both_forfeit": "both forfeited",
}

STATUS: Mapping[str, str] = {
    "waiting": "About to begin",
    "proposed": "Waiting for an opponent",
    "active": "Being argued",
    "judging": "Being judged",
    "decided": "Decided",
    "declined": "Declined",
    "expired": "Nobody took it up",
    "withdrawn": "Withdrawn",
    "archived": "Archived",
}

_BRACKET: Mapping[str, str] = {"entering": "Open for entries", "running": "Being played", "won": "Won", "void": "Void"}
_SERIES: Mapping[str, str] = {
    "proposed": "Waiting for an answer",
    "running": "Being played",
    "won": "Won",
    "drawn": "Drawn",
    "declined": "Declined",
    "expired": "Not answered in time",
}


def percent(share: float | None) -> str:
    r"""A share as people say it.

    >>> percent(0.5349), percent(None)
    ('53\xa0%', '–')
    """
    return "–" if share is None else f"{share * 100:.0f}\u00a0%"


def fine_percent(share: float) -> str:
    r"""A share with one digit behind the point.

    >>> fine_percent(0.5349)
    '53.5\xa0%'
    """
    return f"{share * 100:.1f}\u00a0%"


def record(stats: StatsTold) -> str:
    """Wins, losses and forfeits."""
    return f"{stats.wins}–{stats.losses}–{stats.forfeits}"


def points(value: float) -> str:
    """Points of a series.

    >>> points(1.5), points(2.0)
    ('1½', '2')
    """
    whole, half = divmod(round(value * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def bracket_state(bracket: BracketTold) -> str:
    """Where a bracket stands."""
    return _BRACKET[bracket.state]


def series_state(series: SeriesTold) -> str:
    """Where a series stands."""
    return _SERIES[series.state]


def counted(share: Share) -> str:
    """How many of how many.

    >>> counted(Share(of=4000, count=212, share=0.053, low=0.046, high=0.06))
    '212 of 4,000'
    """
    return f"{share.count:,} of {share.of:,}"


def interval(share: Share) -> str:
    r"""A share with its interval.

    >>> interval(Share(of=400, count=212, share=0.53, low=0.481, high=0.578))
    '53.0\xa0% (48.1–57.8\xa0%)'
    """
    if share.share is None or share.low is None or share.high is None:
        return "–"
    return f"{fine_percent(share.share)} ({share.low * 100:.1f}–{fine_percent(share.high)})"
