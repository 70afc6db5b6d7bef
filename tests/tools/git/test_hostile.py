"""A repository that means harm: whatever is in it, nothing of it is run, and nothing outside is written."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from dulwich.objects import Blob, Commit, ObjectID, Tree
from dulwich.refs import Ref

from moot.debate import UnfitRepository
from moot.tools.git.along import files_along
from moot.tools.git.checkout import LARGEST_FILE
from moot.tools.git.comparing import compared
from moot.tools.git.keeping import choose, commit_id, keep_up, within
from moot.tools.git.objects import blob_of, size_of, write_object
from moot.tools.git.past import blame_of, history_of
from moot.tools.git.repository import Repository
from moot.tools.git.snapshots import Course
from moot.tools.git.trees import leaves
from tests.tools.git.ground import Ground
from tests.tools.git.test_snapshots import ALL, BRANCH, DEBATE, Site

HOOKS = (
    "pre-commit",
    "post-commit",
    "post-checkout",
    "reference-transaction",
    "post-index-change",
    "update",
    "push-to-checkout",
)
LINK, FILE, FOLDER, OTHER = 0o120000, 0o100644, stat.S_IFDIR, 0o160000


def trap(ground: Ground, outside: Path) -> Path:
    """Everything in a repository that makes git run a program; each would make this file."""
    sprung = outside / "sprung"
    program = outside / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {sprung}\ncat\n")
    program.chmod(0o755)
    hooks = ground.root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).write_text(program.read_text())
        (hooks / name).chmod(0o755)
    os.mkfifo(outside / "fifo")
    for name, value in {
        "core.fsmonitor": program,
        "core.sshCommand": program,
        "core.pager": program,
        "core.editor": program,
        "core.alternateRefsCommand": program,
        "filter.evil.smudge": program,
        "filter.evil.clean": program,
        "filter.evil.process": program,
        "filter.evil.required": "true",
        "diff.evil.textconv": program,
        "diff.external": program,
        "alias.status": f"!{program}",
        "uploadpack.packObjectsHook": program,
        "gpg.program": program,
    }.items():
        ground.git("config", name, str(value), check=False)
    ground.git("status", check=False)
    assert sprung.exists(), "the traps would not be sprung by git either"
    sprung.unlink()
    ground.git("config", "include.path", str(outside / "fifo"))
    with (ground.root / ".git/config").open("a") as config:
        config.write(f"[core]\n\thooksPath = {hooks}\n")
    (ground.root / ".git/info").mkdir(exist_ok=True)
    (ground.root / ".git/info/attributes").write_text("* filter=evil diff=evil\n")
    return sprung


def test_no_hook_filter_or_program_of_the_repository_is_ever_run(ground: Ground, tmp_path: Path):
    ground.write(attributes="* filter=evil diff=evil\n")
    (ground.root / "attributes").rename(ground.root / ".gitattributes")
    ground.commit()
    outside = tmp_path / "outside"
    outside.mkdir()
    site = Site(ground, tmp_path / "house")
    sprung = trap(ground, outside)
    os.utime(ground.root / "solution.py")
    assert choose(str(ground.root), False, False).commit == site.repo.commit
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    assert (site.folder / "solution.py").read_text() == "two\n"

    def read(there: Repository) -> None:
        start, best = commit_id(site.repo.commit), there.refs[Ref(BRANCH.encode())]
        assert files_along(there, start, None)
        assert compared(there, start, best).files
        assert history_of(there, best, "solution.py", 10).commits
        assert blame_of(there, best, "solution.py").lines

    within(site.repo.path, read)
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5, over=True))
    assert site.discards() == 4
    assert not sprung.exists(), sprung.read_text()


Plant: TypeAlias = "tuple[bytes, int, bytes | Sequence[Plant]]"
"""A name, a mode, and what is there: a file by its bytes, a folder by what is in it, another repository by a commit."""


def planted(ground: Ground, *plants: Plant) -> str:
    """A commit with a tree that git itself would not make."""

    def put(there: Repository, plants: Sequence[Plant]) -> ObjectID:
        tree = Tree()
        tree.set_raw_string(b"".join(b"%o %s\0" % (mode, name) + raw(there, mode, what) for name, mode, what in plants))
        return write_object(there.objects, tree)

    def raw(there: Repository, mode: int, what: bytes | Sequence[Plant]) -> bytes:
        if not isinstance(what, bytes):
            return bytes.fromhex(put(there, what).decode())
        if mode != OTHER:
            what = write_object(there.objects, Blob.from_string(what))
        return bytes.fromhex(what.decode())

    def commit(there: Repository) -> str:
        made = Commit()
        made.tree = put(there, plants)
        made.author = made.committer = b"Eve <eve@example.org>"
        made.author_time = made.commit_time = made.author_timezone = made.commit_timezone = 0
        made.message = b"Planted"
        return write_object(there.objects, made).decode()

    id = within(str(ground.root), commit)
    ground.git("update-ref", "refs/heads/main", id)
    return id


def laid(site: Site) -> list[str]:
    """What lies in the worktree."""
    return sorted(os.path.relpath(path, site.folder) for path in site.folder.rglob("*") if path.name != ".git")


def test_names_and_links_of_a_tree_lead_nowhere_outside(ground: Ground, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    to = os.fsencode(outside)
    planted(
        ground,
        (b"..", FOLDER, [(b"up", FILE, b"x")]),
        (b".git", FOLDER, [(b"config", FILE, b"[core]")]),
        (b".GIT", FOLDER, [(b"config", FILE, b"[core]")]),
        (b"git~1", FILE, b"x"),
        (b".g\xe2\x80\x8cit", FILE, b"x"),
        (b"a/../../x", FILE, b"x"),
        (b"", FILE, b"x"),
        (b"link", LINK, to),
        (b"link", FOLDER, [(b"kept", FILE, b"written through a link")]),
        (b"sly", LINK, to),
        (b"new\nline", FILE, b"n"),
        (b"\xff\xfe", FILE, b"no text"),
        (b"n" * 300, FILE, b"too long a name"),
        (b"sub", OTHER, b"1" * 40),
        (b"ok.py", FILE, b"ok\n"),
    )
    site = Site(ground, tmp_path / "house")
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    there = [name.encode(errors="surrogateescape") for name in laid(site)]
    assert there == sorted(there)
    assert {b"new\nline", b"\xff\xfe", b"ok.py", b"solution.py", b"sub", b"sly"} <= set(there)
    assert not {b"..", b"git~1", b".GIT", b"n" * 300} & {part for name in there for part in name.split(b"/")}
    assert (os.readlink(site.folder / "sly"), (outside / "kept").read_text()) == (str(outside), "kept")
    assert os.listdir(outside) == ["kept"]
    assert sorted(os.listdir(tmp_path / "house")) == [".lock", DEBATE, f"{DEBATE}.json"]
    assert list((site.folder / "sub").iterdir()) == []
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 4))
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 4, over=True))
    assert (site.folder.exists(), os.listdir(outside)) == (False, ["kept"])
    found = within(site.repo.path, lambda there: files_along(there, commit_id(site.repo.commit), None))
    assert found == {"link/kept": "written through a link", "ok.py": "ok\n"}


def test_a_folder_that_is_swapped_for_a_link_is_not_written_through(ground: Ground, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    site = Site(ground, tmp_path / "house")
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    (site.folder / "new/deep/x.py").unlink()
    (site.folder / "new/deep").rmdir()
    (site.folder / "new/deep").symlink_to(outside)
    (outside / "x.py").write_text("kept")
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 4))
    assert (outside / "x.py").read_text() == "kept"
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    assert ((outside / "x.py").read_text(), (site.folder / "new/deep/x.py").read_text()) == ("kept", "x\n")


def test_a_huge_file_is_left_out_of_the_worktree_and_git_knows_that(ground: Ground, tmp_path: Path):
    (ground.root / "huge.bin").write_bytes(b"x" * (LARGEST_FILE + 1))
    ground.commit()
    site = Site(ground, tmp_path / "house")
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    assert not (site.folder / "huge.bin").exists()
    assert ground.git("status", "--porcelain", at=site.folder) == ""
    assert "huge.bin" in ground.git("ls-tree", "--name-only", BRANCH)


def test_the_size_of_an_object_is_known_before_it_is_unpacked(ground: Ground):
    texts = [f"{number}\n".join(["same line\n" * 200] * 2) for number in range(8)]
    for text in texts:
        ground.write(solution_py=text)
        ground.commit()
    loose = {Blob.from_string(text.encode()).id: len(text) for text in texts}

    def sizes(there: Repository) -> dict[ObjectID, int | None]:
        assert size_of(there.objects, ObjectID(b"0" * 40)) is None
        assert all(blob_of(there.objects, id, size - 1) is None for id, size in loose.items())
        return {id: size_of(there.objects, id) for id in loose}

    assert within(str(ground.root), sizes) == loose
    ground.git("gc", "-q", "--prune=now")
    assert not list(ground.root.glob(".git/objects/??/*"))
    assert within(str(ground.root), sizes) == loose


def test_a_tree_that_folds_out_without_end_is_refused(ground: Ground, tmp_path: Path):
    deep: Sequence[Plant] = [(b"f", FILE, b"")]
    for _ in range(70):
        deep = [(b"d", FOLDER, deep)]
    planted(ground, (b"deep", FOLDER, deep))
    with pytest.raises(UnfitRepository, match="deep"):
        Site(ground, tmp_path / "house")
    wide = planted(ground, *((b"f%d" % number, FILE, b"") for number in range(50)))
    for _ in range(6):
        tree = ground.git("rev-parse", f"{wide}^{{tree}}").strip()
        listed = "".join(f"040000 tree {tree}\td{number}\n" for number in range(10))
        wide = ground.git("commit-tree", "-m", "x", ground.git("mktree", text=listed).strip()).strip()
    ground.git("update-ref", "refs/heads/main", wide)
    with pytest.raises(UnfitRepository, match="more than 50000 files"):
        Site(ground, tmp_path / "house")


def test_ten_thousand_files_are_laid_out_and_taken_down(ground: Ground, tmp_path: Path):
    planted(
        ground, *((b"d%02d" % folder, FOLDER, [(b"f%03d" % n, FILE, b"") for n in range(100)]) for folder in range(100))
    )
    site = Site(ground, tmp_path / "house")
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    assert len([name for name in laid(site) if "/f" in name]) == 10_000
    assert ground.git("status", "--porcelain", at=site.folder) == ""
    keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5, over=True))
    assert not site.folder.exists()


def test_an_object_that_is_not_there_or_not_what_it_says_is_told(ground: Ground, tmp_path: Path):
    site = Site(ground, tmp_path / "house")
    for path in ground.root.glob(".git/objects/??/*"):
        if ground.git("cat-file", "-t", path.parent.name + path.name).strip() == "tree":
            path.chmod(0o644)
            path.write_bytes(b"no object at all")
    with pytest.raises(UnfitRepository, match="cannot be read"):
        keep_up(site.claims, DEBATE, site.repo, Course(ALL, 5))
    with pytest.raises(UnfitRepository, match="cannot be read"):
        within(site.repo.path, lambda there: list(leaves(there, there.commit(commit_id(site.repo.commit)).tree)))


def test_what_is_no_plain_file_is_not_waited_for(ground: Ground, tmp_path: Path):
    git = ground.root / ".git"
    for name in ("packed-refs", "objects/info/alternates", "index"):
        (git / name).unlink(missing_ok=True)
        os.mkfifo(git / name)
        with pytest.raises(UnfitRepository, match="is no file"):
            choose(str(ground.root), False, False)
        (git / name).unlink()
    loose = git / "objects" / ground.head[:2] / ground.head[2:]
    loose.unlink()
    os.mkfifo(loose)
    with pytest.raises(UnfitRepository, match="cannot be read"):
        choose(str(ground.root), False, False)


def test_objects_that_a_repository_borrows_are_found(ground: Ground, tmp_path: Path):
    ground.git("clone", "-q", "--shared", str(ground.root), str(tmp_path / "middle"))
    ground.git("clone", "-q", "--shared", str(tmp_path / "middle"), str(tmp_path / "last"))
    assert choose(str(tmp_path / "last"), False, False).commit == ground.head
