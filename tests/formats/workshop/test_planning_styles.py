"""How a style of planning is chosen, and what counts as agreed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.formats.workshop.planning import (
    LONG_TASK,
    MANY_CONCERNS,
    MANY_SEATS,
    ROUNDS,
    PlanningStyle,
    Stance,
    TaskFacts,
    chosen,
    negotiated,
)
from tests.support.thorough import quickly

SMALL = TaskFacts(seats=6, authors=2, concerns=3, size=200, repo=False, topology="mesh")
LARGE = TaskFacts(seats=16, authors=4, concerns=5, size=9000, repo=True, topology="tree")
facts = st.builds(
    TaskFacts,
    seats=st.integers(2, 24),
    authors=st.integers(1, 6),
    concerns=st.integers(1, 8),
    size=st.integers(1, 5000),
    repo=st.booleans(),
    topology=st.sampled_from(["mesh", "star", "chain", "tree"]),
)


@pytest.mark.parametrize("style", ["cpde", "dpde"])
def test_a_style_that_was_set_is_kept_whatever_the_facts(style: PlanningStyle):
    for about in (SMALL, LARGE):
        assert (chosen(style, about).style, chosen(style, about).reason) == (style, f"{style}: the set-up says so.")


def test_a_small_task_in_a_mesh_is_planned_by_each_for_itself():
    choice = chosen("adaptive", SMALL)
    assert choice.style == "dpde"
    assert choice.reason == (
        "dpde: 6 seats can negotiate; there are no more than 3 concerns; the task is short (200 characters); "
        "there is no code yet to fit into; in a mesh everybody hears everybody."
    )


def test_a_large_task_in_a_tree_is_planned_by_one_for_all():
    choice = chosen("adaptive", LARGE)
    assert choice.style == "cpde"
    assert choice.reason == (
        "cpde: 16 seats are too many to negotiate; 5 concerns must be brought together; "
        "the task is long (9000 characters); changes must fit into code that is there; "
        "a tree has somebody whom the others follow or wait for."
    )


def test_the_reason_also_says_what_spoke_against_it():
    choice = chosen("adaptive", TaskFacts(6, 2, 3, 200, True, "star"))
    assert choice.style == "dpde"
    assert choice.reason.endswith(
        "Against it: changes must fit into code that is there; a star has somebody whom the others follow or wait for."
    )


def test_one_author_has_nobody_to_negotiate_with():
    choice = chosen("adaptive", TaskFacts(6, 1, 3, 200, False, "mesh"))
    assert choice.style == "cpde"
    assert "with 1 author there is nobody to negotiate with" in choice.reason


@quickly
@given(facts)
def test_the_facts_are_named_in_the_reason_and_the_majority_of_them_decides(about: TaskFacts):
    choice = chosen("adaptive", about)
    assert choice.reason.startswith(f"{choice.style}: ")
    if about.authors > 1:
        central = [
            about.seats >= MANY_SEATS,
            about.concerns >= MANY_CONCERNS,
            about.size >= LONG_TASK,
            about.repo,
            about.topology != "mesh",
        ]
        assert choice.style == ("cpde" if sum(central) >= 3 else "dpde")
        assert str(about.seats) in choice.reason
        assert str(about.size) in choice.reason
        assert about.topology in choice.reason


def test_when_every_author_accepts_the_plans_are_agreed():
    after = negotiated(["ann", "bob"], [Stance("ann", True), Stance("bob", True)], round=1)
    assert (after.agreed, after.over, after.revising, after.open) == (True, True, (), ())


def test_whoever_is_asked_for_a_change_plans_again_while_there_are_rounds():
    asks = [Stance("ann", False, ("bob",)), Stance("bob", True)]
    first, last = (negotiated(["ann", "bob"], asks, number) for number in (1, ROUNDS))
    assert (first.agreed, first.over, first.revising, first.open) == (False, False, ("bob",), ("bob",))
    assert (last.agreed, last.over, last.revising, last.open) == (False, True, (), ("bob",))


def test_silence_is_no_agreement_but_nobody_waits_for_it():
    after = negotiated(["ann", "bob"], [Stance("ann", True)], round=1)
    assert (after.agreed, after.over, after.silent) == (False, True, ("bob",))


def test_nobody_asks_themselves_or_strangers_or_speaks_from_outside():
    asks = [Stance("ann", False, ("ann", "zoe")), Stance("bob", True), Stance("zoe", False, ("bob",))]
    after = negotiated(["ann", "bob"], asks, round=1)
    assert (after.agreed, after.over, after.open) == (False, True, ())


stances = st.lists(
    st.builds(
        Stance,
        seat=st.sampled_from("abcd"),
        accepts=st.booleans(),
        asks=st.lists(st.sampled_from("abcde"), unique=True).map(tuple),
    ),
    unique_by=lambda stance: stance.seat,
)


@quickly
@given(stances, st.integers(1, 5), st.integers(1, 5))
def test_a_negotiation_ends_at_the_latest_with_its_rounds(said: list[Stance], number: int, rounds: int):
    after = negotiated("abcd", said, number, rounds)
    assert after.over or number < rounds
    assert bool(after.revising) == (not after.over)
    assert set(after.revising) <= set(after.open) <= set("abcd")
    assert not (after.agreed and (after.open or after.silent))
