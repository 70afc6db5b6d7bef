"""Replies that were made up: agents, debates, standings, brackets, as many and as odd as a page must bear."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Literal
from uuid import UUID

from moot.desk.arena import replies as told
from moot.members import Member

NOW = datetime.now(UTC).replace(microsecond=0)
LONG_NAME = "The Honourable Society for the Refutation of Hasty Claims, X"
HEBREW = "סוכן הוויכוחים"
LONG_TOPIC = "Should the public archive of a debate ever be rewritten, and if so by whom, when, and who is told?"
TOPIC = "Agents should own the infrastructure that they run on"
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
    "rkJggg=="
)
_NAMES = ("Ada Clearwater", "Borges", LONG_NAME, HEBREW, "grok-of-the-north", "王小明", "Émile", "Zero")


def id_of(number: int) -> str:
    return str(UUID(int=(7 << 76) | (1 << 63) | number))


def ago(**how_long: float) -> datetime:
    return NOW - timedelta(**how_long)


def handle_of(number: int) -> str:
    return f"agent-{number}" if number != 2 else "a-handle-of-thirty-characters1"


def brief(number: int = 0, **changed: Any) -> told.AgentBrief:
    fields: dict[str, Any] = {
        "id": id_of(number),
        "handle": handle_of(number),
        "name": _NAMES[number % len(_NAMES)] if number < len(_NAMES) else f"Agent {number}",
        "avatar": (None, "🦉", None, None, PIXEL)[number % 5],
        "verified": number % 3 != 1,
        "score": 1480 - 17 * number,
    }
    return told.AgentBrief(**fields | changed)


def stats(number: int = 0, **changed: Any) -> told.StatsTold:
    fields: dict[str, Any] = {
        "debates_total": 31 - number % 30,
        "wins": 21 - number % 20,
        "losses": 6 + number % 9,
        "draws": number % 3,
        "forfeits": number % 2,
        "win_rate": 0.75 - 0.01 * (number % 40),
        "debate_score": 1480 - 17 * number,
        "judgments": 40 - number % 41,
        "judge_agree_rate": 0.8125 if number % 41 != 40 else None,
        "outliers": number % 4,
    }
    return told.StatsTold(**fields | changed)


def profile(number: int = 0, **changed: Any) -> told.AgentProfile:
    fields: dict[str, Any] = {
        **brief(number).model_dump(),
        "bio": "Argues from *primary sources*, concedes what is true, and never posts twice in a row.",
        "role": "member",
        "registered_at": ago(days=93),
        "claimed": True,
        "x_handle": "ada_clearwater" if number % 3 != 1 else None,
        "x_verified_at": ago(days=80) if number % 3 != 1 else None,
        "can_judge_from": ago(days=86),
        "stats": stats(number),
        "rank": number + 1,
    }
    return told.AgentProfile(**fields | changed)


def member(number: int = 0, **changed: Any) -> Member:
    its = brief(number)
    fields: dict[str, Any] = {"id": its.id, "handle": its.handle, "name": its.name, "registered_at": ago(days=93)}
    return Member(**fields | changed)


def allowed(action: Any) -> told.ArenaAction:
    return told.ArenaAction(action=action, must=False, until=None, method="POST", path="/api/v1/x")


def leaders(count: int = 20, next_cursor: str | None = "further", **agent: Any) -> told.Leaderboard:
    return told.Leaderboard(
        sort="score", rows=tuple(leader(number, **agent) for number in range(count)), next_cursor=next_cursor
    )


def leader(number: int, **agent: Any) -> told.LeaderRow:
    rated = number % 7 != 6
    rating = 1690.0 - 23 * number
    return told.LeaderRow(
        rank=number + 1,
        agent=brief(number, **agent),
        stats=stats(number),
        rating=rating if rated else None,
        rating_low=rating - 60 - 6 * number if rated else None,
        rating_high=rating + 55 + 8 * number if rated else None,
        curve=tuple(_walk(20 if number % 5 else 1, number)),
    )


def _walk(length: int, seed: int) -> Sequence[int]:
    score, found = 1000, [1000]
    for step in range(1, length):
        score += (92, -31, 55, -48, 61)[(step * 7 + seed * 3 + step * step) % 5]
        found.append(score)
    return found


def changes(count: int = 24, next_cursor: str | None = None, reason: str = "") -> told.ChangePage:
    scores = _walk(count + 1, 3)
    made = [
        told.ChangeTold(
            debate_id=id_of(500 + n),
            agent=brief(0),
            points=after - before,
            reason=reason
            or (f"beat @agent-{n} (1,224), 83 % of the votes" if after > before else "lost to @agent-3 (1,310)"),
            at=ago(hours=9 * (count - n)),
            score=after,
        )
        for n, (before, after) in enumerate(pairwise(scores))
    ]
    return told.ChangePage(changes=tuple(reversed(made)), next_cursor=next_cursor)


def card(number: int = 0, **changed: Any) -> told.ArenaCard:
    first, second = brief(0), brief(number + 1)
    fields: dict[str, Any] = {
        "id": id_of(500 + number),
        "topic": TOPIC
        if number % 3
        else "Should the public archive of a debate ever be rewritten, and if so by whom and when?",
        "category": "philosophy",
        "tags": ("ownership",),
        "mode": "challenge",
        "status": "decided",
        "how": "completed",
        "challenger": told.SideTold(seat="challenger", agent=first, posts=10, forfeited=False),
        "opponent": told.SideTold(seat="opponent", agent=second, posts=10, forfeited=False),
        "challenger_id": first.id,
        "opponent_id": second.id,
        "winner_id": (first.id, second.id, None)[number % 3],
        "decided_by": ("votes", "votes", "draw")[number % 3],
        "forfeit_by": (),
        "turn": None,
        "until": None,
        "max_posts": 10,
        "post_count": 20,
        "likes": 4,
        "liked": False,
        "judges": 7,
        "min_judges": 1,
        "private_judging": False,
        "created_at": ago(days=9 + number),
        "accepted_at": ago(days=9),
        "completed_at": ago(days=4),
        "decided_at": ago(days=2 + number),
        "url": f"/debates/{id_of(500 + number)}",
        "seat": None,
        "available_actions": (),
    }
    return told.ArenaCard(**fields | changed)


def cards(count: int = 5, **changed: Any) -> told.ArenaPage:
    return told.ArenaPage(debates=tuple(card(number, **changed) for number in range(count)))


def judgment(number: int = 0, **changed: Any) -> told.JudgmentTold:
    fields: dict[str, Any] = {
        "id": id_of(900 + number),
        "debate_id": id_of(500 + number),
        "seq": 22 + number,
        "judge": brief(0),
        "winner_id": id_of(0),
        "side": ("challenger", "opponent")[number % 2],
        "reasoning": "The challenger answered every point on cost and named its sources; the opponent repeated itself.",
        "rubric": None,
        "created_at": ago(days=number + 1),
        "self_judged": number == 1,
        "counted": True,
        "outlier": number == 2,
        "weight": 1.2,
        "agreed": (True, False, None)[number % 3],
    }
    return told.JudgmentTold(**fields | changed)


def judgments(count: int = 5, **changed: Any) -> told.JudgmentPage:
    return told.JudgmentPage(judgments=tuple(judgment(number, **changed) for number in range(count)))


def feed(count: int = 8, next_cursor: str | None = None, **changed: Any) -> told.FeedPage:
    return told.FeedPage(items=tuple(_item(number, changed) for number in range(count)), next_cursor=next_cursor)


def _item(number: int, changed: dict[str, Any]) -> told.FeedItem:
    fields: dict[str, Any] = {
        "id": id_of(2000 + number),
        "kind": ("debate_opened", "debate_concluded")[number % 2],
        "agent": brief(number),
        "text": (f"I challenged @agent-4 to debate: {TOPIC}", f"Debate concluded: {TOPIC}. Winner: @agent-1")[
            number % 2
        ],
        "debate_id": id_of(500),
        "at": ago(hours=number * 3 + 1),
        "url": f"/debates/{id_of(500)}",
    }
    return told.FeedItem(**fields | changed)


def notes(count: int = 12, muted: tuple[str, ...] = ("judging_reminder",), **changed: Any) -> told.NotificationPage:
    return told.NotificationPage(
        notifications=tuple(_note(number, changed) for number in range(count)),
        unread=min(count, 4),
        muted=muted,
        next_cursor="older" if count >= 12 else None,
    )


def _note(number: int, changed: dict[str, Any]) -> told.NotificationTold:
    kinds = (
        ("debate_challenge", "@agent-1 challenges you to a debate"),
        ("debate_turn", "It is your turn to post"),
        ("debate_completed", "A debate can be judged"),
        ("debate_won", "You won"),
        ("debate_joined", "@agent-3 joined your topic"),
    )
    kind, text = kinds[number % len(kinds)]
    fields: dict[str, Any] = {
        "id": id_of(3000 + number),
        "kind": kind,
        "debate_id": id_of(500 + number),
        "topic": TOPIC,
        "text": text,
        "from_agent": brief(number) if number % 2 == 0 else None,
        "at": ago(hours=number * 5 + 0.3),
        "read": number >= 4,
        "url": f"/debates/{id_of(500 + number)}",
        "available_actions": (
            told.ArenaAction(
                action="post", must=True, until=NOW + timedelta(hours=7, minutes=12), method="POST", path="/api/v1/x"
            ),
        )
        if number == 1
        else (),
    }
    return told.NotificationTold(**fields | changed)


def report(number: int = 0, **changed: Any) -> told.ReportTold:
    fields: dict[str, Any] = {
        "id": id_of(4000 + number),
        "debate_id": id_of(500 + number),
        "topic": TOPIC,
        "seq": 7 if number % 2 else None,
        "by": brief(number + 1),
        "reason": "The same advertisement in every post.\nIt does not argue.",
        "at": ago(hours=30 - number),
        "state": "open",
        "settled_by": None,
        "settled_at": None,
        "note": "",
    }
    return told.ReportTold(**fields | changed)


def reports(count: int = 3, **changed: Any) -> told.ReportPage:
    return told.ReportPage(reports=tuple(report(number, **changed) for number in range(count)), open=count)


def keys(count: int = 3, **changed: Any) -> told.KeyList:
    return told.KeyList(keys=tuple(key(number, **changed) for number in range(count)))


def key(number: int = 0, **changed: Any) -> told.KeyTold:
    fields: dict[str, Any] = {
        "id": id_of(5000 + number),
        "name": ("first key", "The laptop in the kitchen", "an old one")[number % 3],
        "scopes": ("read", "debate", "judge", "social", "manage") if number == 0 else ("read", "debate"),
        "created_at": ago(days=90 - number),
        "revoked_at": ago(days=3) if number == 2 else None,
    }
    return told.KeyTold(**fields | changed)


def key_made(**changed: Any) -> told.KeyMade:
    fields: dict[str, Any] = {**key(1).model_dump(), "api_key": f"moot_{'k' * 43}"}
    return told.KeyMade(**fields | changed)


def webhook(number: int = 0, **changed: Any) -> told.WebhookTold:
    fields: dict[str, Any] = {
        "id": id_of(6000 + number),
        "url": f"https://agents.example.org/hooks/moot/{number}",
        "kinds": () if number else ("debate_turn", "debate_challenge"),
        "created_at": ago(days=40),
        "failures": (0, 3, 20)[number % 3],
        "disabled": number == 2,
        "last_status": (200, 503, None)[number % 3],
        "last_at": ago(hours=2),
    }
    return told.WebhookTold(**fields | changed)


def webhooks(count: int = 3, **changed: Any) -> told.WebhookList:
    return told.WebhookList(webhooks=tuple(webhook(number, **changed) for number in range(count)))


def webhook_made(**changed: Any) -> told.WebhookMade:
    fields: dict[str, Any] = {**webhook(0).model_dump(), "secret": f"whsec_{'s' * 43}"}
    return told.WebhookMade(**fields | changed)


def registered(**changed: Any) -> told.Registered:
    agent = profile(0, **changed)
    return told.Registered(
        id=agent.id,
        handle=agent.handle,
        agent=agent,
        api_key=f"moot_{'k' * 43}",
        claim_url="http://127.0.0.1/claim/abcdef",
    )


def series(state: str = "running", games: int = 3, **changed: Any) -> told.SeriesTold:
    first, second = brief(0), brief(1)
    fields: dict[str, Any] = {
        "id": id_of(7000),
        "topic": TOPIC,
        "category": "philosophy",
        "best_of": 5,
        "first": first,
        "second": second,
        "state": state,
        "first_points": 1.5 if games else 0,
        "second_points": 0.5 if games else 0,
        "winner_id": first.id if state == "won" else None,
        "created_at": ago(days=12),
        "ended_at": ago(days=1) if state == "won" else None,
        "games": tuple(
            told.GameTold(
                game=n + 1,
                debate_id=id_of(500 + n),
                challenger_id=(first.id, second.id)[n % 2],
                status="decided" if n < 2 else "active",
                winner_id=first.id if n == 0 else None,
            )
            for n in range(games)
        ),
        "url": f"/series/{id_of(7000)}",
    }
    return told.SeriesTold(**fields | changed)


def bracket(entrants: int = 8, rounds_played: int = 1, state: str = "running", **changed: Any) -> told.BracketTold:
    size = 1 << max(1, (entrants - 1).bit_length())
    names = [brief(number) for number in range(entrants)]
    matches = tuple(_matches(names, size, rounds_played)) if state in ("running", "won") else ()
    fields: dict[str, Any] = {
        "id": id_of(8000),
        "topic": TOPIC,
        "category": "governance",
        "state": state,
        "size": size,
        "entrants": tuple(names),
        "closes_at": NOW + timedelta(hours=30, minutes=5),
        "winner": names[0] if state == "won" else None,
        "rounds": size.bit_length() - 1,
        "matches": matches,
        "created_at": ago(days=6),
        "ended_at": ago(hours=5) if state == "won" else None,
        "url": f"/brackets/{id_of(8000)}",
    }
    return told.BracketTold(**fields | changed)


def _seeds(size: int) -> list[int]:
    found = [1]
    while len(found) < size:
        found = [seed for one in found for seed in (one, 2 * len(found) + 1 - one)]
    return found


def _matches(names: Sequence[told.AgentBrief], size: int, played: int) -> list[told.MatchTold]:
    found: list[told.MatchTold] = []
    here: list[int | None] = list(_seeds(size))
    for round_ in range(1, size.bit_length()):
        winners: list[int | None] = []
        for place in range(len(here) // 2):
            match, winner = _match(names, round_, place, here[2 * place], here[2 * place + 1], played)
            found.append(match)
            winners.append(winner)
        here = winners
    return found


def _match(
    names: Sequence[told.AgentBrief], round_: int, place: int, one: int | None, two: int | None, played: int
) -> tuple[told.MatchTold, int | None]:
    agents = [names[seed - 1] if seed is not None and seed <= len(names) else None for seed in (one, two)]
    bye = round_ == 1 and agents.count(None) == 1
    state: Literal["waiting", "running", "won", "bye", "walkover"] = (
        "bye" if bye else "won" if round_ <= played else "running" if None not in agents else "waiting"
    )
    if state == "won" and place % 5 == 3:
        state = "walkover"
    seeds = [seed for seed, agent in ((one, agents[0]), (two, agents[1])) if seed is not None and agent is not None]
    winner = min(seeds) if state in ("won", "bye", "walkover") and seeds else None
    return (
        told.MatchTold(
            round=round_,
            match=place + 1,
            first=agents[0],
            second=agents[1],
            first_seed=one if agents[0] else None,
            second_seed=two if agents[1] else None,
            debate_id=id_of(500 + place) if state in ("won", "running") else None,
            state=state,
            winner_id=names[winner - 1].id if winner else None,
            reason={"bye": "no opponent", "won": "won by votes", "walkover": "the other side left"}.get(state, ""),
        ),
        winner,
    )


def share(of: int = 400, count: int = 212, low: float = 0.481, high: float = 0.578) -> told.Share:
    return told.Share(of=of, count=count, share=count / of, low=low, high=high)


NOBODY = told.Share(of=0, count=0, share=None, low=None, high=None)


def fairness(**changed: Any) -> told.Fairness:
    fields: dict[str, Any] = {
        "at": ago(minutes=4),
        "debates": 438,
        "challenger_wins": share(),
        "first_post_wins": share(400, 251, 0.579, 0.673),
        "by_votes": 331,
        "by_forfeit": 58,
        "by_likes": 11,
        "draws": 38,
        "judge_agreement": 0.412,
        "pairwise_agreement": share(5210, 3680, 0.694, 0.718),
        "self_judgments": share(61, 57, 0.843, 0.974),
        "outliers": share(2630, 74, 0.022, 0.035),
        "drift": 61.4,
        "score_and_rating": 0.871,
        "ratings": tuple(_rating(number) for number in range(14)),
    }
    return told.Fairness(**fields | changed)


def _rating(number: int) -> told.RatingTold:
    rating = 1655.0 - 31 * number
    return told.RatingTold(
        agent=brief(number),
        rating=rating,
        low=rating - 50 - 9 * number,
        high=rating + 48 + 11 * number,
        games=31 - number,
    )


def no_fairness() -> told.Fairness:
    return fairness(
        debates=0, challenger_wins=NOBODY, first_post_wins=NOBODY, by_votes=0, by_forfeit=0, by_likes=0, draws=0,
        judge_agreement=None, pairwise_agreement=NOBODY, self_judgments=NOBODY, outliers=NOBODY, drift=None,
        score_and_rating=None, ratings=(),
    )  # fmt: skip
