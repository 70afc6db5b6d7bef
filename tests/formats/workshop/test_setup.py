"""What is agreed before a workshop, and what is refused."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import ContentTooLarge, Entry
from moot.formats.workshop import PHASES, Workshop
from moot.formats.workshop import format as workshop
from moot.formats.workshop import moves as said
from moot.formats.workshop.texts import FILES_LIMIT, MOST_FILES
from moot.testing.clock import START
from tests.formats.workshop.troubled import troubled
from tests.support.cast import Bench, cast_of, opened


@pytest.mark.parametrize(
    ("cast", "wrong"),
    [
        (cast_of("a=author", "a=vote"), "a name of its own"),
        (cast_of("owner=author"), "is the seat of whoever sets the task"),
        (cast_of("judge"), "no seat of the cast is an author"),
        ((), "at least 1 item"),
    ],
)
def test_a_cast_that_cannot_work_is_refused(cast: Any, wrong: str):
    with pytest.raises(ValidationError, match=wrong):
        Workshop(title="Sum", cast=cast)


@pytest.mark.parametrize("field", [{"records": {"nobody": 1.0}}, {"players": {"nobody": "embedded"}}])
def test_records_and_players_are_for_seats_that_are_there(field: dict[str, Any]):
    with pytest.raises(ValidationError, match="there is no seat 'nobody'"):
        Workshop.model_validate({"title": "Sum", "cast": cast_of("generator"), **field})


def test_each_phase_can_be_switched_off_but_proposal_and_convergence():
    off = dict.fromkeys(("dehallucination", "self_evolvement", "review", "optimization", "adversarial"))
    setup = Workshop.model_validate(
        {"title": "-", "cast": cast_of("generator"), "planning": "none", "critique": False, **off}
    )
    assert setup.phases == ("proposal", "convergence")
    assert Workshop(title="-", cast=cast_of("generator")).phases == PHASES


def test_a_set_up_is_read_again_as_it_was_told():
    setup = Workshop.model_validate({"title": "-", "cast": cast_of("generator"), "review": None, "adversarial": None})
    assert Workshop.model_validate(setup.told()) == setup


def test_too_many_files_and_too_much_of_them_are_refused():
    with pytest.raises(ValidationError, match="at most 40 files"):
        said.Attempt(files={f"f{number}.py": "" for number in range(MOST_FILES + 1)})
    with pytest.raises(ContentTooLarge):
        said.Attempt(files={"a.py": "ä" * (FILES_LIMIT // 2 + 1)})


def test_before_the_task_is_set_only_the_owner_may_move():
    bench = Bench(Workshop(title="Sum", cast=cast_of("generator")), {})
    (turn,) = bench.due
    assert (turn.seat, turn.kinds, bench.status) == ("owner", ("TASK",), "untasked")
    assert "You set the task." in bench.told(turn)


def test_a_seat_whom_the_house_calls_on_has_less_time_than_a_person():
    bench = opened("generator", "implementer", players={"generator": "embedded"}, timeout_per_turn=60)
    called, person = bench.until("attempt", "generator"), bench.until("attempt", "implementer")
    assert called.until is not None
    assert person.until is not None
    assert (called.until - bench.entries[-1].at).total_seconds() == 60
    assert (person.until - bench.entries[-1].at).total_seconds() == 86_400


def test_at_every_line_the_status_is_a_phase_a_gate_or_at_the_end_the_ending():
    bench = troubled().finish()
    position = bench.position.begun(workshop, bench.entries[0])
    under_way = {"untasked", "None", *PHASES, *(f"gate_after_{phase}" for phase in PHASES)}
    for entry in bench.entries[1:]:
        assert position.status == "decided" if entry.kind == "closed" else position.status in under_way
        position = position.fold(entry)
    assert position.status == "decided"


def test_a_line_that_answers_no_turn_changes_nothing():
    bench = opened("generator")
    bench.until("attempt")
    for kind in ("ATTEMPT", "lapsed"):
        stray = Entry(
            line=9, at=START, noted=START, kind=kind, move={}, seat="judge", turn="attempt", answers=1, since=1
        )
        assert workshop.after(bench.state, stray) == bench.state
