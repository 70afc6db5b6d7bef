"""The branch of a workshop as a page shows it."""

import subprocess
from pathlib import Path

import pytest

from moot.web.workshop.branching import changes_in
from tests.support.house import inside
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio

DIFF = """diff --git a/x.py b/x.py
index 1..2 100644
--- a/x.py
+++ b/x.py
@@ -1,2 +1,2 @@ def f():
 same
-- old
++ new
diff --git a/p.png b/p.png
Binary files a/p.png and b/p.png differ
"""


def test_a_unified_difference_becomes_rows_with_the_numbers_of_both_sides():
    told = [(row.kind, row.text, row.before, row.after) for row in changes_in(DIFF).rows]
    assert told == [
        ("file", "x.py", None, None),
        ("hunk", "lines from 1", None, None),
        ("same", "same", 1, 1),
        ("removed", "- old", 2, None),
        ("added", "+ new", None, 2),
        ("note", "Binary files a/p.png and b/p.png differ", None, None),
    ]


async def test_a_workshop_on_a_repository_is_opened_by_hand_and_shows_its_branch(tmp_path: Path):
    _commit(tmp_path)
    async with inside() as house, house.caller(Accept="text/html") as http:
        visitor = Visitor(http)
        form = await visitor.form("/debates/new?format=workshop")
        fields = {"content": "Write two.", "player": "me", "seats": "executor = me", "repo_path": str(tmp_path)}
        answer = await visitor.send(form, **fields)
        assert answer.status_code == 303, answer.text
        links = [link.get("href") for link in (await visitor.get(answer.headers["location"])).all("a")]
        assert f"{answer.headers['location']}/git" in links
        page = await visitor.get(f"{answer.headers['location']}/git")
        assert str(tmp_path) in page.text
        assert "No version was written yet" in page.text


def _commit(folder: Path) -> None:
    """A repository with one commit."""
    (folder / "solution.py").write_text("ONE = 1\n")
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
