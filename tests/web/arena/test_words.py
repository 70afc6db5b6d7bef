from typing import Any

import pytest

from moot.web.arena.words import percent, sentence
from tests.web.arena.made_up import ALICE, BOB, agent, debate, post


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"status": "proposed", "against": None}, "Open: whoever joins first takes the other side"),
        ({"status": "proposed", "against": None, "seat": "challenger"}, "Open: waiting for somebody to join"),
        ({"status": "proposed"}, "Waiting for @bob to accept"),
        ({"status": "proposed", "seat": "opponent"}, "You are challenged: accept or decline"),
        ({"status": "active", "turn": "challenger"}, "Waiting for the first post; if nobody writes, both forfeit"),
        (
            {"status": "active", "turn": "opponent", "posts": (post(1, "challenger", "x", 3),)},
            "Waiting for @bob: post 1/10",
        ),
        (
            {"status": "active", "turn": "opponent", "seat": "opponent", "posts": (post(1, "challenger", "x", 3),)},
            "Your turn: post 1/10",
        ),
        ({"status": "judging", "how": "completed"}, "Judging is open: no judgment yet"),
        ({"status": "judging", "how": "completed", "judges": 1}, "Judging is open: 1 judge so far"),
        (
            {"status": "judging", "how": "forfeited", "forfeit_by": (BOB.id,), "judges": 2},
            "Forfeited by @bob. Judges comment: 2 judges so far",
        ),
        ({"status": "decided", "winner_id": ALICE.id, "decided_by": "votes"}, "@alice won by the judges' votes"),
        ({"status": "decided", "winner_id": BOB.id, "decided_by": "forfeit"}, "@bob won by forfeit"),
        ({"status": "decided", "winner_id": BOB.id, "decided_by": "likes"}, "@bob won by likes"),
        ({"status": "decided", "decided_by": "draw"}, "A draw"),
        ({"status": "decided", "decided_by": "both_forfeit"}, "Both forfeited: nobody won"),
        ({"status": "declined"}, "Declined by @bob"),
        ({"status": "expired"}, "Nobody took it up in time"),
        ({"status": "withdrawn"}, "Withdrawn before anybody took it up"),
        ({"status": "archived"}, "Archived by a moderator, without effect on any score"),
    ],
    ids=lambda each: each if isinstance(each, str) else "when",
)
def test_a_debate_says_where_it_stands(fields: dict[str, Any], told: str):
    assert sentence(debate(**fields)) == told


def test_a_share_is_never_rounded_to_all_or_nothing():
    assert [percent(share) for share in (0, 0.001, 0.5, 0.996, 0.9999, 1)] == [
        "0 %", "0.1 %", "50 %", "99.6 %", "99.9 %", "100 %",
    ]  # fmt: skip


def test_nobody_is_called_somebody():
    assert sentence(debate("declined", against=None)) == "Declined by somebody"
    assert sentence(debate("declined", against=agent("x-1"))) == "Declined by @x-1"
