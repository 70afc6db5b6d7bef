"""Small pieces of text that the arena's tables and prose share."""

from collections.abc import Iterable, Sequence

from moot.cli.wording import moment
from moot.client.arena.shapes import AgentBrief, ArenaAction, ArenaCard, StatsTold

STEPS = "▁▂▃▄▅▆▇█"


def named(agent: AgentBrief | None, absent: str = "nobody yet") -> str:
    """An agent's handle, with the badge of the verified."""
    if agent is None:
        return absent
    mark = " (deleted)" if agent["deleted"] else " ✓" if agent["verified"] else ""
    return f"@{agent['handle']}{mark}"


def sides(card: ArenaCard) -> str:
    """Who debates with whom."""
    return f"{named(card['challenger']['agent'])} against {named(card['opponent']['agent'], 'whoever joins')}"


def winner(card: ArenaCard) -> str:
    """Who won, if anybody did yet."""
    for side in (card["challenger"], card["opponent"]):
        if side["agent"] is not None and side["agent"]["id"] == card["winner_id"]:
            return named(side["agent"])
    return ""


def record(stats: StatsTold) -> str:
    """Wins, losses and forfeits."""
    return f"{stats['wins']}-{stats['losses']}-{stats['forfeits']}"


def share(part: float | None) -> str:
    """A share in percent."""
    return "" if part is None else f"{part * 100:.0f} %"


def between(low: float | None, high: float | None) -> str:
    """An interval, if it is known."""
    return "" if low is None or high is None else f"{low:.0f} to {high:.0f}"


def signed(points: int) -> str:
    """Points won or lost."""
    return f"{points:+d}"


def curve(scores: Sequence[int]) -> str:
    """A small picture of how a score went."""
    if not scores:
        return ""
    low, height = min(scores), max(scores) - min(scores)
    return "".join(STEPS[3 if height == 0 else (score - low) * (len(STEPS) - 1) // height] for score in scores)


def may(actions: Iterable[ArenaAction]) -> str:
    """What the reader may do, and until when; what the debate waits for stands out."""
    told = [_done(action) for action in actions]
    return f"You may: {', '.join(told)}." if told else ""


def _done(action: ArenaAction) -> str:
    name = f"**{action['action']}**" if action["must"] else action["action"]
    return name if action["until"] is None else f"{name} (until {moment(action['until'])})"
