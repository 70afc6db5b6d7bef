"""Workshops on a repository at the desk: whole ones, with a crew, and the clerk who keeps the repository in step."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from moot.debate import ActionNotAllowed, Forbidden, InvalidInput, NothingThere, RequestIdReused, UnfitRepository
from moot.desk import OWNER, Caller, Desk
from moot.tools.git import Clerk
from tests.desk.conftest import Room, room_on
from tests.support.cast import BAD, GOOD, HALF, code, patch
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK, Crew
from tests.support.house import MEMORY
from tests.tools.git.ground import Ground

BETTER = "def f(xs):\n    # Once.\n    return sum(xs)\n"
SCRIPT: dict[str, Any] = {
    "generator attempt": code(BAD, GOOD),
    "implementer attempt": code(HALF),
    "generator patch": patch(BETTER),
}


class Shop:
    """A desk with a clerk, and a repository."""

    def __init__(self, room: Room, ground: Ground, house: Path) -> None:
        self.room, self.ground, self.house = room, ground, house
        self.clerk = Clerk(house, "ours", room.steward, room.store)
        self.desk: Desk = room.desk_with(git=self.clerk)

    def beside(self) -> "Shop":
        """The same after a restart: nothing is remembered."""
        return Shop(self.room.beside(), self.ground, self.house)

    async def opens(self, request: str | None = None, **wished: Any) -> str:
        """Opens a workshop on the repository."""
        repo = {"path": str(self.ground.root), **wished}
        agreed: dict[str, Any] = {**SHORT, "off": ["review", "adversarial"]}
        opened = await self.desk.open_workshop(
            OWNER, task=TASK, tests=[GIVEN], repo=repo, client_request_id=request, **HUMAN, **agreed
        )
        return opened.debate_id

    def crew(self, debate: str) -> Crew:
        """Whoever plays it."""
        return Crew(self.desk, self.room.store, debate, SCRIPT)


@pytest.fixture
async def shop(ground: Ground, tmp_path: Path) -> AsyncIterator[Shop]:
    async with room_on(MEMORY) as room:
        yield Shop(room, ground, tmp_path / "house")


async def test_a_whole_workshop_leaves_the_winner_on_its_branch_and_the_repository_as_it_was(shop: Shop):
    ground, before = shop.ground, shop.ground.theirs()
    debate = await shop.opens()
    branch, crew = f"refs/heads/debate/{debate}", shop.crew(debate)
    assert await shop.clerk.round() == 1
    assert await shop.clerk.round() == 0
    assert ground.ours() == {branch: ground.head}
    folder = shop.house / debate
    assert shop.clerk.worktree_of(debate) == folder
    assert (folder / "solution.py").read_text() == "def f(xs):\n    return None\n"

    await crew.plays("propose")
    told = await shop.desk.git(OWNER, debate)
    assert (told.tip, told.version, told.agreed, told.worktree) == (ground.head, 0, False, str(folder))
    assert len(told.versions) >= 3
    assert all(each.commit and not each.why_not for each in told.versions)
    own = await shop.desk.git(Caller(debate, "implementer"), debate)
    shown = {each.by for each in own.versions if each.commit is not None}
    assert shown == {"implementer"}, "an author was told commits of code that it may not read"
    hidden = next(each for each in told.versions if each.by == "generator")
    for name in (str(hidden.version_number), str(hidden.commit)):
        with pytest.raises(NothingThere, match="that you may read"):
            await shop.desk.git_diff(Caller(debate, "implementer"), debate, to=name)

    await crew.plays("vote")
    told = await shop.desk.git(OWNER, debate)
    assert told.version not in (None, 0), "what all may read is not on the branch"
    assert (folder / "solution.py").read_text() == BETTER

    await crew.plays()
    assert await shop.clerk.round() == 1
    assert (shop.clerk.worktree_of(debate), await shop.clerk.round()) == (None, 0)
    told = await shop.desk.git(OWNER, debate)
    assert (told.agreed, told.moved, told.worktree, told.path) == (True, False, None, str(ground.root))
    assert ground.git("show", f"{branch}:solution.py") == BETTER
    assert ground.git("show", f"{branch}:pkg/part.py") == "PART = 1\n"
    assert ground.theirs() == before
    assert ground.git("fsck", "--strict", "--no-dangling") == ""
    await reads(shop, debate)
    await discards(shop, debate)


async def reads(shop: Shop, debate: str) -> None:
    """What the desk reads from the repository afterwards."""
    desk, ground = shop.desk, shop.ground
    told = await desk.git(OWNER, debate)
    lines = {each.seq: each for each in told.versions}
    entries = {line.line: line for line in await shop.room.store.lines(debate, -1, 1000)}
    for seq, each in lines.items():
        trailers = ground.git("log", "-1", "--format=%(trailers:key=Moot-Hash,valueonly)", str(each.commit)).strip()
        assert trailers == entries[seq].hash
    changed = await desk.git_diff(OWNER, debate)
    assert (changed.from_commit, changed.to_commit, changed.cut) == (told.start, told.tip, False)
    assert [(each.path, each.how) for each in changed.files] == [("solution.py", "changed")]
    assert "+    return sum(xs)\n" in changed.diff
    assert (await desk.git_diff(OWNER, debate, from_=told.start[:7], to="1")).to_commit == told.versions[0].commit
    history = await desk.git_history(OWNER, debate, path="solution.py")
    assert [each.version for each in history.commits][-2:] == [None, None]
    assert history.commits[0].commit == told.tip
    assert history.commits[0].version == told.version
    assert history.commits[0].author == "generator (generator)"
    blame = await desk.git_blame(OWNER, debate, path="solution.py")
    assert [line.text for line in blame.lines] == BETTER.splitlines()
    assert {line.commit for line in blame.lines} == {each.commit for each in blame.commits}
    assert (await desk.git_blame(OWNER, debate, path="pkg/part.py", at="0")).commits[0].subject == "First"
    for path in ("/etc/passwd", "../x", "", "a//b", "."):
        with pytest.raises(InvalidInput, match="is no path"):
            await desk.git_blame(OWNER, debate, path=path)
    with pytest.raises(NothingThere, match="There is no commit 'main'"):
        await desk.git_history(OWNER, debate, path="solution.py", at="main")


async def discards(shop: Shop, debate: str) -> None:
    """The owner wants nothing of it any more; the record stays."""
    with pytest.raises(Forbidden):
        await shop.desk.git_discard(Caller(debate, "generator"), debate)
    count = len((await shop.desk.git(OWNER, debate)).versions)
    assert (await shop.desk.git_discard(OWNER, debate)).refs == count + 1
    assert shop.ground.ours() == {}
    told = await shop.desk.git(OWNER, debate)
    assert (told.tip, told.moved, {each.commit for each in told.versions}) == (None, False, {None})
    assert (await shop.desk.verify(OWNER, debate)).sound


async def test_a_restart_goes_on_where_the_last_one_stopped_and_makes_the_same_commits(shop: Shop):
    debate = await shop.opens()
    await shop.crew(debate).plays("propose")
    await shop.clerk.round()
    refs = shop.ground.ours()
    for name in refs:
        shop.ground.git("update-ref", "-d", name)
    after = shop.beside()
    assert await after.clerk.round() == 1
    assert shop.ground.ours() == refs
    await after.crew(debate).plays()
    # Nobody looked when it ended: the next house that is opened tidies up.
    last = shop.beside()
    assert (last.house / debate).exists()
    assert await last.clerk.round() == 1
    assert sorted(path.name for path in last.house.iterdir()) == [".lock"]
    assert (
        refs.items()
        <= {**last.ground.ours(), f"refs/heads/debate/{debate}": refs[f"refs/heads/debate/{debate}"]}.items()
    )


async def test_a_workshop_under_way_is_not_discarded_and_one_without_a_repository_has_no_git(shop: Shop):
    debate = await shop.opens()
    with pytest.raises(ActionNotAllowed, match="under way"):
        await shop.desk.git_discard(OWNER, debate)
    plain = await shop.desk.open_workshop(OWNER, task=TASK, **HUMAN, **SHORT)
    with pytest.raises(InvalidInput, match="works on no git repository"):
        await shop.desk.git(OWNER, plain.debate_id)


async def test_only_the_owner_names_folders_of_the_machine_whichever_way_a_workshop_is_opened(shop: Shop):
    repo = {"path": str(shop.ground.root)}
    with pytest.raises(Forbidden):
        await shop.desk.open_workshop(Caller("a", "generator"), task=TASK, repo=repo, **HUMAN, **SHORT)
    setup: dict[str, Any] = {
        "title": "Sum",
        "cast": [{"seat": "ann", "role": "generator", "does": ["author"]}],
        "repo": {"path": str(shop.ground.root), "commit": shop.ground.head},
    }
    asked: dict[str, Any] = {"format": "workshop", "role": "owner", "type": "TASK", "move": {"content": "Add."}}
    with pytest.raises(Forbidden):
        await shop.desk.open_debate(Caller("a", "generator"), setup=setup, **asked)
    gone = {**setup, "repo": {"path": str(shop.ground.root), "commit": "0" * 40}}
    with pytest.raises(UnfitRepository, match="cannot be read"):
        await shop.desk.open_debate(OWNER, setup=gone, **asked)
    with pytest.raises(UnfitRepository, match="on the machine of the house"):
        await shop.desk.open_debate(OWNER, setup={**setup, "repo": {**setup["repo"], "path": "/nowhere"}}, **asked)
    opened = await shop.desk.open_debate(OWNER, setup=setup, **asked)
    await shop.clerk.round()
    assert shop.ground.ours() == {f"refs/heads/debate/{opened.debate_id}": shop.ground.head}
    with pytest.raises(InvalidInput, match="works on no git repositories"):
        await shop.room.desk.open_debate(OWNER, setup=setup, **asked)


async def test_the_same_request_opens_no_second_workshop_although_the_repository_has_moved_on(shop: Shop):
    first = await shop.opens("once")
    start = shop.ground.head
    shop.ground.write(solution_py="later\n")
    shop.ground.commit()
    again = await shop.opens("once")
    assert (again, (await shop.desk.git(OWNER, first)).start) == (first, start)
    with pytest.raises(RequestIdReused):
        await shop.opens("once", only=["pkg"])


async def test_what_is_wished_of_a_repository_must_be_what_can_be_wished(shop: Shop):
    for wished in ({"branch": "main"}, {"only": "src"}, {"keep": "perhaps"}):
        with pytest.raises(InvalidInput, match="repo: "):
            await shop.opens(**wished)
    with pytest.raises(InvalidInput, match="they come from the repository"):
        await shop.desk.open_workshop(
            OWNER, task=TASK, files={"a.py": "x"}, repo={"path": str(shop.ground.root)}, **HUMAN, **SHORT
        )
    kept = await shop.opens(only=["pkg"], keep=True)
    setup = (await shop.desk.agreed(OWNER, kept)).setup
    assert setup["repo"] == {"path": str(shop.ground.root), "commit": shop.ground.head, "keep": True}
    task = (await shop.room.store.lines(kept, 0, 1))[0]
    assert "pkg/part.py" in task.body
    assert "solution.py" not in task.body


async def test_a_repository_that_is_gone_stops_neither_its_workshop_nor_the_others(
    shop: Shop, caplog: pytest.LogCaptureFixture
):
    gone, there = await shop.opens(), await shop.opens()
    moved = shop.ground.root.rename(shop.ground.root.with_name("moved"))
    assert await shop.clerk.round() == 0
    assert "There is no folder" in caplog.text
    caplog.clear()
    assert (await shop.clerk.round(), caplog.text) == (0, ""), "it is asked for again and again"
    await shop.crew(gone).plays("propose")
    with pytest.raises(UnfitRepository, match="There is no folder"):
        await shop.desk.git(OWNER, gone)
    moved.rename(shop.ground.root)
    assert len((await shop.desk.git(OWNER, gone)).versions) >= 3
    assert (await shop.desk.git(OWNER, there)).tip == shop.ground.head


async def test_a_workshop_that_was_claimed_and_never_opened_is_forgotten_in_time(shop: Shop):
    debate = await shop.opens()
    claim = shop.house / f"{debate}.json"
    never = claim.with_name("018f0000-0000-7000-8000-000000000009.json")
    never.write_bytes(claim.read_bytes())
    theirs = claim.with_name("018f0000-0000-7000-8000-00000000000a.json")
    theirs.write_text(claim.read_text().replace("ours", "theirs"))
    os.utime(theirs, (0, 0))
    claim.with_name("018f0000-0000-7000-8000-00000000000b.json").write_text("no claim")
    assert await shop.clerk.round() == 1
    assert never.exists()
    os.utime(never, (0, 0))
    assert await shop.clerk.round() == 0
    assert (never.exists(), claim.exists(), len(shop.ground.ours())) == (False, True, 1)
    assert theirs.exists(), "a workshop in another house's database was taken for one that was never opened"


async def test_a_fork_of_a_workshop_has_a_branch_of_its_own_with_the_past_that_it_shares(shop: Shop):
    debate = await shop.opens()
    crew = shop.crew(debate)
    await crew.plays("propose")
    end = len(crew.entries) - 1
    fork = (await shop.desk.rerun(OWNER, debate, line=end, seats={"judge": "another"})).debate_id
    first, second = await shop.desk.git(OWNER, debate), await shop.desk.git(OWNER, fork)
    assert [each.seq for each in second.versions] == [each.seq for each in first.versions]
    assert {each.commit for each in second.versions}.isdisjoint({each.commit for each in first.versions})
    for one, other in zip(first.versions, second.versions, strict=True):
        assert shop.ground.git("diff", str(one.commit), str(other.commit)) == ""
    assert {first.branch, second.branch} == {f"debate/{debate}", f"debate/{fork}"}
