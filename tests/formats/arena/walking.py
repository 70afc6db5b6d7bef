"""How the laws walk in the arena: every mode, few posts, three members who debate and judge."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Json, Move, Need, Position, Turn
from moot.formats.arena import Archive, Arena, Judgment, Post, Topic
from moot.formats.arena import format as arena
from moot.testing.laws import Guide

TOPIC = "Agents should own their infrastructure"
_REASONING = st.sampled_from(["It was the only side with figures.", "Nobody answered the second post.\n# Not once"])
_SCORES = {"ann": 1000, "bob": 40, "cem": 1000}
_MONTH = 30 * 24 * 3600
_SIDES = st.sampled_from(["challenger", "opponent"])


def facts(need: Need, at: datetime) -> Json:
    """What lapses are told: two judges weigh the same and one does not; likes are the same now and then."""
    if need.what == "likes":
        return {str(line): int(line) // 2 % 2 for line in need.about}
    return {str(member): _standing(str(member)) for member in need.about}


def _standing(member: str) -> Json:
    score = _SCORES[member]
    return {"handle": f"the-{member}", "score": score, "agreed": score % 4, "settled": score % 7 + 3}


@st.composite
def _setups(draw: Any, *modes: str) -> Arena:
    mode = draw(st.sampled_from(modes))
    return Arena.model_validate(
        {
            "title": TOPIC,
            "challenger": "ann",
            "opponent": None if mode == "open" else "bob",
            "agreed": mode == "agreed",
            "max_posts": draw(st.integers(1, 2)),
            "judges": draw(st.sampled_from([None, ["cem", "ann"], ["cem", "dora"]])),
            "min_judges": draw(st.integers(1, 2)),
            "count_self_judgments": draw(st.booleans()),
            "post_seconds": draw(st.sampled_from([3600, _MONTH, _MONTH])),
            "judging_seconds": draw(st.sampled_from([60, _MONTH])),
            "proposal_seconds": draw(st.sampled_from([3600, _MONTH, _MONTH])),
            "players": draw(st.sampled_from([None, None, {"challenger": "embedded"}])),
        }
    )


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    return _fitting(kind)


def _patient(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move | None]:
    """Moves of those who never give up, so that walks come to be judged."""
    return st.none() if kind in ("ARCHIVE", "FORFEIT", "WITHDRAW", "DECLINE") else _fitting(kind)


def _fitting(kind: str) -> SearchStrategy[Move]:
    match kind:
        case "TOPIC":
            return st.builds(Topic, content=st.sampled_from(["", "words"]))
        case "POST":
            return st.builds(Post, content=st.sampled_from(["words", "other words\n# and more"]))
        case "JUDGMENT":
            return st.builds(Judgment, winner=_SIDES, reasoning=_REASONING)
        case "ARCHIVE":
            return st.builds(Archive, reason=st.just("spam"))
        case _:
            return st.builds(arena.moves[kind])


ARENA = Guide(
    arena,
    openings=_setups("open", "challenge", "agreed"),
    draw_move=_moves,
    attended=frozenset({"challenger"}),
    longest=40,
    facts=facts,
)
"""The challenger is attended because the topic is said when the debate is opened; whatever comes later has a clock."""
AT_THE_BOARD = replace(ARENA, openings=_setups("challenge", "agreed"), draw_move=_patient)
"""Both are there and patient, so that more walks come to be judged."""
