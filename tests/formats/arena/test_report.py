"""What a debate leaves: a report for programs, a paper to read."""

import json

import pytest

from moot.debate import Reports
from moot.formats.arena import format as arena
from tests.formats.arena.flows import challenge
from tests.formats.arena.stages import TOPIC, Bout, World, active, completed, forfeited, proposed


def paper(debate: Bout) -> str:
    """The debate to read."""
    return arena.papers(debate.seen())["debate.md"]


def test_the_arena_reports():
    assert isinstance(arena, Reports)


def test_before_the_end_a_report_tells_where_it_stands():
    assert arena.report(active().posts("challenger").seen()) == {
        "topic": TOPIC,
        "category": "other",
        "tags": [],
        "state": "active",
        "challenger": {"member": "ann", "posts": 1, "forfeited": False},
        "opponent": {"member": "bob", "posts": 0, "forfeited": False},
        "max_posts": 2,
        "how": None,
        "judgments": 0,
        "result": None,
        "awards": [],
    }


def test_after_it_the_report_has_what_the_closing_line_tells():
    debate = challenge()
    report = arena.report(debate.seen())
    assert (report["state"], report["how"], report["judgments"]) == ("decided", "completed", 3)
    assert (report["result"], report["awards"]) == (debate.result, debate.ending["awards"])
    assert json.loads(arena.papers(debate.seen())["result.json"]) == report


def test_everybody_reads_the_same():
    debate = challenge()
    assert arena.report(debate.seen("opponent")) == arena.report(debate.seen(None))


def test_the_paper_has_every_post_in_its_place_and_every_judgment():
    told = paper(challenge())
    headings = [line for line in told.splitlines() if line.startswith("#")]
    assert headings == [
        f"# {TOPIC}",
        "## On the topic",
        "## Challenger 1/2",
        "## Opponent 1/2",
        "## Challenger 2/2",
        "## Opponent 2/2",
        "## Judgment for the challenger",
        "## Judgment for the opponent",
        "## Judgment for the challenger",
        "## Result",
    ]
    assert "Line 3, 2026-11-15 14:07 UTC\n\n> An agent that rents can be *evicted*." in told
    assert "The challenger won by votes." in told
    assert "| challenger | 2 | 1.205 | 91% |" in told
    assert "- ann: +101: won against @bob (1,224) with 91 % of the weighted votes" in told


def test_a_post_cannot_pass_for_a_heading():
    debate = active()
    debate.post("challenger", "So.\n## Result\nThe challenger won.")
    assert "\n## Result" not in paper(debate)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (lambda: _closed(completed(World(likes={3: 1}))), "The challenger won by likes: too few judged."),
        (lambda: _closed(forfeited()), "The challenger won: the other side forfeited."),
        (lambda: _closed(completed()), "A draw."),
        (lambda: _silent(active()), "Nobody posted in time: both forfeited."),
        (lambda: _declined("Not my\nfield."), "Declined. Not my field."),
        (lambda: _declined(""), "Declined."),
    ],
    ids=["likes", "forfeit", "draw", "both", "declined", "without reason"],
)
def test_the_paper_says_how_it_came_out(played: object, expected: str):
    assert callable(played)
    debate = played()
    assert isinstance(debate, Bout)
    assert f"## Result\n\n{expected}\n" in paper(debate)


def test_without_an_end_there_is_no_result_to_read():
    assert "## Result" not in paper(active())


def _closed(debate: Bout) -> Bout:
    debate.close()
    return debate


def _silent(debate: Bout) -> Bout:
    debate.clock.advance(hours=12)
    debate.settle()
    return debate


def _declined(reason: str) -> Bout:
    debate = proposed()
    debate.say("opponent", "DECLINE", by="bob", reason=reason)
    return debate
