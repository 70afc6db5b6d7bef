"""Checking: every law on every kind of walk."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from moot.debate import Rules
from moot.testing.laws import endings, reading, replaying, tampering, turns
from moot.testing.laws.guide import Guide, guided
from moot.testing.laws.pool import Pool
from moot.testing.laws.walk import Walk
from moot.testing.laws.walking import silent_walks, stubborn_walks, walks

ON_EVERY_WALK: tuple[Callable[[Walk], None], ...] = (
    endings.after_the_end_nothing_is_due,
    endings.the_recorded_end_is_the_computed_one,
    endings.no_seal_survives_the_close,
    replaying.a_refused_move_changes_nothing,
    replaying.asking_changes_nothing,
    replaying.replaying_gives_the_same_state,
    replaying.played_again_it_is_written_alike,
    replaying.cold_and_warm_folding_agree,
    replaying.times_never_decrease,
    replaying.a_lapse_is_dated_at_its_deadline,
    reading.what_a_reader_saw_never_changes,
    reading.a_first_reading_and_later_events_make_a_later_reading,
    reading.a_sealed_move_is_read_by_its_seat_alone,
    reading.a_reveal_opens_an_earlier_sealed_line,
    reading.limited_lines_are_read_by_their_readers,
    turns.only_declared_kinds_are_due,
    turns.each_turn_is_held_or_open,
    turns.while_unfinished_somebody_must_move,
    turns.turn_keys_never_return,
    turns.a_taken_turn_is_gone,
    turns.a_mover_has_read_what_it_answers,
    turns.every_seat_has_a_cue,
    tampering.the_verifier_is_content,
)

_SHORT = 100
_UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def check_laws(rules: Rules[Any] | Guide, *, examples: int = 50, shrink: bool = False) -> None:
    """Holds every law against random, stubborn and silent walks in a format."""
    check_random(rules, examples=examples, shrink=shrink)
    check_stubborn(rules, examples=max(3, examples // 10), shrink=shrink)
    check_silent(rules, examples=examples, shrink=shrink)


def check_random(rules: Rules[Any] | Guide, *, examples: int = 50, shrink: bool = False) -> None:
    """Holds the laws against random walks, and tampers with each."""
    guide = guided(rules)

    def hold(data: DataObject) -> None:
        walk = data.draw(walks(guide))
        _hold_all(walk)
        endings.an_end_stays_reachable(walk, Pool(data.draw, guide))
        tampering.the_verifier_finds_it(walk, data.draw(tampering.tamperings(walk)))

    _run(hold, examples, shrink)


def check_stubborn(rules: Rules[Any] | Guide, *, examples: int = 5, moves: int = 1000, shrink: bool = False) -> None:
    """Holds the laws against players who are never satisfied, for as long as they can go on."""
    guide = guided(rules)

    def hold(data: DataObject) -> None:
        walk = data.draw(stubborn_walks(guide, moves))
        endings.a_stubborn_walk_ends(walk)
        endings.state_does_not_grow_with_the_record(walk)
        if len(walk.stops) <= _SHORT:
            _hold_all(walk)

    _run(hold, examples, shrink)


def check_silent(rules: Rules[Any] | Guide, *, examples: int = 50, shrink: bool = False) -> None:
    """Holds the laws against debates in which everybody falls silent."""
    guide = guided(rules)

    def hold(data: DataObject) -> None:
        walk = data.draw(silent_walks(guide))
        endings.silence_ends_it_or_waits_for_a_person(walk)
        _hold_all(walk)

    _run(hold, examples, shrink)


def _hold_all(walk: Walk) -> None:
    for law in ON_EVERY_WALK:
        law(walk)


def _run(hold: Callable[[DataObject], None], examples: int, shrink: bool) -> None:
    # Shrinking a long walk can take minutes; the walk that broke the law is shown in any case.
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    unhurried = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=phases,
        suppress_health_check=_UNHURRIED,
    )
    unhurried(given(st.data())(hold))()
