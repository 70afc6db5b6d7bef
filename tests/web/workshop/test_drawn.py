"""What a board makes of a workshop that nobody could easily play: ties, fallbacks, costs, seats that fell out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.desk import OWNER
from moot.web.boards.workshop.bench import Bench, bench
from moot.web.boards.workshop.costs import costs
from moot.web.boards.workshop.drawing import drawing
from moot.web.boards.workshop.making import changes
from moot.web.boards.workshop.matrix import matrix
from moot.web.boards.workshop.rail import rail
from moot.web.boards.workshop.voting import poll
from moot.web.seats import tone
from tests.support.house import Inside
from tests.web.workshop import plays
from tests.web.workshop.playing import put_on

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.fixture(scope="module")
async def whole(house: Inside) -> Bench:
    """A workshop that was decided."""
    debate = await put_on(house.http, plays.whole())
    context = await house.desk.context(OWNER, debate, argument_limit=None, role="owner")
    return await bench(house.desk, OWNER, context)


def with_tally(found: Bench, **told: Any) -> Bench:
    return replace(found, result={**found.result, "tally": {**found.result["tally"], **told}})


def phase(name: str, line: int, seconds: int | None, **measured: Any) -> dict[str, Any]:
    ended = None if seconds is None else AT + timedelta(seconds=seconds)
    none = {"tokens": None, "money": None, "milliseconds": None}
    return {"phase": name, "line": line, "began_at": AT, "ended_at": ended, "turns": 2, "lapsed": 0, **none, **measured}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"tie": {"candidates": ["generator", "implementer"], "by": "given"}},
            "it passed more when all candidates ran",
        ),
        ({"tie": {"candidates": ["generator", "implementer"], "by": None}}, "nothing broke the tie"),
        ({"fallback": {"method": "borda", "why": "nobody beats all others", "candidates": []}}, "fell back to Borda"),
        ({"threshold": {"share": "2/3", "reached": "1/2", "met": False}}, "67 % was not reached: 50 %"),
        ({"voted": 3, "abstained": 1, "failed": 2}, "3 of 6 voted; 1 abstained and 2 failed"),
        ({"alone": True}, "A single voter decided"),
        ({"consensus": True}, "Everybody holds the winner best"),
    ],
)
async def test_a_tie_a_fallback_and_absences_are_said_in_words(whole: Bench, told: dict[str, Any], words: str):
    counted = poll(with_tally(whole, **told))
    assert counted is not None
    assert any(words in said for said in counted.words), counted.words


async def test_a_vote_that_found_no_winner_marks_nobody(whole: Bench):
    counted = poll(with_tally(whole, winner=None, tie={"candidates": ["generator", "implementer"], "by": "pairwise"}))
    assert counted is not None
    assert not any(bar.won for bar in counted.bars)
    assert "nothing broke the tie" in counted.words[0]


async def test_costs_are_measured_or_absent_and_never_made_up(whole: Bench):
    held = [phase("planning", 2, 90, money=0.25, tokens=1200), phase("proposal", 9, 30), phase("review", 12, None)]
    going_on = whole.context.model_copy(update={"debate": whole.context.debate.model_copy(update={"closed_at": None})})
    found = costs(replace(whole, context=going_on, result={**whole.result, "phases": held}))
    assert found is not None
    time, money, tokens, thinking = found.charts
    assert [bar.amount for bar in time.bars] == ["1 min 30 s", "30 s", None]
    assert [bar.share for bar in time.bars] == [100, 33, 0]
    assert [bar.amount for bar in money.bars] == ["$0.25", None, None]
    assert [bar.amount for bar in tokens.bars] == ["1,200", None, None]
    assert thinking.total is None
    assert found.rows[1].amounts == ("30 s", None, None, None)


async def test_while_nothing_is_measured_no_chart_is_drawn(whole: Bench):
    going_on = whole.context.model_copy(update={"debate": whole.context.debate.model_copy(update={"closed_at": None})})
    assert (
        costs(replace(whole, context=going_on, result={**whole.result, "phases": [phase("review", 2, None)]})) is None
    )
    assert costs(replace(whole, result={**whole.result, "phases": []})) is None


@pytest.mark.parametrize("shape", ["mesh", "star", "chain", "tree"])
async def test_a_seat_that_is_out_is_struck_and_linked_with_nobody(whole: Bench, shape: Any):
    setup = whole.setup.model_copy(update={"topology": shape})
    found = replace(whole, setup=setup, result={**whole.result, "out": ["judge"]})
    drawn = drawing(found, {placed.seat: tone(placed.role, "workshop") for placed in setup.cast})
    assert [node.seat for node in drawn.nodes if node.out] == ["judge"]
    assert "Judge is out." in drawn.said
    assert len(drawn.links) == (36 if shape == "mesh" else 8)
    places = {(node.x, node.y) for node in drawn.nodes}
    assert len(places) == len(drawn.nodes)
    assert all(0 <= node.x <= drawn.width and 0 <= node.y <= drawn.height for node in drawn.nodes)


async def test_a_phase_that_is_held_again_stands_on_the_rail_again(whole: Bench):
    held = [phase("proposal", 2, 5), phase("critique", 9, 5), phase("proposal", 14, None)]
    steps = rail(replace(whole, result={**whole.result, "phases": held, "gates": []}))
    assert [(step.phase, step.again) for step in steps] == [
        ("proposal", False),
        ("critique", False),
        ("proposal", True),
    ]


async def test_of_many_versions_the_matrix_shows_the_last_and_the_best(whole: Bench):
    first = whole.versions[0]
    many = tuple(replace(first, number=n, line=1000 + n, best=n == 2) for n in range(1, 40))
    found = matrix(replace(whole, versions=many))
    assert found is not None
    assert [one.number for one in found.versions] == [2, *range(24, 40)]
    assert found.left_out == 22
    assert found.candidates == ((first.thread, 17),)


FILES = st.dictionaries(st.sampled_from(["a.py", "b.py"]), st.text("xy\n -+@", max_size=30), max_size=2)


@given(FILES, FILES)
def test_what_is_told_of_two_versions_leads_from_one_to_the_other(before: dict[str, str], after: dict[str, str]):
    rows = changes(before, after).rows
    gone = [row.text for row in rows if row.kind == "removed"]
    come = [row.text for row in rows if row.kind == "added"]
    old, new = ([line for text in files.values() for line in text.splitlines()] for files in (before, after))
    for lines, moved in ((old, gone), (new, come)):
        for line in moved:
            assert line in lines
    assert len(old) - len(gone) == len(new) - len(come)
    assert bool(rows) == (before != after)
