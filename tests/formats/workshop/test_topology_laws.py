"""Laws of every topology, also after some of the cast have gone out."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.formats.workshop.aptitude import OWNER, Member
from moot.formats.workshop.topology import KINDS, Kind, Topology, topology
from tests.formats.workshop.companies import (
    PHASES,
    arguing,
    casts,
    phases,
    reached,
    reads,
    seats,
    shut_phases,
    standing,
)
from tests.support.thorough import quickly


def some(made: Topology, data: st.DataObject) -> list[str]:
    return data.draw(st.lists(st.sampled_from(seats(made)), unique=True))


@quickly
@given(standing(), phases, st.data())
def test_every_due_seat_is_in_exactly_one_group(made: Topology, phase: str, data: st.DataObject):
    due = some(made, data)
    groups = made.groups(phase, due)
    assert sorted(seat for group in groups for seat in group) == sorted(due)
    assert all(groups)


@quickly
@given(standing(), phases, st.data())
def test_the_order_in_which_those_due_are_named_changes_nothing(made: Topology, phase: str, data: st.DataObject):
    due = some(made, data)
    assert made.groups(phase, due) == made.groups(phase, data.draw(st.permutations(due)))


@quickly
@given(standing(), phases)
def test_those_who_run_code_speak_after_those_who_wrote_it(made: Topology, phase: str):
    order = [seat for group in made.groups(phase, seats(made)) for seat in group]
    assert order[: len(arguing(made))] == [seat for seat in order if seat in arguing(made)]
    for group in made.groups(phase, seats(made)):
        assert len({seat in arguing(made) for seat in group}) == 1


@pytest.mark.parametrize("kind", ["star", "chain", "tree"])
@quickly
@given(st.data(), shut_phases)
def test_those_who_speak_at_once_do_not_read_each_other(kind: Kind, data: st.DataObject, phase: str):
    made = data.draw(standing(kind))
    for group in made.groups(phase, some(made, data)):
        for seat in set(group) & set(arguing(made)):
            assert not [other for other in group if other != seat and reads(made, other, seat, phase)]


@quickly
@given(standing(), phases)
def test_somebody_who_is_there_leads_and_never_one_who_runs_code(made: Topology, phase: str):
    assert made.leader(phase) in (arguing(made) or seats(made))


@quickly
@given(standing(), phases, st.data())
def test_the_owner_and_those_who_run_code_read_everything(made: Topology, phase: str, data: st.DataObject):
    seat = data.draw(st.sampled_from(seats(made)))
    assert reads(made, OWNER, seat, phase)
    assert all(reads(made, runner, seat, phase) for runner in seats(made) if runner not in arguing(made))


@quickly
@given(standing(), phases)
def test_what_the_owner_says_and_what_running_showed_is_read_by_all(made: Topology, phase: str):
    for seat in [OWNER, *(seat for seat in seats(made) if seat not in arguing(made))]:
        assert made.readers(seat, phase) is None


@quickly
@given(standing())
def test_plans_and_the_convergence_are_open_to_all(made: Topology):
    for seat in seats(made):
        assert made.readers(seat, "planning") is None
        assert made.readers(seat, "convergence") is None


@quickly
@given(standing(least=2), shut_phases, st.data())
def test_whoever_is_answered_reads_the_answer_and_nobody_else_gains_by_it(
    made: Topology, phase: str, data: st.DataObject
):
    speaker, answered = data.draw(st.permutations(seats(made)))[:2]
    told = made.readers(speaker, phase, answered)
    assert told is None or answered in told
    before = set(made.readers(speaker, phase) or (OWNER, *seats(made)))
    assert set(told or (OWNER, *seats(made))) - {speaker} == (before | {answered}) - {speaker}


@quickly
@given(standing(), shut_phases)
def test_readers_are_named_in_the_order_of_the_cast_without_the_speaker(made: Topology, phase: str):
    for seat in seats(made):
        told = made.readers(seat, phase)
        if told is not None:
            assert told == (OWNER, *(other for other in seats(made) if other in told and other != seat))


@quickly
@given(standing(), phases)
def test_those_who_are_linked_read_each_other(made: Topology, phase: str):
    for one, other in made.links():
        assert reads(made, one, other, phase)
        assert reads(made, other, one, phase)


@quickly
@given(standing(), st.data())
def test_every_seat_reaches_every_other_by_relaying(made: Topology, data: st.DataObject):
    assert reached(made, data.draw(st.sampled_from(seats(made)))) == set(seats(made))


@pytest.mark.parametrize("kind", ["mesh", "star", "tree"])
@quickly
@given(st.data(), shut_phases)
def test_reading_is_mutual_but_in_a_chain(kind: Kind, data: st.DataObject, phase: str):
    made = data.draw(standing(kind))
    for one in arguing(made):
        for other in arguing(made):
            assert reads(made, one, other, phase) == reads(made, other, one, phase)


@pytest.mark.parametrize("kind", ["star", "tree"])
@quickly
@given(st.data(), shut_phases)
def test_nobody_reads_past_a_link_who_does_not_run_code(kind: Kind, data: st.DataObject, phase: str):
    made = data.draw(standing(kind))
    linked = {frozenset(pair) for pair in made.links()}
    for speaker in arguing(made):
        for reader in set(arguing(made)) - {speaker}:
            assert reads(made, reader, speaker, phase) == (frozenset((reader, speaker)) in linked)


@quickly
@given(standing("chain"), shut_phases)
def test_in_a_chain_those_after_read_and_the_one_just_before(made: Topology, phase: str):
    order = arguing(made)
    for place, speaker in enumerate(order):
        heard = [reader for reader in order if reader != speaker and reads(made, reader, speaker, phase)]
        assert heard == [*order[max(place - 1, 0) : place], *order[place + 1 :]]


@quickly
@given(standing(least=2), st.data())
def test_whoever_goes_takes_nobody_along(made: Topology, data: st.DataObject):
    gone = data.draw(st.sampled_from(made.members))
    after = made.without(gone.seat)
    assert after.members == tuple(member for member in made.members if member != gone)
    assert after.kind == made.kind
    assert gone.seat not in {seat for pair in after.links() for seat in pair}


@pytest.mark.parametrize("kind", KINDS)
@quickly
@given(casts, phases)
def test_the_same_cast_gives_the_same_answers(kind: Kind, cast: Sequence[Member], phase: str):
    one, other = (topology.__wrapped__(kind, tuple(cast)) for _ in range(2))
    assert one == other
    assert one.groups(phase, seats(one)) == other.groups(phase, seats(other))
    assert one.leader(phase) == other.leader(phase)


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_of_a_cast_keeps_its_place(kind: Kind):
    alone = topology(kind, (Member("critic", "critic"),))
    assert alone.without("critic") == alone
    assert [alone.leader(phase) for phase in PHASES] == ["critic"] * len(PHASES)
    assert alone.groups("critique", []) == ()
    assert alone.links() == ()


@pytest.mark.parametrize("kind", KINDS)
def test_strangers_are_refused(kind: Kind):
    made = topology(kind, (Member("critic", "critic"), Member("judge", "judge")))
    with pytest.raises(ValueError, match="there is no seat 'poet' in the cast"):
        made.groups("critique", ["critic", "poet"])
    with pytest.raises(ValueError, match="there is no seat 'poet' in the cast"):
        made.without("poet")


def test_a_cast_has_somebody_and_each_seat_once():
    with pytest.raises(ValueError, match="needs a cast"):
        topology("mesh", ())
    with pytest.raises(ValueError, match="'critic' is there twice"):
        topology("mesh", (Member("critic", "critic"), Member("critic", "judge")))
