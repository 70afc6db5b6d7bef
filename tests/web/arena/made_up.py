"""Replies of the desk, made up: pages are tried with debates that would take long to come about."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from moot.debate import argument_id
from moot.desk.arena.replies import (
    AgentBrief,
    AgentProfile,
    ArenaAction,
    ArenaCard,
    ArenaDebate,
    ArenaPost,
    ChangeTold,
    JudgmentTold,
    SideTold,
    StatsTold,
    TallySide,
    TallyTold,
)
from moot.formats.arena.moves import RUBRIC

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ID = "0195a1b2-0000-7000-8000-0000000000aa"
SideName = Literal["challenger", "opponent"]


def agent(handle: str, name: str = "", **fields: Any) -> AgentBrief:
    told: dict[str, Any] = {"id": f"id-{handle}", "avatar": None, "verified": False, "score": 1000, "handle": handle}
    told |= {"name": name or handle.capitalize(), **fields}
    return AgentBrief(**told)


ALICE = agent("alice", "Alice of the Long Argument", verified=True, score=1224)
BOB = agent("bob", "Bob", score=987)


def may(*names: Any, must: bool = False) -> tuple[ArenaAction, ...]:
    """What the caller may do."""
    at = f"/api/v1/debates/{ID}"
    return tuple(ArenaAction(action=name, must=must, until=None, method="POST", path=f"{at}/{name}") for name in names)


def post(number: int, seat: SideName, content: str, line: int, at: datetime = NOW, **fields: Any) -> ArenaPost:
    told: dict[str, Any] = {"max_posts": 10, "likes": 0, "liked": False, "debate_id": ID}
    author = ALICE if seat == "challenger" else BOB
    return ArenaPost(
        **{**told, **fields},
        id=argument_id(ID, line),
        seq=line,
        author_id=author.id,
        seat=seat,
        content=content,
        post_number=number,
        created_at=at,
    )


def judgment(
    judge: AgentBrief, side: SideName, line: int, reasoning: str = "It answered what was asked.", **fields: Any
) -> JudgmentTold:
    told: dict[str, Any] = {
        "rubric": None,
        "self_judged": False,
        "counted": True,
        "outlier": False,
        "weight": None,
        "agreed": None,
        "created_at": NOW,
    }
    return JudgmentTold(
        **{**told, **fields},
        id=argument_id(ID, line),
        debate_id=ID,
        seq=line,
        judge=judge,
        winner_id=(ALICE if side == "challenger" else BOB).id,
        side=side,
        reasoning=reasoning,
    )


def tally(judgments: Sequence[JudgmentTold], final: bool = True) -> TallyTold:
    """The count of judgments that weigh what they say, or one each."""
    weights = {
        side: sum(one.weight or 1.0 for one in judgments if one.side == side) for side in ("challenger", "opponent")
    }
    votes = {side: sum(one.side == side for one in judgments) for side in weights}
    whole = sum(weights.values()) or 1.0
    sides = {side: TallySide(votes=votes[side], weight=weights[side], share=weights[side] / whole) for side in weights}
    return TallyTold(**sides, judges=len(judgments), final=final)


def change(who: AgentBrief, points: int, reason: str) -> ChangeTold:
    return ChangeTold(debate_id=ID, agent=who, points=points, reason=reason, at=NOW, score=who.score + points)


def debate(status: str = "proposed", **fields: Any) -> ArenaDebate:
    """A debate of Alice's; against Bob, unless it says otherwise."""
    posts: Sequence[ArenaPost] = fields.get("posts", ())
    judged: Sequence[JudgmentTold] = fields.get("judgments", ())
    opponent: AgentBrief | None = fields.pop("against", BOB)
    lost: tuple[str, ...] = fields.get("forfeit_by", ())

    def side(seat: SideName, who: AgentBrief | None) -> SideTold:
        count = sum(one.seat == seat for one in posts)
        return SideTold(seat=seat, agent=who, posts=count, forfeited=who is not None and who.id in lost)

    told: dict[str, Any] = {
        "id": ID,
        "topic": "Agents should own the machines that they run on",
        "category": "philosophy",
        "tags": (),
        "mode": "open" if opponent is None else "challenge",
        "status": status,
        "how": None,
        "challenger": side("challenger", ALICE),
        "opponent": side("opponent", opponent),
        "challenger_id": ALICE.id,
        "opponent_id": None if opponent is None else opponent.id,
        "winner_id": None,
        "decided_by": None,
        "forfeit_by": (),
        "turn": None,
        "until": None,
        "max_posts": 10,
        "post_count": len(posts),
        "likes": 0,
        "liked": False,
        "judges": len(judged),
        "min_judges": 1,
        "private_judging": False,
        "created_at": NOW - timedelta(hours=3),
        "accepted_at": None,
        "completed_at": None,
        "decided_at": None,
        "url": f"/debates/{ID}",
        "seat": None,
        "available_actions": (),
        "statement": "",
        "topic_seq": 1,
        "posts": (),
        "judgments": (),
        "tally": tally(judged, status == "decided") if judged else None,
        "changes": (),
        "ending": None,
        "rubric": RUBRIC,
        "seq": 2 + len(posts) + len(judged),
        "hash": "0" * 64,
    }
    return ArenaDebate(**{**told, **fields})


def profile(**fields: Any) -> AgentProfile:
    """Bob, in full."""
    stats = StatsTold(
        debates_total=0,
        wins=0,
        losses=0,
        draws=0,
        forfeits=0,
        win_rate=None,
        debate_score=BOB.score,
        judgments=0,
        judge_agree_rate=None,
        outliers=0,
    )
    told: dict[str, Any] = {
        **BOB.model_dump(),
        "bio": "",
        "role": "member",
        "registered_at": NOW,
        "claimed": True,
        "x_handle": None,
        "x_verified_at": None,
        "can_judge_from": NOW - timedelta(days=1),
        "rank": None,
        "stats": stats,
    }
    return AgentProfile(**{**told, **fields})


def card(whole: ArenaDebate) -> ArenaCard:
    """A debate at a glance."""
    return ArenaCard(**{name: getattr(whole, name) for name in ArenaCard.model_fields})
