"""Which repositories are worked on, and what is said of the others."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from moot.debate import DirtyRepository, InvalidInput, UnfitRepository
from moot.tools.git.along import files_along
from moot.tools.git.claims import Claims
from moot.tools.git.keeping import begin, choose, commit_id, within
from moot.tools.git.worktree import put_up
from tests.tools.git.ground import Ground

DEBATE = "018f0000-0000-7000-8000-000000000001"


def problem(path: Path | str) -> str:
    """The word for what is wrong with a repository."""
    with pytest.raises(UnfitRepository) as refused:
        choose(str(path), False, False)
    assert refused.value.suggestion
    return str(refused.value.fields["problem"])


def begun(ground: Ground, folder: Path) -> None:
    within(str(ground.root), lambda there: begin(there, Claims(folder, "ours"), DEBATE, ground.repo))


def test_a_clean_repository_is_chosen_with_the_commit_it_is_at(ground: Ground, tmp_path: Path):
    before = ground.theirs()
    assert choose(str(ground.root), True, False).model_dump() == {**ground.repo.model_dump(), "keep": True}
    (tmp_path / "link").symlink_to(ground.root)
    assert choose(str(tmp_path / "link"), False, False).path == str(ground.root)
    assert ground.theirs() == before


def test_what_is_no_repository_that_can_be_worked_on_is_refused_with_a_word_for_it(ground: Ground, tmp_path: Path):
    (tmp_path / "plain").mkdir()
    ground.git("init", "-q", "--bare", str(tmp_path / "bare"))
    ground.git("init", "-q", str(tmp_path / "empty"))
    ground.git("init", "-q", "--object-format=sha256", str(tmp_path / "other"))
    (tmp_path / "dangling").mkdir()
    (tmp_path / "dangling/.git").write_text("gitdir: nowhere\n")
    assert problem("relative") == "missing"
    assert problem(tmp_path / "nowhere") == "missing"
    assert problem(tmp_path / ("x" * 300)) == "broken"
    assert problem(tmp_path / "plain") == "not_a_repository"
    assert problem(ground.root / "pkg") == "not_a_repository"
    assert problem(tmp_path / "dangling") == "not_a_repository"
    assert problem(tmp_path / "bare") == "bare"
    assert problem(tmp_path / "empty") == "empty"
    assert problem(tmp_path / "other") == "unsupported"
    with (ground.root / ".git/config").open("a") as config:
        config.write("[extensions]\n\trefStorage = reftable\n")
    assert problem(ground.root) == "unsupported"
    (ground.root / ".git/config").write_text("[core\n")
    assert problem(ground.root) == "broken"
    (ground.root / ".git/config").write_text("[core]\n\tbare = true\n")
    assert problem(ground.root) == "bare"


def test_a_head_whose_commit_is_gone_is_said_to_be_broken(ground: Ground):
    (ground.root / ".git/objects" / ground.head[:2] / ground.head[2:]).unlink()
    assert problem(ground.root) == "broken"


SOILED: dict[str, tuple[str, Callable[[Ground], object]]] = {
    "changed": ("solution.py", lambda ground: ground.write(solution_py="changed\n")),
    "staged": ("solution.py", lambda ground: (ground.write(solution_py="staged\n"), ground.git("add", "-A"))),
    "removed": ("solution.py", lambda ground: (ground.root / "solution.py").unlink()),
    "mode": ("solution.py", lambda ground: (ground.root / "solution.py").chmod(0o755)),
    "unstaged": ("solution.py", lambda ground: ground.git("rm", "-q", "--cached", "solution.py")),
    "unknown": ("new/thing.py", lambda ground: ground.write(new__thing_py="new\n")),
    "a link instead": ("pkg/part.py", lambda ground: _swap(ground.root / "pkg/part.py")),
}


@pytest.mark.parametrize("how", SOILED)
def test_what_is_not_committed_is_refused_by_name_unless_it_may_be_left_out(ground: Ground, how: str):
    named, soil = SOILED[how]
    soil(ground)
    before = ground.theirs()
    with pytest.raises(DirtyRepository, match="not committed") as refused:
        choose(str(ground.root), False, False)
    assert named in cast(list[str], refused.value.fields["files"])
    assert "--committed-only" in str(refused.value.suggestion)
    assert choose(str(ground.root), False, True).commit == ground.head
    assert ground.theirs() == before


def _swap(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def test_what_git_ignores_and_what_was_only_touched_is_not_dirt(ground: Ground):
    (ground.root / ".gitignore").write_text("*.log\nbuild/\n")
    ground.commit()
    (ground.root / ".git/info/exclude").write_text("mine.txt\n")
    ground.write(build__deep__x="x", out__mine="x")
    (ground.root / "out/mine").rename(ground.root / "mine.txt")
    (ground.root / "a.log").write_text("x")
    os.utime(ground.root / "solution.py")
    assert ground.git("status", "--porcelain") == ""
    assert choose(str(ground.root), False, False).commit == ground.head


def test_a_linked_worktree_of_the_users_is_worked_on_and_one_of_a_house_is_not(ground: Ground, tmp_path: Path):
    ground.git("worktree", "add", "-q", str(tmp_path / "second"), "other")
    chosen = choose(str(tmp_path / "second"), False, False)
    assert (chosen.path, chosen.commit) == (str(tmp_path / "second"), ground.git("rev-parse", "other").strip())
    within(chosen.path, lambda there: begin(there, Claims(tmp_path / "house", "ours"), DEBATE, chosen))
    root = tmp_path / "house" / DEBATE
    within(chosen.path, lambda there: put_up(there, DEBATE, root, commit_id(chosen.commit)))
    assert str(root) in ground.git("worktree", "list")
    assert problem(root) == "in_a_worktree"


def test_where_no_branch_can_be_made_nothing_is_begun(ground: Ground, tmp_path: Path):
    for word, spoil, mend in (
        ("branch_in_the_way", ("branch", "debate"), ("branch", "-D", "debate")),
        ("branch_in_the_way", ("branch", f"debate/{DEBATE}"), ("branch", "-D", f"debate/{DEBATE}")),
    ):
        ground.git(*spoil)
        with pytest.raises(UnfitRepository) as refused:
            begun(ground, tmp_path / "house")
        assert refused.value.fields["problem"] == word
        ground.git(*mend)
    begun(ground, tmp_path / "house")
    assert Claims(tmp_path / "house", "ours").all() == [DEBATE]


def test_a_git_folder_that_leads_elsewhere_by_links_is_not_written_to(ground: Ground, tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    (ground.root / ".git/refs/heads/debate").symlink_to(tmp_path / "elsewhere")
    assert problem(ground.root) == "links"


def test_the_texts_of_the_commit_come_along_and_everything_else_stays(ground: Ground):
    ground.write(docs__a_b_py="x")
    (ground.root / "picture.bin").write_bytes(b"\0\1")
    (ground.root / "latin.txt").write_bytes(b"\xe9")
    (ground.root / "a b.txt").write_text("a blank in its name")
    (ground.root / ".hidden").write_text("hidden")
    (ground.root / "link.py").symlink_to("solution.py")
    (ground.root / "large.txt").write_text("x" * (64 * 1024 + 1))
    commit = commit_id(ground.commit())
    ground.write(solution_py="not committed\n")
    found = within(str(ground.root), lambda there: files_along(there, commit, None))
    assert found == {"docs/a_b.py": "x", "pkg/part.py": "PART = 1\n", "solution.py": "def f(xs):\n    return None\n"}

    def some(*only: str) -> list[str]:
        return sorted(within(str(ground.root), lambda there: files_along(there, commit, only)))

    assert some("pkg") == ["pkg/part.py"]
    assert some("*.py") == ["docs/a_b.py", "pkg/part.py", "solution.py"]
    assert some("solution.py", "docs/") == ["docs/a_b.py", "solution.py"]
    assert some() == []
    with pytest.raises(InvalidInput, match="No file of the repository is called like"):
        some("nothing")


def test_too_much_to_take_along_is_refused_with_how_to_choose(ground: Ground):
    for number in range(41):
        (ground.root / f"n{number}.txt").write_text("x")
    commit = commit_id(ground.commit())
    with pytest.raises(InvalidInput, match="at most 40 files") as refused:
        within(str(ground.root), lambda there: files_along(there, commit, None))
    assert "--only" in str(refused.value.suggestion)
