"""The rows beside a debate's own: sides, tags, judgments and awards, as its lines make them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from moot.debate import Entry, Json, JsonObject, Position
from moot.engine import Growth
from moot.formats.arena.setup import SideName
from moot.formats.arena.state import State
from moot.notation import told_at
from moot.store.arena.rows import changing, results

SETTLED = ("outlier", "agreed", "weight", "points")
"""What is known of a judgment once its debate is decided."""


def side(debate: str, seat: SideName, position: Position, opened_at: str, hot: int) -> dict[str, Any]:
    """Who sits, or was called out to sit, on one of the two sides."""
    state: State = position.state
    now, lively = changing(position), liveness(state)
    return {
        "debate_id": debate,
        "seat": seat,
        "member_id": state.side(seat).member,
        "opened_at": opened_at,
        "proposed": int(seat == "challenger" and state.terms.mode != "agreed"),
        "until": now["until"],
        "live": lively["live"],
        # Who was called out has not agreed to anything yet.
        "counts": lively["live"] if seat == "challenger" else lively["active"],
        "result": None,
        "hot": hot,
        "shelf": now["shelf"],
    }


def liveness(state: State) -> dict[str, int]:
    """Whether a debate is proposed or active, and whether it is active."""
    return {"live": int(state.status in ("proposed", "active")), "active": int(state.status == "active")}


def judgment(debate: str, entry: Entry, state: State) -> dict[str, Any]:
    """A judgment as it was given."""
    judge = str(entry.by)
    own = state.seat_of(judge) is not None
    return {
        "debate_id": debate,
        "line": entry.line,
        "judge_id": judge,
        "side": entry.move["winner"],
        "at": told_at(entry.at),
        "own": int(own),
        "counted": int(state.terms.count_self or not own),
        "counts": 1,
        **dict.fromkeys(SETTLED),
    }


def settled(judged: JsonObject) -> dict[str, Any]:
    """What the decision made of a judgment."""
    agreed, weight = judged["agreed"], cast(float, judged["weight"])
    return {
        "outlier": int(bool(judged["outlier"])),
        "agreed": None if agreed is None else int(bool(agreed)),
        "weight": round(weight * 1_000_000),
        "points": judged["points"],
    }


def awarded(debate: str, closed: Entry) -> list[dict[str, Any]]:
    """The changes of scores that a closing line tells, dated when it was written."""
    told = {"debate_id": debate, "at": told_at(closed.noted), "counts": 1}
    return [
        {**told, "number": number, "member_id": award["member"], "points": award["points"], "reason": award["reason"]}
        for number, award in enumerate(awards_in(closed))
    ]


def results_of(state: State) -> Mapping[SideName, str]:
    """What a decided debate came to for each side."""
    return results(None if state.decision is None else state.decision.winner, state.forfeits)


def judgments_in(entries: Iterable[Entry]) -> list[Entry]:
    """Those of these lines that are judgments."""
    return [entry for entry in entries if entry.kind == "JUDGMENT"]


def closing(growth: Growth) -> Entry | None:
    """The line with which a debate was decided, if it was."""
    last = growth.entries[-1]
    return last if last.kind == "closed" and last.move["ending"] == "decided" else None


def judged_in(closed: Entry) -> Sequence[JsonObject]:
    """What a closing line tells of each judgment."""
    return cast(Sequence[JsonObject], cast(Mapping[str, Json], closed.move["result"])["judgments"])


def awards_in(closed: Entry) -> Sequence[JsonObject]:
    """What a closing line tells of each change of a score."""
    return cast(Sequence[JsonObject], closed.move["awards"])
