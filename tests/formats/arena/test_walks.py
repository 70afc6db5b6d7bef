"""The laws hold in walks that come to be judged, and such walks there are."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

from moot.formats.arena import State
from moot.testing.laws import Guide, Walk, check_random, check_silent, check_stubborn, stubborn_walks, walks
from tests.formats.arena.walking import ARENA, AT_THE_BOARD
from tests.support.thorough import THOROUGH


def walked(strategy: SearchStrategy[Walk], look: Callable[[Walk], Any], examples: int) -> None:
    """Looks at walks, the same ones each time."""
    calm = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
    once = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=calm,
    )

    @once
    @given(walk=strategy)
    def each(walk: Walk) -> None:
        look(walk)

    each()


def test_the_laws_hold_from_the_first_post_on():
    check_random(AT_THE_BOARD, examples=120 if THOROUGH else 30)
    check_silent(AT_THE_BOARD, examples=60 if THOROUGH else 15)
    check_stubborn(AT_THE_BOARD, examples=20 if THOROUGH else 5)


def test_walks_come_to_every_ending_and_every_way_of_deciding():
    endings: set[str] = set()
    ways: set[str] = set()

    def look(walk: Walk) -> None:
        state: State = walk.position.state
        endings.add(state.status)
        if state.decision is not None:
            ways.add(state.decision.by)

    walked(walks(ARENA), look, 150)
    walked(walks(AT_THE_BOARD), look, 80)
    walked(stubborn_walks(AT_THE_BOARD, 100), look, 50)
    assert endings >= {"decided", "declined", "expired", "withdrawn", "archived"}
    assert ways == {"votes", "forfeit", "likes", "draw", "both_forfeit"}


def test_after_the_topic_whoever_must_move_has_a_clock_that_waits_after_downtime():
    def look(walk: Walk) -> None:
        for stop in walk.stops:
            for turn in stop.due():
                clocked = turn.until is not None and turn.grace
                walk.must(clocked == (turn.must and turn.name != "topic"), f"{turn.name} at line {stop.line}")

    walked(walks(ARENA), look, 60)
    walked(walks(AT_THE_BOARD), look, 60)


def test_seats_are_held_by_their_members_unless_the_house_calls_on_a_player():
    def look(walk: Walk) -> None:
        for stop in walk.stops:
            for turn in stop.due():
                walk.must(turn.holder == _holder(walk.guide, stop.state, turn.seat, turn.name), f"{turn}")

    walked(walks(ARENA), look, 60)


def _holder(guide: Guide, state: State, seat: str | None, turn: str) -> str | None:
    if seat not in ("challenger", "opponent") or seat in state.terms.called:
        return None
    return None if turn == "topic" and state.terms.mode == "agreed" else state.side(seat).member
