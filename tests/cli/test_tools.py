"""`moot tools`: what there is, and one use."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.support.company import confined

pytestmark = pytest.mark.usefixtures("confined")

__all__ = ["confined"]


def test_what_can_be_granted_is_listed_with_why_not(aw: Shell):
    told = {one["name"]: one for one in aw("tools", "list", name="moot").data["tools"]}
    assert told["retrieval"] == {
        "name": "retrieval",
        "usable": True,
        "about": "searches, lists and reads the files of the task and of the candidates, and documents",
        "detail": "by words",
    }
    assert told["mcp"]["why_not"].startswith("no server is named in ")
    shown = aw("tools", "list", "--format", "table", name="moot").out
    assert "Not now: no server is named" in " ".join(shown.split())
    assert "- yes **retrieval**" in aw("tools", "list", "--format", "markdown", name="moot").out


def test_a_tool_is_tried_on_a_folder(aw: Shell, tmp_path: Path):
    (tmp_path / "a.py").write_text("def twice(n):\n    return 2 * n\n")
    (tmp_path / "secret.py").symlink_to("/etc/passwd")
    said = aw("tools", "try", "search", "--arguments", '{"query": "twice"}', "--repo", str(tmp_path), name="moot")
    assert (said.code, said.data["ok"], said.data["tool"]) == (0, True, "search")
    assert "a.py:1" in said.data["result"]
    said = aw("tools", "try", "list_files", "--repo", str(tmp_path), name="moot")
    assert said.data["result"] == "a.py (31 bytes)", "a link was followed"
    said = aw("tools", "try", "read_file", "--arguments", '{"path": "b.py"}', "--repo", str(tmp_path), name="moot")
    assert (said.code, said.data["ok"]) == (1, False)
    assert "There is no file 'b.py'" in said.data["result"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("magic",), "There is no tool 'magic' here."),
        (("search", "--arguments", "{"), "--arguments is no JSON"),
        (("search", "--arguments", "[]"), "--arguments must be one JSON object."),
    ],
)
def test_what_cannot_be_tried_is_refused(aw: Shell, words: tuple[str, ...], why: str):
    said = aw("tools", "try", *words, name="moot")
    assert said.code == 1
    assert why in said.error["message"]
