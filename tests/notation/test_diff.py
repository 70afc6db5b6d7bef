import difflib
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from moot.notation.diff import Row, diff

texts = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=30).map("\n".join)


def test_a_unified_diff_is_as_everybody_writes_it():
    old = "".join(f"{n}\n" for n in range(1, 21))
    new = old.replace("3\n", "three\n", 1).replace("18\n", "") + "21"
    assert diff(old, new, "v1", "v2").unified == snapshot("""\
--- v1
+++ v2
@@ -1,6 +1,6 @@
 1
 2
-3
+three
 4
 5
 6
@@ -15,6 +15,6 @@
 15
 16
 17
-18
 19
 20
+21
\\ No newline at end of file
""")


def test_rows_stand_side_by_side():
    told = diff("same\nold\ngone\n", "same\nnew\n")
    assert told.hunks[0].rows == (
        Row("same", "same", "same", 1, 1),
        Row("changed", "old", "new", 2, 2),
        Row("removed", "gone", None, 3, None),
    )
    assert (told.added, told.removed) == (1, 2)


def test_equal_texts_have_no_differences():
    told = diff("one\ntwo", "one\ntwo")
    assert (told.unified, told.hunks, told.added, told.removed) == ("", (), 0, 0)


def test_a_missing_newline_at_the_end_is_a_difference():
    told = diff("one\n", "one")
    assert "\\ No newline at end of file" in told.unified
    assert (told.added, told.removed) == (1, 1)


@given(texts, texts)
def test_unified_diffs_agree_with_difflib(a: str, b: str):
    left, right = a.splitlines(keepends=True), b.splitlines(keepends=True)
    told = diff(a, b)
    changed = [line for line in told.unified.splitlines()[2:] if line.startswith(("+", "-"))]
    assert len(changed) == told.added + told.removed
    expected = "".join(difflib.unified_diff(left, right, "a", "b"))
    assert (told.unified == "") == (expected == "")


@given(texts, texts)
def test_each_side_of_the_rows_is_that_text(a: str, b: str):
    told = diff(a, b)
    left, right = a.split("\n"), b.split("\n")
    for row in (row for hunk in told.hunks for row in hunk.rows):
        if row.left_line is not None:
            assert row.left == left[row.left_line - 1]
        if row.right_line is not None:
            assert row.right == right[row.right_line - 1]
    for hunk in told.hunks:
        assert sum(row.left is not None for row in hunk.rows) == hunk.left_lines
        assert sum(row.right is not None for row in hunk.rows) == hunk.right_lines


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch here")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("one\ntwo\nthree\n", "one\n2\nthree\nfour\n"),
        ("", "new\n"),
        ("old\n", ""),
        ("no newline", "no newline\nmore"),
        ("".join(f"{n}\n" for n in range(100)), "".join(f"{n}\n" for n in range(100) if n % 17)),
    ],
)
def test_patch_reads_it(a: str, b: str, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text(a)
    subprocess.run(["patch", "-s", "file"], input=diff(a, b).unified, text=True, cwd=tmp_path, check=True)
    assert (file.read_text() if file.exists() else "") == b


def test_two_long_texts_made_to_be_slow_are_not():
    a = "\n".join(str(n % 600) for n in range(200_000))
    b = "\n".join(str((n * 7 + 3) % 600) for n in range(200_000))
    began = time.perf_counter()
    told = diff(a, b)
    assert time.perf_counter() - began < 20
    assert told.added == told.removed > 0
