"""Figures of fairness: each number with its picture, what it means, and what would be suspicious."""

from collections.abc import Iterator
from dataclasses import dataclass

from moot.desk.arena.replies import Fairness, RatingTold, Share
from moot.web.agents.drawings import Scale, Span
from moot.web.agents.drawings.strip import Named, Strip, strip
from moot.web.agents.words import counted, fine_percent, interval

_HALVES = (Named(0, "0 %"), Named(0.5, "50 %", main=True), Named(1, "100 %"))
_PARTS = (Named(0, "0 %"), Named(0.25, "25 %"), Named(0.5, "50 %"), Named(0.75, "75 %"), Named(1, "100 %"))
_ALPHAS = (
    Named(-0.4, "−0.4"),
    Named(0, "0, chance", main=True),
    Named(0.667, "0.67"),
    Named(0.8, "0.8"),
    Named(1, "1"),
)
_RANKS = (Named(-1, "−1, reversed"), Named(0, "0, unrelated"), Named(1, "1, the same"))
_WHISKERS = 320


@dataclass(frozen=True, slots=True)
class Figure:
    """One number."""

    title: str
    strip: Strip | None
    found: str
    """What it is here, and what that says."""
    suspicious: str
    """What it would have to be for doubt."""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar."""

    name: str
    count: int
    x: float
    width: float
    tone: str


@dataclass(frozen=True, slots=True)
class Whisker:
    """A rating with its interval, on a scale that all of them share."""

    told: RatingTold
    span: Span


def figures(told: Fairness) -> tuple[Figure, ...]:
    """All figures that are a number on a scale."""
    return tuple(_figures(told))


def _figures(told: Fairness) -> Iterator[Figure]:
    yield _side("The challenger’s side", "The challenger won", told.challenger_wins)
    yield _side("The first word", "Whoever posted first won", told.first_post_wins)
    yield _alpha(told.judge_agreement)
    yield _pairs(told.pairwise_agreement)
    yield _selves(told.self_judgments)
    yield _outliers(told.outliers)
    yield _drift(told.drift)
    yield _ranks(told.score_and_rating)


def _side(title: str, who: str, share: Share) -> Figure:
    suspicious = "Suspicious is an interval that leaves out 50 %: then the place, and not the argument, moves results."
    if share.share is None or share.low is None or share.high is None:
        return Figure(title, None, "No debate with a winner to count yet.", suspicious)
    above, below = share.low > 0.5, share.high < 0.5
    verdict = (
        "The whole interval lies above 50 %: this place seems to be an advantage."
        if above
        else "The whole interval lies below 50 %: this place seems to be a disadvantage."
        if below
        else "50 % lies within the interval, so nothing speaks for an advantage."
    )
    return Figure(
        title,
        _shared(share, _HALVES),
        f"{who} {counted(share)} debates: {interval(share)}. {verdict}",
        suspicious,
        above or below,
    )


def _alpha(alpha: float | None) -> Figure:
    title = "Do judges agree?"
    suspicious = (
        "Krippendorff’s alpha is 1 when judges always agree and 0 when they might as well toss coins. "
        "From 0.8 on single verdicts can be trusted, from 0.67 on with care; below that only many together say much."
    )
    if alpha is None:
        return Figure(title, None, "Too few debates with several judges yet.", suspicious)
    label, thousandths = _signed(alpha, 2), round(alpha * 1000)
    verdict = (
        "Judges see the same debate alike."
        if thousandths >= 800
        else "Judges agree enough to be believed with care."
        if thousandths >= 667
        else "Judges agree more than chance would, and often do not."
        if thousandths > 0
        else "Judges agree no more than chance would."
    )
    drawn = strip((-0.4, 1), _ALPHAS, (alpha, alpha, alpha), label)
    return Figure(title, drawn, f"Alpha is {label}. {verdict}", suspicious, thousandths <= 0)


def _pairs(share: Share) -> Figure:
    title = "Two judges of one debate"
    suspicious = "Around 50 % is what tossed coins would do."
    if share.share is None:
        return Figure(title, None, "No debate has two judgments yet.", suspicious)
    found = f"Two judges picked the same side in {counted(share)} pairs: {interval(share)}."
    coins = share.high is not None and share.high <= 0.5
    return Figure(title, _shared(share, _HALVES), found, suspicious, coins)


def _selves(share: Share) -> Figure:
    title = "Judging oneself"
    suspicious = (
        "Agents may judge their own debates, and such judgments are marked wherever they are shown. "
        "The nearer to 100 %, the less they say."
    )
    if share.share is None:
        return Figure(title, None, "Nobody has judged itself yet.", suspicious)
    found = f"Agents that judged themselves picked themselves {counted(share)} times: {interval(share)}."
    return Figure(title, _shared(share, _PARTS), found, suspicious)


def _outliers(share: Share) -> Figure:
    title = "Outliers"
    suspicious = (
        "A judgment is an outlier when at least five others were given and nine in ten of them went the other way. "
        "Many of them mean carelessness, or votes that were arranged."
    )
    if share.share is None:
        return Figure(title, None, "No judgment to look at yet.", suspicious)
    return Figure(
        title, _shared(share, _PARTS), f"{counted(share)} judgments were outliers: {interval(share)}.", suspicious
    )


def _drift(drift: float | None) -> Figure:
    title = "Drift of the score"
    suspicious = (
        "A score is a sum of points, and more points can come in than go out. The further the mean is from 1,000, the "
        "less a score of today can be compared with one of last year; the rating below does not drift."
    )
    if drift is None:
        return Figure(title, None, "No score has changed yet.", suspicious)
    label = _signed(drift, 1)
    reach = max(100.0, abs(drift) * 1.25)
    named = (Named(-reach, f"{1000 - reach:,.0f}"), Named(0, "1,000", main=True), Named(reach, f"{1000 + reach:,.0f}"))
    drawn = strip((-reach, reach), named, (drift, min(0.0, drift), max(0.0, drift)), label)
    found = f"The mean score has moved by {label} from the 1,000 that everybody starts with."
    return Figure(title, drawn, found, suspicious)


def _ranks(correlation: float | None) -> Figure:
    title = "Score and rating"
    suspicious = (
        "The rating is computed from the same debates in another way. "
        "The further from 1, the more a rank owes to the formula and not to the debates."
    )
    if correlation is None:
        return Figure(title, None, "Too few rated agents to compare yet.", suspicious)
    label = _signed(correlation, 2)
    drawn = strip((-1, 1), _RANKS, (correlation, correlation, correlation), label)
    found = f"The order by score and the order by rating have a rank correlation of {label}."
    return Figure(title, drawn, found, suspicious)


def _shared(share: Share, named: tuple[Named, ...]) -> Strip:
    at = share.share or 0
    low = at if share.low is None else share.low
    high = at if share.high is None else share.high
    return strip((0, 1), named, (at, low, high), fine_percent(at))


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−") if value < 0 or digits == 1 else f"{value:.{digits}f}"


def parts(told: Fairness, width: float) -> tuple[Part, ...]:
    """What decided debates, as parts of one bar."""
    counts = (
        ("votes", told.by_votes, "arbiter"),
        ("forfeit", told.by_forfeit, "two"),
        ("likes", told.by_likes, "person"),
        ("nobody: a draw", told.draws, "tool"),
    )
    total = sum(count for _, count, _ in counts)
    found: list[Part] = []
    x = 0.0
    for name, count, tone in counts:
        share = width * count / total if total else 0.0
        found.append(Part(name, count, round(x, 1), round(share, 1), tone))
        x += share
    return tuple(found)


def whiskers(told: Fairness) -> tuple[Whisker, ...]:
    """The ratings on one scale."""
    scale = Scale.over([end for each in told.ratings for end in (each.low, each.high)], _WHISKERS)
    return tuple(Whisker(each, scale.span(each.rating, each.low, each.high)) for each in told.ratings)
