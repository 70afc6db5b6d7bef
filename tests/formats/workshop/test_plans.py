"""Planning: by one for all, or by each and then agreed; which of them and why is on the record."""

import pytest

from moot.formats.workshop import moves as said
from tests.support.cast import Bench, by_round, opened

ASKS = said.Negotiation(accepts=False, asks=(said.Assignment(seat="implementer", what="Streams."),), reason="Memory.")
AUTHORS = ("architect", "generator", "implementer")


def planning(style: str, *roles: str, **script: said.Move) -> Bench:
    return opened(*roles or AUTHORS, script=script, planning=style)


def planned(bench: Bench) -> list[tuple[str, str | None, int | None]]:
    return [(e.kind, e.seat, e.stamp.round) for e in bench.of("PLAN", "OWN_PLAN", "NEGOTIATION")]


def test_cpde_has_one_plan_by_whoever_leads():
    bench = planning("cpde")
    bench.until("attempt")
    assert planned(bench) == [("PLAN", "architect", 1)]
    assert bench.entries[2].move == {"phase": "planning", "style": "cpde", "reason": "cpde: the set-up says so."}


def test_dpde_has_own_plans_and_then_what_the_authors_say_to_them():
    bench = planning("dpde")
    bench.until("attempt")
    kinds = [kind for kind, _, _ in planned(bench)]
    assert kinds == ["OWN_PLAN", "OWN_PLAN", "NEGOTIATION", "NEGOTIATION"]


@pytest.mark.parametrize(("task", "style"), [("Add.", "dpde"), ("Add. " * 400, "cpde")])
def test_adaptive_chooses_by_the_task_and_says_why(task: str, style: str):
    bench = opened(*AUTHORS, "critic", "security", "performance", "tester", task=task, planning="adaptive")
    began = bench.of("phase_began")[0].move
    assert began["style"] == style
    assert str(began["reason"]).startswith(f"{style}: ")
    assert bench.seen().state.style == style


def test_authors_do_not_read_each_others_plans_before_all_are_there():
    bench = planning("dpde")
    first = bench.step()
    other = bench.due[0].seat
    assert not bench.reads(str(other), first.line)
    bench.step()
    assert bench.reads(str(other), first.line)
    assert "> Add." in bench.told(bench.until("negotiate"))


def test_whoever_is_asked_for_a_change_plans_again_and_all_talk_about_it_once_more():
    bench = planning("dpde")
    bench.script["generator negotiate"] = by_round(ASKS, said.Negotiation(accepts=True, reason="Good."))
    bench.until("attempt")
    assert planned(bench)[4:] == [
        ("OWN_PLAN", "implementer", 2),
        ("NEGOTIATION", "generator", 2),
        ("NEGOTIATION", "implementer", 2),
    ]


def test_after_two_rounds_work_begins_agreed_or_not():
    bench = planning("dpde")
    bench.script["generator negotiate"] = ASKS
    bench.until("attempt")
    assert [number for kind, _, number in planned(bench) if kind == "NEGOTIATION"] == [1, 1, 2, 2]


def test_a_wish_is_not_lost_because_the_last_to_speak_is_silent():
    bench = planning("dpde")
    bench.script |= {"generator negotiate": by_round(ASKS, said.Negotiation(accepts=True, reason="Good."))}
    bench.script["implementer negotiate"] = by_round(None, said.Negotiation(accepts=True, reason="Good."))
    assert bench.until("own_plan", "implementer", round=2)


def test_a_plan_is_for_seats_that_are_there():
    bench = planning("cpde")
    strange = said.Plan(steps=("Add.",), assignments=(said.Assignment(seat="nobody", what="All."),))
    assert "There is no seat 'nobody'" in str(bench.refused(bench.until("plan"), strange))


def test_one_author_alone_plans_with_nobody_and_none_means_none():
    assert planning("cpde", "architect", "generator").phases == ["self_evolvement"]
    assert planning("none").phases == ["self_evolvement"]


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
@pytest.mark.parametrize("style", ["cpde", "dpde"])
def test_every_author_is_told_the_plans_in_every_topology(topology: str, style: str):
    bench = opened(*AUTHORS, planning=style, topology=topology)
    bench.script |= {
        "plan": lambda asked: said.Plan(
            steps=("Sum first.",), assignments=(said.Assignment(seat="generator", what="-"),)
        ),
        "own_plan": said.OwnPlan(steps=("Sum first.",)),
    }
    for author in AUTHORS[1:]:
        assert "> Sum first." in bench.told(bench.until("attempt", author))
