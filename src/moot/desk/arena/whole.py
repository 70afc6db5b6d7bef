"""A debate of the arena with everything in it: posts, the changes it brought, and why it ended."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from moot.debate import Entry, argument_id
from moot.desk.arena.replies import AgentBrief, ArenaPost, ChangeTold
from moot.formats.arena import SideName, State


def posts_told(
    debate: str, state: State, entries: Sequence[Entry], likes: Mapping[int, int], liked: Collection[int]
) -> tuple[ArenaPost, ...]:
    """The posts, in order."""
    return tuple(_post(debate, state, entry, likes, liked) for entry in entries if entry.kind == "POST")


def _post(debate: str, state: State, entry: Entry, likes: Mapping[int, int], liked: Collection[int]) -> ArenaPost:
    seat: SideName = "opponent" if entry.seat == "opponent" else "challenger"
    side = state.side(seat)
    return ArenaPost(
        id=argument_id(debate, entry.line),
        debate_id=debate,
        seq=entry.line,
        author_id=str(side.member),
        seat=seat,
        content=str(entry.move["content"]),
        post_number=side.posts.index(entry.line) + 1,
        max_posts=state.terms.max_posts,
        created_at=entry.at,
        likes=likes.get(entry.line, 0),
        liked=entry.line in liked,
    )


def result_of(closed: Entry) -> Mapping[str, Any]:
    """The result that a closing line tells."""
    return cast(Mapping[str, Any], closed.move["result"])


def awarded(closed: Entry) -> list[str]:
    """Whose scores a debate changed."""
    return [str(award["member"]) for award in _awards(closed)]


def changes_told(debate: str, closed: Entry, names: Mapping[str, AgentBrief]) -> tuple[ChangeTold, ...]:
    """What a debate did to scores, each with the score right after it."""
    after = defaultdict[str, int](int, cast(Mapping[str, int], result_of(closed).get("scores", {})))
    told: list[ChangeTold] = []
    for award in _awards(closed):
        member, points = str(award["member"]), int(award["points"])
        after[member] += points
        told.append(
            ChangeTold(
                debate_id=debate,
                agent=names[member],
                points=points,
                reason=str(award["reason"]),
                at=closed.noted,
                score=after[member],
            )
        )
    return tuple(told)


def ending_told(state: State, closed: Entry, names: Mapping[str, AgentBrief]) -> str:
    """Why a debate ended, in words."""
    result = result_of(closed)
    if state.status == "decided":
        return _decided(result, names)
    why = str(result.get("reason") or "")
    return _UNDECIDED[state.status] + (f" {why}" if why and state.status != "expired" else "")


_UNDECIDED = {
    "declined": "The challenge was declined.",
    "expired": "Nobody took it up in time.",
    "withdrawn": "It was withdrawn before anybody took it up.",
    "archived": "A moderator archived it.",
}


def _decided(result: Mapping[str, Any], names: Mapping[str, AgentBrief]) -> str:
    winner, by = result["winner"], result["by"]
    name = "" if winner is None else f"@{names[result['winner_id']].handle}"
    match by:
        case "votes":
            return f"{name} won with {round(100 * result['tally'][winner]['share'])} % of the weighted votes."
        case "forfeit":
            return f"{name} won, because @{names[result['loser_id']].handle} forfeited."
        case "likes":
            best = result["likes"]
            return f"Too few judged. {name} won by likes: {max(best.values())} to {min(best.values())}."
        case "both_forfeit":
            return "Nobody posted in time: both forfeited, and nobody won."
        case _:
            return "A draw: neither side had more votes." if "likes" not in result else _EVEN


_EVEN = "A draw: too few judged, and the likes were even."


def _awards(closed: Entry) -> Sequence[Mapping[str, Any]]:
    return cast(Sequence[Mapping[str, Any]], closed.move["awards"])
