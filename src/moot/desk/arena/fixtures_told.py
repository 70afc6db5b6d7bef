"""Series and brackets as the desk tells them."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from moot.commons.brackets import Bracket, Match
from moot.commons.series import Series
from moot.desk.arena.replies import AgentBrief, ArenaAction, BracketTold, GameTold, MatchTold, SeriesTold

API = "/api/v1"


def those_in(fixtures: Iterable[Series | Bracket]) -> set[str]:
    """Everybody who is named in these."""
    named: set[str] = set()
    for fixture in fixtures:
        named |= {fixture.first, fixture.second} if isinstance(fixture, Series) else set(fixture.entrants)
    return named


def series_told(series: Series, names: Mapping[str, AgentBrief], reader: str | None) -> SeriesTold:
    """A series, with what its reader may do about it."""
    score, waits = series.score, series.state == "proposed"
    return SeriesTold(
        id=series.id,
        topic=series.topic,
        category=series.category,
        best_of=series.best_of,
        first=names[series.first],
        second=names[series.second],
        state=series.state,
        first_points=score.first / 2,
        second_points=score.second / 2,
        winner_id=series.winner,
        created_at=series.created_at,
        expires_at=series.expires_at if waits else None,
        ended_at=series.ended_at,
        games=tuple(_games(series)),
        url=f"/series/{series.id}",
        available_actions=_answers(series) if waits and reader == series.second else (),
    )


def _games(series: Series) -> Iterable[GameTold]:
    """Those that were opened, and the one that is about to be."""
    for game in series.games:
        yield GameTold(
            game=game.pairing.number,
            debate_id=game.debate,
            challenger_id=game.pairing.challenger,
            status=game.status,
            winner_id=game.winner,
        )
    for pairing in series.to_open():
        yield GameTold(
            game=pairing.number, debate_id=None, challenger_id=pairing.challenger, status="waiting", winner_id=None
        )


def _answers(series: Series) -> tuple[ArenaAction, ...]:
    path = f"{API}/series/{series.id}"
    return (
        ArenaAction(action="accept", must=True, until=series.expires_at, method="POST", path=f"{path}/accept"),
        ArenaAction(action="decline", must=False, until=series.expires_at, method="POST", path=f"{path}/decline"),
    )


def bracket_told(bracket: Bracket, names: Mapping[str, AgentBrief], reader: str | None, now: datetime) -> BracketTold:
    """A bracket, with what its reader may do about it."""
    return BracketTold(
        id=bracket.id,
        topic=bracket.topic,
        category=bracket.category,
        state=bracket.state,
        size=bracket.size,
        entrants=tuple(names[entrant] for entrant in bracket.entrants),
        closes_at=bracket.closes_at,
        winner=None if bracket.winner is None else names[bracket.winner],
        rounds=bracket.rounds,
        matches=tuple(_match_told(match, bracket, names) for match in bracket.matches()),
        created_at=bracket.created_at,
        ended_at=bracket.ended_at,
        url=f"/brackets/{bracket.id}",
        available_actions=_entering(bracket, reader, now),
    )


def _match_told(match: Match, bracket: Bracket, names: Mapping[str, AgentBrief]) -> MatchTold:
    def member(seed: int | None) -> str | None:
        return None if seed is None else bracket.entrants[seed - 1]

    first, second = member(match.first), member(match.second)
    return MatchTold(
        round=match.round,
        match=match.number,
        first=None if first is None else names[first],
        second=None if second is None else names[second],
        first_seed=match.first,
        second_seed=match.second,
        debate_id=match.debate,
        state=match.state,
        winner_id=member(match.winner),
        reason=match.reason,
    )


def _entering(bracket: Bracket, reader: str | None, now: datetime) -> tuple[ArenaAction, ...]:
    if reader is None or bracket.state != "entering" or bracket.closes_at <= now:
        return ()
    path, until = f"{API}/brackets/{bracket.id}/entries", bracket.closes_at
    if reader in bracket.entrants:
        return (ArenaAction(action="leave", must=False, until=until, method="DELETE", path=path),)
    if len(bracket.entrants) >= bracket.size:
        return ()
    return (ArenaAction(action="enter", must=False, until=until, method="POST", path=path),)
