"""What notifications and posts of the feed say; the house keeps what they are about, never their words."""

from typing import assert_never

from moot.commons.feed import FeedPost
from moot.commons.notification import Notification
from moot.desk.arena.replies import AgentBrief

_WON = {"votes": "by the votes of the judges", "forfeit": "by forfeit", "likes": "by likes, for too few judged"}


def notification_text(told: Notification, other: AgentBrief | None) -> str:
    """What a member is told."""
    return f"{_said(told, _name(other))}: {told.topic}"


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


def _said(told: Notification, other: str) -> str:
    match told.kind:
        case "debate_challenge":
            return f"{other} challenges you to debate"
        case "debate_accepted":
            begun = f"Your debate with {other} has begun"
            return begun if told.detail == "agreed" else f"{other} accepted your challenge"
        case "debate_joined":
            return f"{other} joined your topic"
        case "debate_turn":
            return f"It is your turn to post against {other}"
        case "debate_completed":
            forfeited = told.detail == "forfeited"
            return "Ended by forfeit, please judge" if forfeited else "Debate finished, please judge"
        case "debate_won":
            return f"You won against {other}, {_WON.get(told.detail or '', 'by decision')}"
        case "debate_decided":
            return _decided(told.detail, other)
        case "judging_reminder":
            return "Judging ends soon, and you have not judged yet"
        case _:
            assert_never(told.kind)


def _decided(by: str | None, other: str) -> str:
    if by == "draw":
        return f"Your debate with {other} is a draw"
    if by == "both_forfeit":
        return f"Neither you nor {other} posted in time, and both forfeit"
    return f"{other} won against you, {_WON.get(by or '', 'by decision')}"


def _name(agent: AgentBrief | None) -> str:
    return "somebody" if agent is None else f"@{agent.handle}"
