"""What changed, the commits that changed a file, and whose its lines are: as the real git tells it."""

import re
from pathlib import Path

import pytest

from moot.debate import NothingThere
from moot.tools.git.comparing import compared
from moot.tools.git.keeping import commit_id, within
from moot.tools.git.past import blame_of, history_of
from tests.tools.git.ground import ALONE, Ground


@pytest.fixture
def branched(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> Ground:
    """A repository in which two branches changed a file, and were merged."""

    def commit(message: str, minute: int, lines: str) -> None:
        for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            monkeypatch.setitem(ALONE, name, f"2026-01-03T03:{minute:02}:00Z")
        ground.write(text_py="".join(f"{line}\n" for line in lines))
        ground.commit(message)

    commit("Text", 1, "abcdefgh")
    ground.git("checkout", "-q", "-b", "side")
    commit("Side", 2, "abcdefgHi")
    ground.git("checkout", "-q", "main")
    commit("Main", 3, "Abcdefgh")
    ground.write(other_py="x\n")
    ground.commit("Something else")
    ground.git("merge", "-q", "-m", "Merged", "side")
    commit("After", 5, "AbXdefgHi")
    return ground


def told_by_git(ground: Ground, path: str) -> list[str]:
    blamed = ground.git("blame", "--line-porcelain", "HEAD", "--", path)
    return re.findall(r"^([0-9a-f]{40}) \d+ \d+", blamed, re.MULTILINE)


def test_the_history_of_a_file_is_that_of_git(branched: Ground):
    head = commit_id(branched.head)
    found = within(str(branched.root), lambda there: history_of(there, head, "text.py", 10))
    log = branched.git("log", "--format=%H|%an|%at|%s", "--", "text.py").splitlines()
    assert [f"{each.commit}|{each.author}|{int(each.at.timestamp())}|{each.subject}" for each in found.commits] == log
    assert (len(log), found.more) == (5, False)
    some = within(str(branched.root), lambda there: history_of(there, head, "text.py", 2))
    assert (some.commits, some.more) == (found.commits[:2], True)
    (gone,) = within(str(branched.root), lambda there: history_of(there, head, "other.py", 9)).commits
    assert gone.subject == "Something else"
    with pytest.raises(NothingThere, match="There was never a file"):
        within(str(branched.root), lambda there: history_of(there, head, "nothing.py", 9))


def test_each_line_is_blamed_on_the_commit_that_git_blames(branched: Ground):
    head = commit_id(branched.head)
    for path in ("text.py", "solution.py", "pkg/part.py"):
        found = within(str(branched.root), lambda there, path=path: blame_of(there, head, path))
        assert [commit for commit, _ in found.lines] == told_by_git(branched, path)
        assert [text for _, text in found.lines] == (branched.root / path).read_text().splitlines()
        assert {each.commit for each in found.commits} == {commit for commit, _ in found.lines}
    for path in ("pkg", "nothing.py", "pkg/part.py/below"):
        with pytest.raises(NothingThere, match="There is no text"):
            within(str(branched.root), lambda there, path=path: blame_of(there, head, path))


def test_lines_that_a_merge_has_twice_are_both_blamed(ground: Ground, monkeypatch: pytest.MonkeyPatch):
    def commit(message: str, minute: int, text: str) -> None:
        for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            monkeypatch.setitem(ALONE, name, f"2026-01-03T03:{minute:02}:00Z")
        ground.write(twice_py=text)
        ground.commit(message)

    commit("Base", 1, "x\n")
    ground.git("checkout", "-q", "-b", "side")
    commit("Side", 2, "b\nx\n")
    ground.git("checkout", "-q", "main")
    commit("Main", 3, "x\na\n")
    ground.git("merge", "-q", "--no-commit", "--no-ff", "side", check=False)
    commit("Merged", 4, "x\na\nb\nx\n")
    found = within(str(ground.root), lambda there: blame_of(there, commit_id(ground.head), "twice.py"))
    assert [commit for commit, _ in found.lines] == told_by_git(ground, "twice.py")


def test_a_past_that_was_not_cloned_is_not_missed(branched: Ground, tmp_path: Path):
    branched.git("clone", "-q", "--depth", "2", f"file://{branched.root}", str(tmp_path / "shallow"))
    shallow = Ground(tmp_path / "shallow")
    head = commit_id(shallow.head)
    there = within(str(shallow.root), lambda there: history_of(there, head, "text.py", 9))
    assert there.commits[0].subject == "After"
    assert len(within(str(shallow.root), lambda there: blame_of(there, head, "text.py")).lines) == 9


def test_a_diff_is_what_git_can_apply(branched: Ground):
    (branched.root / "new\nline.txt").write_text("n\n")
    (branched.root / "picture.bin").write_bytes(b"\0\1")
    (branched.root / "pkg/part.py").unlink()
    first, last = branched.git("rev-list", "--max-parents=0", "main").strip(), branched.commit("Last")
    found = within(str(branched.root), lambda there: compared(there, commit_id(first), commit_id(last)))
    told = {each.path: (each.how, each.added, each.removed) for each in found.files}
    assert told == {
        '"new\\012line.txt"': ("added", 1, 0),
        "other.py": ("added", 1, 0),
        "picture.bin": ("added", None, None),
        "pkg/part.py": ("removed", 0, 1),
        "solution.py": ("changed", 1, 1),
        "text.py": ("added", 9, 0),
    }
    assert "Binary, large or special: picture.bin was added\n" in found.unified
    branched.git("checkout", "-q", first)
    branched.git("apply", "--index", "-", text=found.unified.replace("Binary, large or special", "#"))
    assert branched.git("diff", "--cached", "--name-only", last).split() == ["picture.bin"]
    assert within(str(branched.root), lambda there: compared(there, commit_id(last), commit_id(last))).unified == ""


def test_a_diff_that_is_very_long_is_cut_and_says_so(ground: Ground):
    first = ground.head
    for number in range(3):
        (ground.root / f"{number}.txt").write_text(("x" * 999 + "\n") * 300)
    last = ground.commit()
    found = within(str(ground.root), lambda there: compared(there, commit_id(first), commit_id(last)))
    assert (found.cut, [each.path for each in found.files]) == (True, ["0.txt", "1.txt"])
