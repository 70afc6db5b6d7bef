"""The laws hold in workshops of every shape, whoever takes part and however they behave."""

import re
from collections.abc import Callable
from dataclasses import replace
from pickle import dumps
from random import Random

import pytest

from moot.formats.workshop import HOOKS, PHASES, State, Workshop
from moot.testing.laws import ON_EVERY_WALK, Walk, check_random, check_silent, check_stubborn
from moot.testing.laws.replaying import cold_and_warm_folding_agree, replaying_gives_the_same_state
from moot.testing.laws.turns import a_taken_turn_is_gone, turn_keys_never_return, while_unfinished_somebody_must_move
from tests.formats.workshop.walking import CASTS, LARGE, RUNNING, WORKSHOP, agreed, strolled

SHAPES = ("mesh", "star", "chain", "tree")
STYLES = ("cpde", "dpde", "adaptive")
QUICK = (
    turn_keys_never_return,
    a_taken_turn_is_gone,
    while_unfinished_somebody_must_move,
)
every_cast = pytest.mark.parametrize("cast", list(CASTS))
every_shape = pytest.mark.parametrize("shape", SHAPES)


def holds(walk: Walk, *laws: Callable[[Walk], None]) -> None:
    for law in laws:
        law(walk)


def gated(cast: str, shape: str, seed: int) -> Workshop:
    """A set-up with gates after some phases, all phases held."""
    after = Random(seed).sample(PHASES, seed % 4)
    checks = {"checks": {"after": HOOKS[: seed + 1]}} if cast in RUNNING and seed % 2 else {}
    return agreed(
        cast,
        **checks,
        topology=shape,
        planning=STYLES[seed % 3],
        dehallucination={"simple": True},
        gates={"after": after, "rejections": 2},
    )


def test_the_laws_hold_in_small_workshops():
    check_random(WORKSHOP, examples=25)
    check_silent(WORKSHOP, examples=10)


def test_the_laws_hold_when_nobody_is_ever_satisfied():
    check_stubborn(WORKSHOP, examples=2, moves=95)


def test_the_laws_hold_in_the_beginnings_of_large_workshops():
    check_random(LARGE, examples=10)


@every_shape
@every_cast
def test_whatever_anybody_does_it_ends(cast: str, shape: str):
    for seed in range(4):
        walk = strolled(gated(cast, shape, seed), seed, silence=seed / 20)
        walk.must(walk.ended, f"it did not end: {walk.position.status}")
        holds(walk, *QUICK)


@every_shape
def test_every_law_holds_on_whole_walks(shape: str):
    for seed, cast in enumerate(("pair", "small", "untested")):
        checks = {"after": HOOKS} if cast in RUNNING else None
        setup = agreed(
            cast, topology=shape, planning=STYLES[seed], adversarial={"rounds": 1}, optimization=None, checks=checks
        )
        holds(strolled(setup, seed, silence=0.05), *ON_EVERY_WALK)


@every_shape
@every_cast
def test_players_who_are_never_satisfied_come_to_an_end(cast: str, shape: str):
    walk = strolled(gated(cast, shape, 3), 7, sour=True)
    walk.must(walk.ended, "it did not end")
    holds(walk, *QUICK)


@every_shape
@every_cast
def test_when_nobody_says_anything_it_ends(cast: str, shape: str):
    for style in STYLES:
        setup = agreed(cast, topology=shape, planning=style, dehallucination={"simple": True})
        walk = strolled(setup, 1, silence=1)
        state: State = walk.position.state
        assert (walk.position.status, state.doing("author"), state.candidates) == ("failed", (), ())
        holds(walk, *QUICK)


def test_the_state_holds_no_texts_and_stays_small():
    setup = agreed("company", topology="star", gates={"after": ["adversarial"]})
    walk = strolled(setup, 5, sour=True)
    assert len(walk.entries) > 300
    assert len(dumps(replace(walk.position.state, setup=None))) < 20_000
    assert not any(b"TEXT" in dumps(stop.state) for stop in walk.stops[::20])


def test_a_walk_is_replayed_to_the_same_state():
    walk = strolled(gated("company", "tree", 2), 11, silence=0.05)
    replaying_gives_the_same_state(walk)
    cold_and_warm_folding_agree(walk)


def test_walks_come_to_every_ending():
    endings = {
        strolled(gated(cast, shape, seed), seed, silence=seed / 16).position.status
        for cast in ("small", "voteless", "pair")
        for shape in ("mesh", "tree")
        for seed in range(8)
    }
    assert endings >= {"decided", "contested", "rejected", "gate_timed_out", "failed", "unvoted"}


def test_the_words_of_a_status_are_those_of_the_page():
    walk = strolled(gated("small", "mesh", 3), 2)
    words = re.compile(r"[a-z_]+")
    assert all(words.fullmatch(stop.status) for stop in walk.stops)
