"""Default casts: who takes part in which kind of task, and why."""

import pytest

from moot.debate import InvalidInput
from moot.formats.workshop.aptitude import JOBS, SENIORITY
from moot.formats.workshop.casting import ORDER, TASK_KINDS, TaskKind, builtin_roles, read_role, roles_with
from moot.formats.workshop.casts import SANDBOX, SIZES, Cast, Size, cast_for, doubled, gaps, seated, suggestions
from moot.formats.workshop.topology import KINDS, topology
from tests.formats.workshop.test_roles import POET

every_kind = pytest.mark.parametrize("kind", TASK_KINDS)
every_size = pytest.mark.parametrize("size", SIZES)


def doing(cast: Cast, job: str) -> list[str]:
    return [seat.seat for seat in cast.seats if job in seat.does]


@every_kind
@every_size
def test_every_job_of_every_phase_has_somebody(kind: TaskKind, size: Size):
    cast = cast_for(kind, size=size)
    assert gaps(cast.seats) == ()
    assert len(doing(cast, "author")) >= 2
    assert len(doing(cast, "vote")) >= 3
    assert cast.why


@every_kind
@every_size
def test_code_is_run_by_the_sandbox_and_by_nobody_else(kind: TaskKind, size: Size):
    cast = cast_for(kind, size=size)
    assert doing(cast, "execute") == ["executor"]
    assert [seat.seat for seat in cast.seats if seat.player == SANDBOX] == ["executor"]


@every_kind
@every_size
def test_nobody_attacks_what_they_defend_or_votes_on_what_they_wrote(kind: TaskKind, size: Size):
    for seat in cast_for(kind, size=size).seats:
        assert not {"attack", "defend"} <= set(seat.does)
        assert not {"author", "vote"} <= set(seat.does)
        assert not {"author", "test"} <= set(seat.does)


@every_kind
def test_a_small_cast_has_six_seats_that_double(kind: TaskKind):
    cast = cast_for(kind, size="small")
    assert len(cast.seats) == 6
    assert {"plan", "explain"} <= {job for seat in cast.seats for job in (*seat.doubles, *seat.does)}
    assert any(seat.doubles for seat in cast.seats)


@every_kind
def test_a_medium_cast_has_teams_of_its_own_for_attack_and_defence(kind: TaskKind):
    names = [seat.seat for seat in cast_for(kind).seats]
    assert {"red_team", "blue_team", "critic", "tester"} <= set(names)
    assert {"reviewer", "judge"} & set(names)
    assert 10 <= len(names) <= 11


@every_kind
def test_a_large_cast_is_everybody(kind: TaskKind):
    assert [seat.role for seat in cast_for(kind, size="large").seats] == list(ORDER)
    assert set(ORDER) == set(builtin_roles())


@every_kind
@every_size
def test_those_who_judge_come_after_those_who_write(kind: TaskKind, size: Size):
    cast = cast_for(kind, size=size)
    order = [seat.seat for seat in cast.seats]
    last = max(order.index(seat) for seat in doing(cast, "author"))
    assert all(order.index(seat) > last for job in ("critic", "test", "attack") for seat in doing(cast, job))


@every_kind
@every_size
def test_every_cast_fits_every_topology(kind: TaskKind, size: Size):
    members = tuple(seat.member for seat in cast_for(kind, size=size).seats)
    for shape in KINDS:
        assert topology(shape, members).members == members


def test_who_doubles_says_so_and_why():
    seats = {seat.seat: seat for seat in cast_for("function", size="small").seats}
    assert seats["implementer"].doubles == ("optimise", "defend")
    assert seats["implementer"].does == ("author", "optimise", "defend")
    assert seats["implementer"].why.endswith("Nobody else is there to optimise and defend.")
    assert seats["tester"].why.endswith("Nobody else is there to attack.")
    assert seats["critic"].doubles == ()
    assert seats["critic"].why == builtin_roles()["critic"].focus


def test_a_medium_cast_has_the_specialist_of_its_domain():
    web = {seat.role for seat in cast_for("function", "web").seats}
    algorithms = {seat.role for seat in cast_for("function").seats}
    poetry = {seat.role for seat in cast_for("design", "poetry").seats}
    assert "security" in web
    assert "security" not in algorithms
    assert "performance" in algorithms
    assert len(poetry) == 10
    assert cast_for("function").domain == "algorithms"


def test_suggestions_come_by_affinity_then_in_the_order_of_a_cast():
    found = suggestions("security")
    assert [each.role for each in found][:4] == ["security", "red_team", "blue_team", "architect"]
    assert [each.affinity for each in found] == sorted((each.affinity for each in found), reverse=True)
    assert found[0].why == "Security examiner, 5 of 5 for security: Finds what an enemy could do with the code."
    assert suggestions("poetry") == ()


def test_the_second_of_a_role_has_a_number():
    seats = seated(["generator", "tester", "generator", "generator"], builtin_roles())
    assert [seat.seat for seat in seats] == ["generator", "tester", "generator-2", "generator-3"]
    assert {seat.role for seat in seats} == {"generator", "tester"}


def test_a_role_that_nobody_knows_is_refused():
    with pytest.raises(InvalidInput, match="There is no role 'poet'") as refused:
        seated(["poet"], builtin_roles())
    assert "architect, designer, generator" in str(refused.value.suggestion)


def test_a_role_of_the_owner_is_cast_where_it_is_at_home():
    known = roles_with([read_role(POET, "poet.md")])
    cast = cast_for("function", "naming", roles=known)
    poet = next(seat for seat in cast.seats if seat.role == "poet")
    assert (poet.member.concern, poet.does) == ("beauty", ("critic", "vote"))
    assert [seat.role for seat in cast.seats].index("poet") == [seat.role for seat in cast.seats].index("critic") + 1


def test_a_role_of_the_owner_that_executes_is_held_by_the_sandbox():
    prover = read_role(POET.replace("[vote, critic]", "[execute]"), "poet.md")
    (seat,) = seated(["poet"], roles_with([prover]))
    assert seat.player == SANDBOX
    assert seat.member.runs


def test_a_job_that_nobody_is_fit_for_stays_undone():
    alone = doubled(seated(["generator"], builtin_roles()))
    assert gaps(alone) == ("test", "execute", "critic", "review", "attack", "vote")
    assert alone[0].doubles == ("clarify", "plan", "optimise", "defend", "explain")
    assert gaps([]) == JOBS
    assert set(SENIORITY) <= set(ORDER)
