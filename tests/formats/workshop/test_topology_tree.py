"""A tree from which seats fall: what becomes of those below them."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from moot.formats.workshop.aptitude import fittest
from moot.formats.workshop.topology import Topology, Tree, TreeNode, build, topology
from tests.formats.workshop.companies import named, standing
from tests.support.thorough import quickly

CAST = named("architect", "generator", "implementer", "tester", "critic", "security", "red_team", "blue_team", "judge")


def node(made: Topology, seat: str) -> TreeNode:
    assert isinstance(made, Tree)
    return next(node for node in made.nodes if node.seat == seat)


def test_the_subtree_of_one_who_failed_goes_to_its_siblings():
    tree = topology("tree", CAST, ("judge",))
    assert node(tree, "generator").children == ("implementer", "tester", "critic")
    assert node(tree, "security").children == ("red_team", "blue_team")
    assert (node(tree, "critic").level, node(tree, "critic").concern) == (2, "quality")


def test_the_least_burdened_sibling_takes_the_next():
    tree = topology("tree", (*CAST, *named("performance")), ("judge", "generator"))
    assert node(tree, "performance").children == ("implementer", "tester")
    assert node(tree, "security").children == ("critic", "red_team", "blue_team")
    evenly = topology("tree", (*CAST, *named("performance", "reviewer")), ("judge",))
    assert node(evenly, "performance").children == ("tester", "reviewer")
    assert node(evenly, "generator").children == ("implementer", "critic")


def test_what_the_failed_lead_cared_for_is_led_by_one_who_still_does():
    assert topology("tree", CAST, ("judge",)).leader("critique") == "critic"
    assert topology("tree", CAST, ("judge", "critic", "tester")).leader("critique") == "architect"


def test_one_without_siblings_leaves_its_subtree_to_its_parent():
    tree = topology("tree", named("architect", "judge", "critic", "tester"), ("judge",))
    assert [node(tree, seat).parent for seat in ("critic", "tester")] == ["architect", "architect"]


def test_siblings_that_run_code_take_nobody():
    cast = named("architect", "executor", "judge", "critic")
    assert node(topology("tree", cast, ("judge",)), "critic").parent == "architect"


def test_the_place_of_the_root_goes_to_its_most_senior_child():
    tree = topology("tree", CAST, ("architect",))
    assert isinstance(tree, Tree)
    assert tree.root.seat == "judge"
    assert tree.root.children == ("generator", "tester", "critic", "security")
    assert node(tree, "red_team").level == 2
    assert tree.leader("planning") == "judge"


def test_a_leaf_that_goes_leaves_the_rest_as_it_was():
    before, after = topology("tree", CAST), topology("tree", CAST, ("critic",))
    assert {link for link in before.links() if "critic" not in link} == set(after.links())


@quickly
@given(standing("tree"))
def test_a_tree_has_one_root_and_parents_and_children_agree(made: Topology):
    assert isinstance(made, Tree)
    assert [each.seat for each in made.nodes] == [member.seat for member in made.members]
    assert [each.level for each in made.nodes if each.parent is None] == [0]
    for each in made.nodes:
        assert each.children == tuple(other.seat for other in made.nodes if other.parent == each.seat)
        if each.parent is not None:
            assert each.level == node(made, each.parent).level + 1


@quickly
@given(standing("tree"))
def test_nobody_answers_to_one_who_runs_code_unless_all_do(made: Topology):
    assert isinstance(made, Tree)
    runners = [member.seat for member in made.members if member.runs]
    if len(runners) < len(made.members):
        assert not [each for each in made.nodes if each.parent in runners]


@quickly
@given(standing("tree", least=2), st.data())
def test_what_answered_to_one_who_goes_answers_to_its_siblings_then(made: Topology, data: st.DataObject):
    assert isinstance(made, Tree)
    gone = data.draw(st.sampled_from(made.nodes))
    after = made.without(gone.seat)
    runs = {member.seat: member.runs for member in made.members}
    if gone.parent is None:
        heir = fittest(None, [member for member in made.members if member.seat in gone.children]).seat
        assert after.root.seat == heir
        assert {node(after, child).parent for child in gone.children} <= {heir, None}
        return
    siblings = {seat for seat in node(made, gone.parent).children if seat != gone.seat and not runs[seat]}
    assert {node(after, child).parent for child in gone.children} <= (siblings or {gone.parent})
    for other in made.nodes:
        if other.seat != gone.seat and other.parent != gone.seat:
            assert node(after, other.seat).parent == other.parent


@quickly
@given(standing("tree", least=2), st.data())
def test_siblings_share_the_subtree_evenly(made: Topology, data: st.DataObject):
    assert isinstance(made, Tree)
    gone = data.draw(st.sampled_from([each for each in made.nodes if each.parent is not None]))
    after = made.without(gone.seat)
    took = Counter(node(after, child).parent for child in gone.children)
    for taker in took:
        for sibling in after.nodes:
            idle = sibling.parent == gone.parent and sibling.seat not in gone.children and sibling.role != "executor"
            if idle and taker != gone.parent:
                assert len(sibling.children) >= len(node(after, str(taker)).children) - 1


@quickly
@given(standing("tree"))
def test_a_cast_that_is_whole_is_built_anew_into_the_same_tree(made: Topology):
    assert Tree.of(made.members).nodes == build(made.members)
    assert max(each.level for each in build(made.members)) <= 2
