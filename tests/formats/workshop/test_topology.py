"""Who speaks when, who leads and who reads whom, by example."""

import pytest

from moot.formats.workshop.aptitude import Member
from moot.formats.workshop.topology import KINDS, Star, Tree, TreeNode, topology
from tests.formats.workshop.companies import named

CAST = named("architect", "generator", "implementer", "tester", "executor", "critic", "red_team", "blue_team", "judge")
SEATS = [member.seat for member in CAST]


def test_in_a_mesh_all_speak_at_once_and_read_all():
    mesh = topology("mesh", CAST)
    assert mesh.groups("critique", ["judge", "critic"]) == (("critic", "judge"),)
    assert mesh.groups("critique", ["executor", "critic"]) == (("critic",), ("executor",))
    assert mesh.readers("critic", "critique") is None
    assert len(mesh.links()) == 9 * 8 // 2


@pytest.mark.parametrize("kind", ["mesh", "chain"])
@pytest.mark.parametrize(
    ("phase", "leads"),
    [
        ("dehallucination", "architect"),
        ("planning", "architect"),
        ("proposal", "architect"),
        ("self_evolvement", "tester"),
        ("critique", "critic"),
        ("review", "judge"),
        ("optimization", "implementer"),
        ("adversarial", "red_team"),
        ("convergence", "judge"),
        ("no such phase", "architect"),
    ],
)
def test_the_fittest_role_leads_a_phase(kind: str, phase: str, leads: str):
    made = topology("mesh" if kind == "mesh" else "chain", CAST)
    assert made.leader(phase) == leads


def test_when_the_fittest_is_out_the_next_leads():
    assert topology("mesh", CAST, ("red_team",)).leader("adversarial") == "tester"
    assert topology("mesh", CAST, ("red_team", "tester", "critic")).leader("adversarial") == "architect"


def test_in_a_star_the_hub_opens_what_goes_down_and_closes_what_comes_up():
    star = topology("star", CAST)
    assert isinstance(star, Star)
    assert star.hub == "architect"
    assert star.groups("proposal", ["generator", "implementer", "architect"])[0] == ("architect",)
    assert star.groups("critique", ["architect", "critic", "judge"]) == (("critic", "judge"), ("architect",))
    assert star.groups("critique", ["critic"]) == (("critic",),)


def test_in_a_star_all_goes_through_the_hub():
    star = topology("star", CAST)
    assert star.readers("critic", "critique") == ("owner", "architect", "executor")
    assert star.readers("critic", "critique", answering="generator") == ("owner", "architect", "generator", "executor")
    assert star.readers("architect", "critique") is None
    assert {star.leader(phase) for phase in ("planning", "critique", "adversarial")} == {"architect"}


def test_when_the_hub_is_out_the_next_in_rank_is_the_hub():
    star = topology("star", CAST, ("architect",))
    assert star.leader("critique") == "judge"
    assert star.readers("critic", "critique") == ("owner", "executor", "judge")


def test_in_a_chain_one_speaks_after_the_other():
    chain = topology("chain", CAST)
    assert chain.groups("critique", ["judge", "executor", "critic", "tester"]) == (
        ("tester",),
        ("critic",),
        ("judge",),
        ("executor",),
    )


def test_a_chain_passes_on_what_was_said_and_hands_it_back_one_link():
    chain = topology("chain", CAST)
    assert chain.readers("critic", "critique") == (
        "owner",
        "tester",
        "executor",
        "red_team",
        "blue_team",
        "judge",
    )
    assert chain.readers("architect", "critique") is None


def test_a_chain_closes_the_gap():
    chain = topology("chain", CAST, ("critic",))
    assert ("tester", "red_team") in chain.links()


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_executes_is_heard_by_all_whatever_its_role_is_called(kind: str):
    cast = (*named("architect", "critic"), Member("prover", "prover", executes=True))
    made = topology(next(known for known in KINDS if known == kind), cast)
    assert made.readers("prover", "critique") is None
    assert "prover" in (made.readers("critic", "critique") or ("prover",))
    assert made.groups("critique", ["prover", "critic", "architect"])[-1] == ("prover",)


def test_a_tree_has_a_lead_for_each_concern_below_the_root():
    tree = topology("tree", CAST)
    assert isinstance(tree, Tree)
    assert {node.seat: (node.parent, node.level, node.concern) for node in tree.nodes} == {
        "architect": (None, 0, "design"),
        "generator": ("architect", 1, "delivery"),
        "implementer": ("generator", 2, "delivery"),
        "executor": ("generator", 2, "delivery"),
        "judge": ("architect", 1, "quality"),
        "tester": ("judge", 2, "quality"),
        "critic": ("judge", 2, "quality"),
        "red_team": ("architect", 1, "security"),
        "blue_team": ("red_team", 2, "security"),
    }
    assert tree.root == TreeNode(
        "architect", "architect", None, ("generator", "red_team", "judge"), level=0, concern="design"
    )


def test_a_role_that_the_house_does_not_know_says_what_it_cares_for():
    cast = (*named("architect", "critic"), Member("lawyer", "lawyer", "licences"), Member("poet", "poet"))
    tree = Tree.of(cast)
    assert [(node.seat, node.parent, node.concern) for node in tree.nodes] == [
        ("architect", None, "design"),
        ("critic", "architect", "quality"),
        ("lawyer", "architect", "licences"),
        ("poet", "architect", "delivery"),
    ]


def test_those_who_run_code_lead_nobody_in_a_tree():
    tree = Tree.of((*named("architect", "executor"), Member("executor-2", "executor")))
    assert tree.links() == (("architect", "executor"), ("architect", "executor-2"))


def test_in_a_tree_work_goes_down_and_comes_up_in_waves_of_independent_subtrees():
    tree = topology("tree", CAST)
    down = (
        ("architect",),
        ("generator", "red_team", "judge"),
        ("implementer", "tester", "critic", "blue_team"),
        ("executor",),
    )
    assert tree.groups("planning", SEATS) == down
    assert tree.groups("critique", SEATS) == (
        ("implementer", "tester", "critic", "blue_team"),
        ("generator", "red_team", "judge"),
        ("architect",),
        ("executor",),
    )
    assert tree.groups("critique", ["critic", "architect"]) == (("critic",), ("architect",))
    assert tree.groups("proposal", ["implementer", "critic"]) == (("implementer", "critic"),)


@pytest.mark.parametrize(
    ("phase", "leads"),
    [
        ("planning", "architect"),
        ("proposal", "architect"),
        ("critique", "judge"),
        ("review", "judge"),
        ("adversarial", "red_team"),
        ("optimization", "architect"),
        ("convergence", "architect"),
    ],
)
def test_in_a_tree_whoever_cares_for_it_leads_the_phase(phase: str, leads: str):
    assert topology("tree", CAST).leader(phase) == leads


def test_in_a_tree_only_parent_and_children_read_each_other():
    tree = topology("tree", CAST)
    assert tree.readers("critic", "critique") == ("owner", "executor", "judge")
    assert tree.readers("judge", "critique") == ("owner", "architect", "tester", "executor", "critic")
    assert tree.readers("architect", "critique") == ("owner", "generator", "executor", "red_team", "judge")
