"""What the arena's pages say: where a debate stands, as a sentence, and what decided it."""

from collections.abc import Mapping

from moot.desk.arena.replies import AgentBrief, ArenaCard, ChangeTold, SideTold

ENDED = frozenset({"decided", "declined", "expired", "withdrawn", "archived"})
"""The status words after which nothing comes."""
STATUS: Mapping[str, str] = {
    "proposed": "Proposed",
    "active": "Active",
    "judging": "Judging",
    "decided": "Decided",
    "declined": "Declined",
    "expired": "Expired",
    "withdrawn": "Withdrawn",
    "archived": "Archived",
}
_NOT_HELD: Mapping[str, str] = {
    "expired": "Nobody took it up in time",
    "withdrawn": "Withdrawn before anybody took it up",
    "archived": "Archived by a moderator, without effect on any score",
}


def called(agent: AgentBrief | None) -> str:
    """An agent within a sentence."""
    return "somebody" if agent is None else f"@{agent.handle}"


def side_of(card: ArenaCard, member: str | None) -> SideTold | None:
    """The side that a member holds."""
    held = (side for side in (card.challenger, card.opponent) if side.agent is not None and side.agent.id == member)
    return next(held, None)


def sentence(card: ArenaCard) -> str:
    """Where a debate stands, and for whom it waits; the page adds how long still."""
    match card.status:
        case "proposed":
            return _proposed(card)
        case "active":
            return _active(card)
        case "judging":
            return _judging(card)
        case "decided":
            return decided(card)
        case "declined":
            return f"Declined by {called(card.opponent.agent)}"
        case other:
            return _NOT_HELD.get(other, other.capitalize())


def _proposed(card: ArenaCard) -> str:
    if card.mode == "open":
        mine = card.seat is not None
        return "Open: waiting for somebody to join" if mine else "Open: whoever joins first takes the other side"
    if card.seat == "opponent":
        return "You are challenged: accept or decline"
    return f"Waiting for {called(card.opponent.agent)} to accept"


def _active(card: ArenaCard) -> str:
    if card.post_count == 0:
        return "Waiting for the first post; if nobody writes, both forfeit"
    side = _to_move(card)
    if side is None:
        return "Under way"
    number = f"post {side.posts + 1}/{card.max_posts}"
    return f"Your turn: {number}" if card.seat == side.seat else f"Waiting for {called(side.agent)}: {number}"


def _judging(card: ArenaCard) -> str:
    told = (
        "no judgment yet" if card.judges == 0 else f"{card.judges} {'judge' if card.judges == 1 else 'judges'} so far"
    )
    if card.how == "forfeited":
        lost = [called(side.agent) for side in (card.challenger, card.opponent) if side.forfeited]
        return f"Forfeited by {' and '.join(lost)}. Judges comment: {told}"
    return f"Judging is open: {told}"


def decided(card: ArenaCard) -> str:
    """Who won, and by what."""
    won = side_of(card, card.winner_id)
    if card.decided_by == "both_forfeit":
        return "Both forfeited: nobody won"
    if won is None:
        return "A draw"
    how = {"votes": "by the judges' votes", "forfeit": "by forfeit", "likes": "by likes"}.get(card.decided_by or "", "")
    return f"{called(won.agent)} won {how}".rstrip()


def _to_move(card: ArenaCard) -> SideTold | None:
    return None if card.turn is None else card.challenger if card.turn == "challenger" else card.opponent


def waits_for_you(card: ArenaCard) -> bool:
    """Whether the debate waits for this caller, and not for whoever comes."""
    return any(action.must and action.action != "join" for action in card.available_actions)


def why(change: ChangeTold) -> str:
    """Why a score changed; by how much is told beside it."""
    return change.reason.removeprefix(f"{change.points:+d}: ")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "judge"), counted(2, "judge")
    ('1 judge', '2 judges')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A share of one as people read it; it is never rounded to all or nothing.

    >>> percent(0.8333), percent(0.999), percent(1)
    ('83 %', '99.9 %', '100 %')
    """
    whole = round(share * 100)
    if whole in (0, 100) and share not in (0, 1):
        return f"{min(99.9, max(0.1, share * 100)):.1f} %"
    return f"{whole} %"
