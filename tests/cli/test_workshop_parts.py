"""What `moot workshop` is made of: the files of a folder, tests from a file, the board."""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from typing_extensions import override

from moot.cli.workshop import repo
from moot.cli.workshop.asking import ask_owner
from moot.cli.workshop.board import Board
from moot.cli.workshop.cases import cases_of
from moot.cli.workshop.repo import files_of
from moot.cli.workshop.running import GATES, PHASES
from moot.cli.workshop.view import View
from moot.client import Client, Refused
from moot.client.shapes import Event, Receipt
from moot.client.workshop_shapes import Gates
from moot.desk.workshop_opening import SWITCHED_OFF
from moot.formats.workshop import PHASES as ALL_PHASES
from moot.formats.workshop.texts import FILES_LIMIT, MOST_FILES


def folder(root: Path, **files: str | bytes) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def test_what_the_command_line_knows_of_the_format_is_true():
    assert (repo.FILES_LIMIT, repo.MOST_FILES) == (FILES_LIMIT, MOST_FILES)
    assert set(PHASES) == set(SWITCHED_OFF)
    assert GATES == ALL_PHASES


def test_the_text_files_of_a_folder_come_along_by_their_paths(tmp_path: Path):
    folder(tmp_path, **{"a.py": "1\n", "pkg__b.py": "é\n", "pkg__deep__c.txt": ""})
    assert files_of(tmp_path) == {"a.py": "1\n", "pkg/b.py": "é\n", "pkg/deep/c.txt": ""}


def test_what_is_hidden_or_binary_or_large_or_a_link_stays_behind(tmp_path: Path):
    folder(
        tmp_path,
        **{
            "a.py": "1",
            ".env": "SECRET=1",
            ".git__config": "x",
            "zero.bin": b"a\0b",
            "latin.txt": b"\xe9",
            "large.txt": "x" * (repo.LONGEST_FILE + 1),
            "node_modules__x.js": "1",
        },
    )
    (tmp_path / "link.py").symlink_to(tmp_path / ".env")
    assert list(files_of(tmp_path)) == ["a.py"]


@pytest.mark.parametrize(
    ("ignoring", "left"),
    [
        ("*.log", ["a.py", "build/x.py", "sub/build/y.py"]),
        ("build/", ["a.py", "b.log"]),
        ("/build/", ["a.py", "b.log", "sub/build/y.py"]),
        ("build/x.py", ["a.py", "b.log", "sub/build/y.py"]),
        ("**/build", ["a.py", "b.log"]),
        ("# a.py\n\n*.py\n!a.py", ["a.py", "b.log"]),
    ],
)
def test_what_a_gitignore_names_stays_behind(tmp_path: Path, ignoring: str, left: list[str]):
    folder(tmp_path, **{"a.py": "", "b.log": "", "build__x.py": "", "sub__build__y.py": "", ".gitignore": ignoring})
    assert list(files_of(tmp_path)) == left


def test_a_gitignore_further_down_is_about_its_own_folder(tmp_path: Path):
    folder(tmp_path, **{"a.txt": "", "sub__a.txt": "", "sub__b.txt": "", "sub__.gitignore": "/a.txt"})
    assert list(files_of(tmp_path)) == ["a.txt", "sub/b.txt"]


@pytest.mark.parametrize(
    "files",
    [
        {f"f{number}.py": "" for number in range(repo.MOST_FILES + 1)},
        {f"f{number}.py": "x" * repo.LONGEST_FILE for number in range(5)},
    ],
    ids=["many", "much"],
)
def test_a_folder_with_too_much_in_it_is_refused_with_its_largest_files(tmp_path: Path, files: dict[str, str]):
    with pytest.raises(Refused) as refused:
        files_of(folder(tmp_path, **files))
    assert f"at most {repo.MOST_FILES} files" in refused.value.error["message"]
    assert "f0.py" in refused.value.error["suggestion"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(Refused, match="There is no folder"):
        files_of(tmp_path / "nowhere")


# Tests from a file


def cases_in(root: Path, name: str, text: str) -> list[Any]:
    path = root / name
    path.write_text(text)
    return cases_of(str(path))


def test_tests_are_a_list_or_stand_under_their_name(tmp_path: Path):
    case = {"name": "a", "call": "f", "args": [1], "expected": 2}
    assert cases_in(tmp_path, "tests.json", json.dumps([case])) == [case]
    assert cases_in(tmp_path, "tests.yaml", "tests:\n- {name: a, call: f, args: [1], expected: 2}\n") == [case]


def test_each_test_function_of_a_python_file_becomes_a_test_that_calls_it(tmp_path: Path):
    text = "import math\nONE = 1\n\ndef test_one():\n    assert f(ONE) == 1\n\ndef test_pi():\n    assert f(math.pi)\n"
    one, pi = cases_in(tmp_path, "test_f.py", text)
    assert (one["name"], pi["name"]) == ("test_one", "test_pi")
    names: dict[str, Any] = {"f": lambda number: number}  # pyright: ignore[reportUnknownLambdaType]
    exec(one["code"], names)
    assert "test_pi" not in names
    with pytest.raises(AssertionError):
        exec(one["code"], {"f": lambda number: 2})  # pyright: ignore[reportUnknownLambdaType]


def test_a_python_file_without_test_functions_is_one_test(tmp_path: Path):
    assert cases_in(tmp_path, "check.py", "assert f(1)\n") == [{"name": "check.py", "code": "assert f(1)\n"}]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def test_(:", "is not Python"),
        ("def test_x(tmp_path): ...", "takes arguments"),
        ("@mark\ndef test_x(): ...", "is decorated"),
    ],
)
def test_python_that_cannot_become_tests_is_refused(tmp_path: Path, text: str, told: str):
    with pytest.raises(Refused, match=told):
        cases_in(tmp_path, "test_f.py", text)


# The board


def heard(board: Board, event: str, at: int, **data: Any) -> None:
    board.hear(cast(Event, {"event": event, "seq": at, "data": data}))


def line(seq: int, type: str, role: str | None = None, **more: Any) -> dict[str, Any]:
    return {"id": f"id-{seq}", "seq": seq, "type": type, "role": role, "content": "", "parent_id": None, **more}


def begun(*arguments: dict[str, Any]) -> Board:
    board = Board()
    debate = {"title": "Add", "state": "proposal", "waiting_for": ["generator"], "closed_at": None}
    heard(board, "initial_state", 1, debate=debate, players={"generator": "m"}, arguments=[line(1, "TASK", "owner")])
    for argument in arguments:
        heard(board, "new_argument", argument["seq"], **argument)
    return board


def test_the_board_tells_phases_tests_and_what_was_spent():
    outcomes = [{"id": "1.1", "outcome": "passed"}, {"id": "1.2", "outcome": "failed"}]
    spent = {"tokens_in": 10, "tokens_out": 5, "money": 0.25, "milliseconds": 1}
    board = begun(
        line(2, "phase_began", move={"phase": "self_evolvement"}),
        line(3, "ATTEMPT", "generator", spent=spent),
        line(4, "REPORT", "executor", parent_id="id-3", move={"outcomes": outcomes}),
        line(5, "REPORT", "executor", parent_id="id-1", move={"outcomes": outcomes}),
        line(6, "phase_began", move={"phase": "proposal"}),
        line(7, "CRITIQUE", "critic", content="Bad\x1b[31m \x07words", spent={**spent, "money": None}),
    )
    heard(board, "draft", 7, role="generator", length=42)
    told = dict(board.rows())
    assert told["phase"] == "self_evolvement > proposal"
    assert told["now"] == "generator (42 characters so far)"
    assert told["tests"] == "generator 1 of 2"
    assert told["spent"] == "30 tokens, $0.2500"
    assert told["last"] == "7 CRITIQUE: critic: Bad\ufffd[31m \ufffdwords"


def test_what_a_seat_was_saying_is_gone_when_it_has_said_it():
    board = begun()
    heard(board, "draft", 1, role="generator", length=42)
    heard(board, "new_argument", 2, **line(2, "PROPOSAL", "generator"))
    assert dict(board.rows())["now"] == "generator"


def test_it_asks_its_owner_only_where_nobody_is_called_on_for_that():
    board = begun()
    assert not board.asks_owner
    heard(board, "state_changed", 2, state="gate_after_proposal", waiting_for=["owner"], closed_at=None)
    assert board.asks_owner
    board.players = {"owner": "model"}
    assert not board.asks_owner
    heard(board, "state_changed", 3, state="decided", waiting_for=[], closed_at="2026-01-01")
    assert board.closed


def test_lines_that_were_heard_of_before_are_not_told_again():
    board = begun(line(2, "TESTS", "tester"))
    debate: dict[str, Any] = {"title": "Add", "state": "proposal", "waiting_for": [], "closed_at": None}
    again = [line(2, "TESTS", "tester"), line(3, "ATTEMPT", "generator")]
    event: dict[str, Any] = {
        "event": "initial_state",
        "seq": 3,
        "data": {"debate": debate, "players": {}, "arguments": again},
    }
    assert [each["seq"] for each in board.hear(cast(Event, event))] == [3]


def test_the_board_is_drawn_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    board = begun(line(2, "phase_began", move={"phase": "[bold]self_evolvement"}))
    with View(board) as view:
        view.draw()
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert "[bold]self_evolvement" in drawn
    assert "spent" in drawn


# Asking the owner


class Gated(Client):
    """A workshop at a gate, which somebody else may have opened before."""

    def __init__(self, opened: bool = False) -> None:
        super().__init__("http://127.0.0.1:1")
        self._opened = opened

    @override
    def gates(self, debate_id: str) -> Gates:
        gate = {"phase": "proposal", "artifacts": [{"author": "ann", "version": 3, "passed": None, "total": 0}]}
        return cast(Gates, {"pending": True, "gates": [gate]})

    @override
    def approve(self, debate_id: str, reason: str = "", *, client_request_id: str | None = None) -> Receipt:
        raise Refused({"code": "ACTION_NOT_ALLOWED" if self._opened else "FORBIDDEN", "message": "No."}, 409)


def choosing(monkeypatch: pytest.MonkeyPatch, choice: str) -> None:
    monkeypatch.setattr("moot.cli.workshop.asking.at_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda text, **more: choice)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def test_a_gate_that_is_left_for_later_is_not_decided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    choosing(monkeypatch, "l")
    assert not ask_owner(Gated(), "d")
    assert "ann, line 3: not tested" in capsys.readouterr().err


def test_a_gate_that_somebody_else_opened_meanwhile_is_gone_past(monkeypatch: pytest.MonkeyPatch):
    choosing(monkeypatch, "a")
    assert ask_owner(Gated(opened=True), "d")


def test_any_other_refusal_is_told(monkeypatch: pytest.MonkeyPatch):
    choosing(monkeypatch, "a")
    with pytest.raises(Refused, match="No"):
        ask_owner(Gated(), "d")


def test_nobody_is_asked_where_nobody_sits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.cli.workshop.asking.at_terminal", lambda: False)
    assert not ask_owner(Gated(), "d")
