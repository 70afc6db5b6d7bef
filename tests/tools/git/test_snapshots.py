"""Versions as commits, and their worktree: as the real git sees them."""

import os
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moot.debate import Outage
from moot.formats.workshop import Repo
from moot.tools.git.claims import Claims
from moot.tools.git.keeping import begin, commit_id, discard, keep_up, misfits, stands, within
from moot.tools.git.repository import Repository
from moot.tools.git.snapshots import Course, Snapshot
from moot.tools.git.trees import Misfit, with_files
from tests.tools.git.ground import Ground

DEBATE = "018f0000-0000-7000-8000-000000000001"
BRANCH = f"refs/heads/debate/{DEBATE}"
AT = datetime(2026, 11, 16, 9, tzinfo=UTC)


def version(line: int, files: Mapping[str, str], base: int | None = None, said: str = "Adds up.") -> Snapshot:
    """A version as the record has it."""
    at = AT + timedelta(minutes=line)
    return Snapshot(line, f"{line:064x}", "ATTEMPT", "ann", "generator", at, base, said, files)


FIRST = version(3, {"solution.py": "one\n", "new/deep/x.py": "x\n"})
SECOND = version(5, {"solution.py": "two\n", "new/deep/x.py": "x\n"}, 3)
OTHER = version(4, {"solution.py": "other\n"})
ALL = (FIRST, OTHER, SECOND)


class Site:
    """A workshop on a repository."""

    def __init__(self, ground: Ground, house: Path, **agreed: bool) -> None:
        self.ground = ground
        self.repo = Repo(path=str(ground.root), commit=ground.head, **agreed)
        self.claims = Claims(house, "ours")
        self.folder = house / DEBATE
        within(self.repo.path, lambda there: begin(there, self.claims, DEBATE, self.repo))

    def comes_to(self, *snapshots: Snapshot, best: int | None = None, over: bool = False) -> dict[str, str]:
        """The refs that the house has made when the workshop has come to this."""
        keep_up(self.claims, DEBATE, self.repo, Course(snapshots, best, over))
        return self.ground.ours()

    def discards(self) -> int:
        return within(self.repo.path, lambda there: discard(there, self.claims, DEBATE, self.repo))


@pytest.fixture
def site(ground: Ground, tmp_path: Path) -> Site:
    return Site(ground, tmp_path / "house")


def test_a_workshop_has_a_branch_a_worktree_and_a_commit_for_each_version_and_touches_nothing_else(site: Site):
    ground, before = site.ground, site.ground.theirs()
    assert site.comes_to() == {BRANCH: site.repo.commit}
    assert ground.git("status", "--porcelain", at=site.folder) == ""
    refs = site.comes_to(*ALL, best=5)
    assert set(refs) == {BRANCH, *(f"refs/moot/{DEBATE}/{line}" for line in (3, 4, 5))}
    assert refs[BRANCH] == refs[f"refs/moot/{DEBATE}/5"]
    assert (site.folder / "solution.py").read_text() == "two\n"
    assert (site.folder / "pkg/part.py").read_text() == "PART = 1\n"
    assert ground.git("status", "--porcelain", at=site.folder) == ""
    assert f"[debate/{DEBATE}]" in ground.git("worktree", "list")
    assert "already checked out" in ground.git("checkout", f"debate/{DEBATE}", check=False)
    log = ground.git("log", "--format=%an|%ae|%ad|%s|%(trailers:key=Moot-Line,valueonly)", "--date=iso", BRANCH)
    rows = [row for row in log.splitlines() if row]
    told = "ann (generator)|ann@debate.moot.invalid|2026-11-16 09:0{}:00 +0000|Attempt by ann: Adds up.|{}"
    assert rows == [told.format(5, 5), told.format(3, 3), *rows[2:]]
    assert [row.split("|")[3] for row in rows[2:]] == ["Second", "First"]
    message = ground.git("log", "-1", "--format=%B", BRANCH)
    assert f"Moot-Debate: {DEBATE}\nMoot-Line: 5\nMoot-Hash: {5:064x}" in message
    assert ground.git("fsck", "--strict", "--no-dangling") == ""
    assert ground.theirs() == before


def test_the_worktree_follows_the_best_version_and_is_gone_at_the_end_while_the_branch_stays(site: Site):
    site.comes_to(*ALL, best=5)
    site.comes_to(*ALL, best=4)
    assert (site.folder / "solution.py").read_text() == "other\n"
    assert not (site.folder / "new").exists()
    before = site.ground.theirs()
    refs = site.comes_to(*ALL, best=5, over=True)
    assert (site.folder.exists(), site.claims.all()) == (False, [])
    assert not (site.ground.root / ".git/worktrees").exists()
    assert site.ground.git("worktree", "list").count("\n") == 1
    assert site.ground.theirs() == before
    site.ground.git("branch", "-D", f"debate/{DEBATE}")
    assert set(site.ground.ours()) == refs.keys() - {BRANCH}
    site.comes_to(*ALL, best=5, over=True)
    assert BRANCH not in site.ground.refs(), "what the user removed came back"


def test_the_same_record_gives_the_same_commits_however_often_they_are_made(site: Site):
    refs = site.comes_to(*ALL, best=5)
    for name in refs.keys() - {BRANCH}:
        site.ground.git("update-ref", "-d", name)
    shutil.rmtree(site.folder)
    site.ground.git("worktree", "prune")
    site.ground.git("gc", "-q", "--prune=now")
    for _ in range(2):
        assert site.comes_to(*ALL, best=5) == refs
        assert site.ground.git("status", "--porcelain", at=site.folder) == ""
        shutil.rmtree(site.folder)


def test_a_kept_worktree_stays_for_the_user_to_remove(ground: Ground, tmp_path: Path):
    site = Site(ground, tmp_path / "house", keep=True)
    site.comes_to(*ALL, best=5, over=True)
    assert site.claims.all() == []
    assert (site.folder / "solution.py").read_text() == "two\n"
    ground.git("worktree", "remove", str(site.folder))
    ground.git("merge", "-q", f"debate/{DEBATE}")
    assert (ground.root / "solution.py").read_text() == "two\n"


def test_what_is_discarded_leaves_no_ref_and_no_folder(ground: Ground, tmp_path: Path):
    site, before = Site(ground, tmp_path / "house", keep=True), ground.refs()
    site.comes_to(*ALL, best=5, over=True)
    ground.git("pack-refs", "--all")
    assert site.discards() == 4
    assert (ground.refs(), site.folder.exists(), site.discards()) == (before, False, 0)
    assert ground.git("fsck", "--strict", "--no-dangling") == ""


def test_a_branch_that_somebody_else_has_moved_or_works_on_is_left_alone(site: Site):
    ground = site.ground
    site.comes_to(FIRST, best=3)
    mine = ground.git("commit-tree", "-p", BRANCH, "-m", "Mine", f"{BRANCH}^{{tree}}").strip()
    ground.git("update-ref", BRANCH, mine)
    assert site.comes_to(*ALL, best=5, over=True)[BRANCH] == mine
    with pytest.raises(Exception, match="it is left alone"):
        site.discards()
    ground.git("checkout", "-q", f"debate/{DEBATE}")
    before = ground.theirs()
    ground.git("update-ref", "--no-deref", f"refs/moot/{DEBATE}/99", mine)
    with pytest.raises(Exception, match="it is left alone"):
        site.discards()
    assert ground.theirs() == before


def test_a_version_that_has_no_place_in_the_repository_has_no_commit_and_it_is_said_why(site: Site):
    ground = site.ground
    (ground.root / "link").symlink_to("/etc")
    ground.commit()
    site = Site(ground, site.claims.folder)
    odd = {
        6: {"link/passwd": "x"},
        7: {"link": "x"},
        8: {"pkg": "x"},
        9: {"solution.py/below": "x"},
        10: {"a": "x", "a/b": "x"},
        11: {".git/config": "x"},
        12: {"GIT~1/config": "x"},
    }
    made = (version(line, files) for line, files in odd.items())
    refs = site.comes_to(FIRST, *made, version(13, {"link/x": "x"}, 6), best=6)
    assert set(refs) == {BRANCH, f"refs/moot/{DEBATE}/3"}
    assert refs[BRANCH] == site.repo.commit
    told = within(site.repo.path, lambda there: misfits(there, site.repo, {3: FIRST.files, **odd}))
    assert list(told) == list(odd)
    assert told[6] == "'link' is a link in the repository, and nothing can be put below it."
    assert told[8] == "'pkg' is a folder in the repository, and no file."
    assert told[10] == "'a' is a file and a folder at once."


def test_what_is_said_in_a_version_cannot_forge_the_trailers_or_the_author(site: Site):
    lie = "Fine.\n\nMoot-Line: 1\nSigned-off-by: Ada <ada@example.org>\x1b[2J" + "x" * 200
    site.comes_to(version(3, {"solution.py": "one\n"}, said=lie), best=3)
    trailers = site.ground.git("log", "-1", "--format=%(trailers:only)", BRANCH).split("\n")
    assert [line.partition(":")[0] for line in trailers if line] == ["Moot-Debate", "Moot-Line", "Moot-Hash"]
    subject = site.ground.git("log", "-1", "--format=%s", BRANCH).strip()
    assert subject.startswith("Attempt by ann: Fine. Moot-Line: 1")
    assert len(subject) <= 72
    assert "\x1b" not in subject


def test_a_lock_that_somebody_holds_is_waited_for_and_one_that_was_left_behind_is_not(site: Site):
    site.comes_to()
    lock = site.ground.root / ".git" / f"{BRANCH}.lock"
    lock.touch()
    with pytest.raises(Outage, match="Another program holds refs/heads/debate/"):
        site.comes_to(FIRST, best=3)
    ago = (AT - timedelta(days=1)).timestamp()
    os.utime(lock, (ago, ago))
    refs = site.comes_to(FIRST, best=3)
    assert refs[BRANCH] == refs[f"refs/moot/{DEBATE}/3"]


def test_how_it_stands_is_told_from_the_refs(site: Site):
    refs = site.comes_to(*ALL, best=5)
    found = within(site.repo.path, lambda there: stands(there, site.claims, DEBATE))
    assert (found.name, found.tip, found.worktree) == (f"debate/{DEBATE}", refs[BRANCH], str(site.folder))
    assert found.commits == {line: refs[f"refs/moot/{DEBATE}/{line}"] for line in (3, 4, 5)}


NAMES = st.sampled_from(["a", "b", "a.b", "a-b", "a0", "pkg", "Z", "aa"])
FILES = st.dictionaries(st.lists(NAMES, min_size=1, max_size=3).map("/".join), st.text("xy\n", max_size=4), max_size=5)


@given(FILES, FILES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_tree_with_files_in_it_is_the_tree_that_git_makes_of_them(
    tmp_path: Path, untouched: Ground, files: dict[str, str], more: dict[str, str]
):
    home = tmp_path / str(len(list(tmp_path.iterdir())))
    shutil.copytree(untouched.root, home)
    ground = Ground(home)

    def laid(there: Repository) -> str | None:
        tree = there.commit(commit_id(ground.head)).tree
        try:
            return with_files(there, with_files(there, tree, files), more).decode()
        except Misfit:
            return None

    ours = within(str(home), laid)
    if ours is None:
        return
    for path, text in {**files, **more}.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text)
    ground.git("add", "-A")
    assert ours == ground.git("write-tree").strip()
