"""The past of a repository, as far back as the commit that a workshop started from and no further."""

from pathlib import Path

import pytest

from moot.formats.workshop import Repo
from moot.tools.turn.past import past
from moot.tools.turn.site import Site
from tests.tools.git.ground import Ground, new_ground
from tests.tools.turn.grounds import SITE, used


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A repository of its own."""
    return new_ground(tmp_path_factory.mktemp("past") / "ground")


async def test_what_candidates_changed_is_told_without_a_repository():
    tools = past(SITE)
    assert [tool.name for tool in tools] == ["git_diff"]
    told = await used(tools, "git_diff", candidate="generator")
    assert told.text.startswith("--- a/solution.py\n+++ b/solution.py\n")
    assert "-import os" in told.text
    assert (await used(tools, "git_diff", candidate="generator", since="generator")).text == "They are the same."
    assert "Known: generator." in (await used(tools, "git_diff", candidate="critic")).text
    assert past(Site("d", "s")) == []


async def test_history_blame_and_commits_are_told(ground: Ground):
    first, second = ground.git("rev-list", "--reverse", "main").split()
    tools = past(Site("d", "s", repo=Repo(path=str(ground.root), commit=second)))
    told = await used(tools, "git_history", path="solution.py")
    assert [line.split()[0] for line in told.text.splitlines()] == [second, first]
    assert told.text.splitlines()[0].endswith("2026-01-02 Ada: Second")
    told = await used(tools, "git_blame", path="solution.py")
    assert told.text.splitlines()[:2] == [f"    1 {first[:10]} def f(xs):", f"    2 {second[:10]}     return None"]
    told = await used(tools, "git_show", commit=second)
    assert "-    return 0\n+    return None" in told.text
    assert (await used(tools, "git_show", commit=first)).text == "It is the first commit."
    assert not (await used(tools, "git_history", path="nowhere.py")).ok


async def test_a_commit_that_lies_elsewhere_is_not_there(ground: Ground):
    first, _ = ground.git("rev-list", "--reverse", "main").split()
    stashed = ground.git("rev-parse", "stash@{0}").strip()
    tools = past(Site("d", "s", repo=Repo(path=str(ground.root), commit=first)))
    for hidden in (stashed, ground.head, "0" * 40):
        told = await used(tools, "git_show", commit=hidden)
        assert (told.ok, told.text) == (False, "There is no such commit before this workshop. See git_history.")
    assert (await used(tools, "git_blame", path="solution.py")).text.count(first[:10]) == 3


async def test_a_repository_that_is_gone_is_told(tmp_path: Path):
    tools = past(Site("d", "s", repo=Repo(path=str(tmp_path / "gone"), commit="0" * 40)))
    told = await used(tools, "git_history", path="a.py")
    assert (told.ok, "There is no folder" in told.text) == (False, True)
