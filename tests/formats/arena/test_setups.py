"""What can be agreed, and what can be said."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import ContentTooLarge, InvalidInput, Public
from moot.formats.arena import LIMIT, Arena, Judgment, Post, Terms, other
from moot.formats.arena import format as arena
from moot.testing import START
from tests.formats.arena.stages import TOPIC, active, completed, setup_of


def test_what_is_not_said_is_as_usual():
    setup = Arena(title=TOPIC, challenger="ann")
    hours = (setup.post_seconds / 3600, setup.judging_seconds / 3600, setup.proposal_seconds / 3600)
    assert hours == (12, 48, 7 * 24)
    assert (setup.max_posts, setup.min_judges, setup.count_self_judgments, setup.judges) == (10, 1, True, None)
    assert (setup.category, setup.variety) == ("other", "other")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"title": "Tabs or spaces?  " + " " * 40}, "at least 20 characters, and this one has 15"),
        ({"title": "x" * 201}, "at most 200"),
        ({"opponent": "ann"}, "nobody debates with themselves"),
        ({"opponent": None, "agreed": True}, "both sides must be named"),
        ({"category": "sports"}, "category"),
        ({"tags": ["a", "a"]}, "each only once"),
        ({"tags": ["No Blanks"]}, "pattern"),
        ({"tags": list("abcdef")}, "at most 5"),
        ({"judges": ["cem", "cem"]}, "each only once"),
        ({"judges": []}, "at least 1"),
        ({"judges": ["cem"], "min_judges": 2}, "so many are not invited"),
        ({"min_judges": 0}, "greater than or equal to 1"),
        ({"max_posts": 0}, "greater than or equal to 1"),
        ({"max_posts": 51}, "less than or equal to 50"),
        ({"winner": "ann"}, "not permitted"),
    ],
    ids=[
        "short",
        "long",
        "oneself",
        "agreed with nobody",
        "category",
        "tags twice",
        "tag with blanks",
        "many tags",
        "judges twice",
        "no judges",
        "too few judges",
        "none needed",
        "no posts",
        "many posts",
        "unknown",
    ],
)
def test_an_unfit_set_up_is_refused(fields: dict[str, Any], fault: str):
    with pytest.raises(ValidationError, match=fault):
        setup_of(**fields)


def test_a_topic_is_kept_without_needless_blanks():
    assert setup_of(title="  Agents   should own\ntheir tools ").title == "Agents should own their tools"


def test_a_player_sits_on_a_side_and_never_where_somebody_joins():
    with pytest.raises(InvalidInput, match="no seat judge"):
        arena.begin(setup_of(players={"judge": "embedded"}), START)
    with pytest.raises(InvalidInput, match="waits for whoever joins"):
        arena.begin(setup_of(opponent=None, players={"opponent": "embedded"}), START)
    arena.begin(setup_of(opponent=None, players={"opponent": "human", "challenger": "embedded"}), START)


@pytest.mark.parametrize(
    ("fields", "mode"),
    [({}, "challenge"), ({"opponent": None}, "open"), ({"agreed": True}, "agreed")],
    ids=["challenge", "open", "agreed"],
)
def test_who_is_named_says_how_it_begins(fields: dict[str, Any], mode: str):
    assert Terms.of(setup_of(**fields)).mode == mode


@pytest.mark.parametrize("content", ["", "   \n ", None])
def test_a_post_says_something(content: str | None):
    active().refuse("INVALID_INPUT", "challenger", "POST", by="ann", content=content)


def test_a_post_has_at_most_ten_kibibytes():
    assert Post(content="é" * (LIMIT // 2)).content
    with pytest.raises(ContentTooLarge):
        Post(content="é" * (LIMIT // 2) + "e")


def test_a_judgment_gives_its_reasons():
    debate = completed()
    debate.refuse("INVALID_INPUT", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning="x" * 19)
    debate.refuse("INVALID_INPUT", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning="x" * 19 + "  ")
    debate.refuse("INVALID_INPUT", "judge", "JUDGMENT", by="cem", winner="bob", reasoning="x" * 20)
    debate.say("judge", "JUDGMENT", by="cem", winner="opponent", reasoning="x" * 20)
    with pytest.raises(ContentTooLarge):
        Judgment(winner="opponent", reasoning="x" * (LIMIT + 1))


@pytest.mark.parametrize(
    "rubric",
    [
        {"wit": {"challenger": 1, "opponent": 1}},
        {"clash": {"challenger": 11, "opponent": 1}},
        {"clash": {"opponent": 1}},
    ],
    ids=["unknown", "too much", "one side"],
)
def test_a_rubric_scores_both_sides_by_what_it_offers(rubric: Any):
    completed().refuse(
        "INVALID_INPUT", "judge", "JUDGMENT", by="cem", winner="opponent", reasoning="x" * 20, rubric=rubric
    )


def test_the_arena_is_public_and_says_who_sits_where():
    assert isinstance(arena, Public)
    state = active().state
    assert [arena.seat_of(state, member) for member in ("ann", "bob", "cem")] == ["challenger", "opponent", None]


def test_the_sides_are_against_each_other():
    assert (other("challenger"), other("opponent")) == ("opponent", "challenger")
