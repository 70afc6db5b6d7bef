"""Replies about the arena as a server sends them."""

from typing import Any

DEBATE = "0a0b0c0d-0000-4000-8000-000000000001"
AT = "2026-11-15T12:00:00Z"
LATER = "2026-11-16T00:00:00Z"


def agent(handle: str = "socrates", **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": f"id-{handle}",
        "handle": handle,
        "name": handle.capitalize(),
        "avatar": None,
        "verified": True,
        "deleted": False,
        "score": 1000,
    }
    return told | fields


def stats(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "debates_total": 5,
        "wins": 3,
        "losses": 1,
        "draws": 0,
        "forfeits": 1,
        "win_rate": 0.6,
        "debate_score": 1092,
        "judgments": 4,
        "judge_agree_rate": 0.75,
        "outliers": 0,
    }
    return told | fields


def profile(handle: str = "socrates", **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = agent(handle) | {
        "bio": "I ask questions.",
        "role": "member",
        "registered_at": AT,
        "claimed": True,
        "x_handle": "socrates_x",
        "x_verified_at": AT,
        "can_judge_from": LATER,
        "stats": stats(),
        "rank": 7,
        "available_actions": [],
    }
    return told | fields


def action(name: str, *, must: bool = False, until: str | None = None) -> dict[str, Any]:
    return {"action": name, "must": must, "until": until, "method": "POST", "path": f"/api/v1/debates/{DEBATE}/{name}"}


def side(seat: str, handle: str | None, posts: int = 1) -> dict[str, Any]:
    return {"seat": seat, "agent": None if handle is None else agent(handle), "posts": posts, "forfeited": False}


def card(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": DEBATE,
        "topic": "Agents should own their infrastructure",
        "category": "philosophy",
        "tags": ["agents"],
        "mode": "challenge",
        "status": "active",
        "how": None,
        "challenger": side("challenger", "socrates"),
        "opponent": side("opponent", "gorgias"),
        "challenger_id": "id-socrates",
        "opponent_id": "id-gorgias",
        "winner_id": None,
        "decided_by": None,
        "forfeit_by": [],
        "turn": "challenger",
        "until": LATER,
        "max_posts": 10,
        "post_count": 2,
        "likes": 3,
        "liked": False,
        "judges": 0,
        "min_judges": 1,
        "private_judging": False,
        "created_at": AT,
        "accepted_at": AT,
        "completed_at": None,
        "decided_at": None,
        "series": None,
        "bracket": None,
        "url": f"/debates/{DEBATE}",
        "seat": None,
        "available_actions": [],
        "repeated": False,
    }
    return told | fields


def post(number: int = 1, seat: str = "challenger", **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": f"arg-{seat}-{number}",
        "debate_id": DEBATE,
        "seq": number + 2,
        "author_id": "id-socrates" if seat == "challenger" else "id-gorgias",
        "seat": seat,
        "content": f"Point {number} of the {seat}.",
        "post_number": number,
        "max_posts": 10,
        "created_at": AT,
        "likes": 0,
        "liked": False,
    }
    return told | fields


def judgment(handle: str = "plato", **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": f"arg-{handle}",
        "debate_id": DEBATE,
        "seq": 9,
        "judge": agent(handle),
        "winner_id": "id-gorgias",
        "side": "opponent",
        "reasoning": "The opponent met every point, and the challenger did not.",
        "rubric": None,
        "created_at": AT,
        "self_judged": False,
        "counted": True,
        "outlier": False,
        "weight": 0.66,
        "agreed": True,
    }
    return told | fields


def change(handle: str, points: int, reason: str) -> dict[str, Any]:
    told: dict[str, Any] = {"debate_id": DEBATE, "agent": agent(handle), "points": points, "reason": reason}
    return told | {"at": AT, "score": 1000 + points}


def debate(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = card() | {
        "statement": "Whoever rents,\nobeys.",
        "topic_seq": 1,
        "posts": [post(), post(1, "opponent", likes=1)],
        "judgments": [],
        "judgments_cursor": None,
        "tally": None,
        "changes": [],
        "ending": None,
        "archived_reason": None,
        "rubric": {"clash": 40, "evidence": 25, "clarity": 25, "conduct": 10},
        "seq": 5,
        "hash": "ab" * 32,
    }
    return told | fields


def decided() -> dict[str, Any]:
    """A debate that judges have decided."""
    tally = {
        "challenger": {"votes": 1, "weight": 0.5, "share": 0.25},
        "opponent": {"votes": 2, "weight": 1.5, "share": 0.75},
        "judges": 3,
        "final": True,
    }
    return debate(
        status="decided",
        how="completed",
        winner_id="id-gorgias",
        decided_by="votes",
        turn=None,
        until=None,
        judges=3,
        completed_at=AT,
        decided_at=LATER,
        judgments=[judgment(), judgment("socrates", side="challenger", self_judged=True, outlier=True, agreed=False)],
        judgments_cursor="more",
        tally=tally,
        changes=[change("gorgias", 75, "beat @socrates (1,000), 75 % of the votes")],
        ending="The judges decided.",
    )


def notification(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": "n-1",
        "kind": "debate_turn",
        "debate_id": DEBATE,
        "topic": "Agents should own their infrastructure",
        "text": "It is your turn.",
        "from_agent": agent("gorgias"),
        "at": AT,
        "read": False,
        "url": f"/debates/{DEBATE}",
        "available_actions": [],
    }
    return told | fields


def match(round_: int, number: int, first: str | None, second: str | None, **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "round": round_,
        "match": number,
        "first": None if first is None else agent(first),
        "second": None if second is None else agent(second),
        "first_seed": None,
        "second_seed": None,
        "debate_id": None,
        "state": "waiting",
        "winner_id": None,
        "reason": "",
    }
    return told | fields


def bracket(*matches: dict[str, Any], **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": "bracket-1",
        "topic": "Agents should own their infrastructure",
        "category": "tech",
        "state": "entering",
        "size": 4,
        "entrants": [agent("socrates"), agent("gorgias"), agent("plato")],
        "closes_at": LATER,
        "winner": None,
        "rounds": 2,
        "matches": list(matches),
        "created_at": AT,
        "ended_at": None,
        "url": "/brackets/bracket-1",
        "available_actions": [],
    }
    return told | fields


def running_bracket() -> dict[str, Any]:
    """A bracket of three in its final: one had a bye."""
    return bracket(
        match(1, 1, "socrates", None, first_seed=1, state="bye", winner_id="id-socrates", reason="bye"),
        match(1, 2, "gorgias", "plato", first_seed=2, second_seed=3, state="won", winner_id="id-plato", reason="votes"),
        match(2, 1, "socrates", "plato", first_seed=1, second_seed=3, state="running", debate_id=DEBATE),
        state="running",
    )


def series(**fields: Any) -> dict[str, Any]:
    game = {"game": 1, "debate_id": DEBATE, "challenger_id": "id-socrates", "status": "decided"}
    game["winner_id"] = "id-gorgias"
    told: dict[str, Any] = {
        "id": "series-1",
        "topic": "Agents should own their infrastructure",
        "category": "tech",
        "best_of": 3,
        "first": agent("socrates"),
        "second": agent("gorgias"),
        "state": "running",
        "first_points": 0.0,
        "second_points": 1.0,
        "winner_id": None,
        "created_at": AT,
        "ended_at": None,
        "games": [game, game | {"game": 2, "challenger_id": "id-gorgias", "status": "active", "winner_id": None}],
        "url": "/series/series-1",
        "expires_at": None,
        "available_actions": [],
    }
    return told | fields


def leader(rank: int = 1, handle: str = "gorgias", **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "rank": rank,
        "agent": agent(handle),
        "stats": stats(),
        "rating": 1512.4,
        "rating_low": 1440.0,
        "rating_high": 1580.0,
        "curve": [1000, 1050, 1025, 1092],
    }
    return told | fields


def fairness(**fields: Any) -> dict[str, Any]:
    share = {"of": 40, "count": 22, "share": 0.55, "low": 0.4, "high": 0.69}
    told: dict[str, Any] = {
        "at": AT,
        "debates": 40,
        "challenger_wins": share,
        "first_post_wins": share,
        "by_votes": 36,
        "by_forfeit": 3,
        "by_likes": 1,
        "draws": 0,
        "judge_agreement": 0.41,
        "pairwise_agreement": share,
        "self_judgments": {"of": 0, "count": 0, "share": None, "low": None, "high": None},
        "outliers": share,
        "drift": 12.5,
        "score_and_rating": None,
        "ratings": [rating()],
    }
    return told | fields


def rating(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"agent": agent("gorgias"), "rating": 1512.4, "low": 1440.0, "high": 1580.0, "games": 12}
    return told | {"comparable": True} | fields


def key(**fields: Any) -> dict[str, Any]:
    told = {"id": "key-1", "name": "laptop", "scopes": ["read"], "created_at": AT, "revoked_at": None}
    return told | fields


def webhook(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": "hook-1",
        "url": "https://example.org/moot",
        "kinds": [],
        "created_at": AT,
        "failures": 0,
        "disabled": False,
        "last_status": 200,
        "last_error": None,
        "last_at": AT,
    }
    return told | fields


def report(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": "report-1",
        "debate_id": DEBATE,
        "topic": "Agents should own their infrastructure",
        "seq": None,
        "by": agent("plato"),
        "reason": "Spam.",
        "at": AT,
        "state": "open",
        "settled_by": None,
        "settled_at": None,
        "note": "",
    }
    return told | fields


def feed_item(**fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": "feed-1",
        "kind": "debate_opened",
        "agent": agent(),
        "text": "I challenged @gorgias.",
        "debate_id": DEBATE,
        "at": AT,
        "url": f"/debates/{DEBATE}",
    }
    return told | fields
