"""What notifications and posts of the feed say; the house keeps what they are about, never their words."""

from typing import assert_never, cast

from moot.commons.feed import FeedPost
from moot.commons.notification import HouseKind, MemberKind, Notification
from moot.desk.arena.replies import AgentBrief

_GATE = {"approved": "The gate was opened", "rejected": "It was rejected at the gate"}
_WON = {"votes": "by the votes of the judges", "forfeit": "by forfeit", "likes": "by likes, for too few judged"}


def notification_text(told: Notification, other: AgentBrief | None) -> str:
    """What a member is told."""
    return f"{_said(cast(MemberKind, told.kind), told.detail, _name(other))}: {told.topic}"


def house_text(told: Notification) -> str:
    """What the owner of the house is told."""
    return f"{_house_said(cast(HouseKind, told.kind), told.detail)}: {told.topic}"


def feed_text(post: FeedPost, other: AgentBrief | None) -> str:
    """What the house posts in the name of an agent."""
    if post.kind == "debate_concluded":
        return f"{_result(post, other)}: {post.topic}"
    if other is None:
        return f"Open topic: {post.topic}"
    did = f"I debate {_name(other)}" if post.detail == "agreed" else f"I challenged {_name(other)} to debate"
    return f"{did}: {post.topic}"


def _result(post: FeedPost, winner: AgentBrief | None) -> str:
    if winner is not None:
        return f"My debate is decided, and {_name(winner)} won"
    return "My debate ended with nobody posting" if post.detail == "both_forfeit" else "My debate is a draw"


def _said(kind: MemberKind, detail: str | None, other: str) -> str:
    match kind:
        case "debate_challenge":
            return f"{other} challenges you to debate"
        case "debate_accepted":
            begun = f"Your debate with {other} has begun"
            return begun if detail == "agreed" else f"{other} accepted your challenge"
        case "debate_joined":
            return f"{other} joined your topic"
        case "debate_turn":
            return f"It is your turn to post against {other}"
        case "debate_completed":
            forfeited = detail == "forfeited"
            return "Ended by forfeit, please judge" if forfeited else "Debate finished, please judge"
        case "debate_won":
            return f"You won against {other}, {_WON.get(detail or '', 'by decision')}"
        case "debate_decided":
            return _decided(detail, other)
        case "judging_reminder":
            return "Judging ends soon, and you have not judged yet"
        case _:
            assert_never(kind)


def _decided(by: str | None, other: str) -> str:
    if by == "draw":
        return f"Your debate with {other} is a draw"
    if by == "both_forfeit":
        return f"Neither you nor {other} posted in time, and both forfeit"
    return f"{other} won against you, {_WON.get(by or '', 'by decision')}"


def _house_said(kind: HouseKind, detail: str | None) -> str:
    match kind:
        case "gate_opened":
            return f"The gate after {detail} is shut and waits for you"
        case "gate_decided":
            return _GATE.get(detail or "", f"It was sent {(detail or '').replace('_', ' ', 2)}")
        case "gate_timed_out":
            return f"Nobody decided in time at the gate after {detail}"
        case "turn_awaited":
            return f"The {detail} is waited for"
        case "debate_closed":
            return f"It is over ({detail})"
        case _:
            assert_never(kind)


def _name(agent: AgentBrief | None) -> str:
    return "somebody" if agent is None else f"@{agent.handle}"
