"""What programs know of code: language servers, a formatter, the sandbox. All of them run confined."""

import json
import sys
from typing import Any

import pytest

from moot.sandbox import Ran, probe
from moot.sandbox.backends import Sandlock
from moot.tools.turn import guests
from moot.tools.turn.formatting import formatting
from moot.tools.turn.lsp import Server, Session, lsp, servers_for
from moot.tools.turn.lsp.telling import faults_told, hover_told, places_told
from moot.tools.turn.running import running
from moot.tools.turn.site import Site
from tests.support.company import confined
from tests.tools.turn.grounds import FILES, SITE, used

pytestmark = pytest.mark.usefixtures("confined")

__all__ = ["confined"]


async def test_a_language_server_finds_what_a_name_is_and_where_it_is_used():
    tools = lsp(SITE, (), unconfined=False)
    assert {server.name for server in servers_for("a.py", "diagnostics")} >= {"ruff", "ty"}
    where = {"path": "solution.py", "line": 6, "symbol": "twice"}
    assert (await used(tools, "find_definition", **where)).text == "helper.py:1 def twice(n: int) -> int:"
    told = await used(tools, "find_references", path="helper.py", line=1, symbol="twice")
    assert told.text.splitlines()[-1] == "solution.py:6 return twice(sum(xs)) + undefined"
    assert "def twice(n: int) -> int" in (await used(tools, "hover", **where)).text
    told = await used(tools, "find_definition", path="candidates/generator/solution.py", line=5, symbol="sum")
    assert "outside these files: builtins.pyi" in told.text


async def test_language_servers_tell_what_is_wrong_with_a_file():
    tools = lsp(SITE, (), unconfined=False)
    told = await used(tools, "diagnostics", path="solution.py")
    assert "solution.py:6:29 error F821 Undefined name `undefined` (ruff)" in told.text
    assert "solution.py:6:29 error unresolved-reference" in told.text
    assert told.ok


async def test_a_name_is_found_as_a_word_and_places_are_counted_in_characters():
    text = 'def to() -> int: return 1\ntotal = "\N{PARTY POPPER}", to(), undefined\n'
    tools = lsp(Site("d", "s", files={"a.py": text.encode()}), (), unconfined=False)
    told = await used(tools, "find_definition", path="a.py", line=2, symbol="to")
    assert told.text == "a.py:1 def to() -> int: return 1"
    column = text.splitlines()[1].index("undefined") + 1
    faults = await used(tools, "diagnostics", path="a.py")
    assert f"a.py:2:{column} error F821" in faults.text
    assert f"a.py:2:{column} error unresolved-reference" in faults.text


async def test_what_no_server_knows_is_refused_with_what_to_do():
    tools = lsp(SITE, (), unconfined=False)
    told = await used(tools, "diagnostics", path="notes/read me.md")
    assert told.text.startswith("No language server here knows diagnostics of 'notes/read me.md'.")
    told = await used(tools, "hover", path="helper.py", line=7, symbol="twice")
    assert told.text == "Line 7 of 'helper.py' has no 'twice'. Read the file first."
    assert "There is no file" in (await used(tools, "diagnostics", path="../etc/passwd.py")).text


async def test_a_server_that_does_not_keep_to_the_protocol_is_told_and_left_behind():
    rude = Server("rude", ("python3", "-c", "print('Content-Length: x\\r\\n\\r\\n')"), (".py",), "python")
    gone = Server("gone", ("python3", "-c", "raise SystemExit('no licence')"), (".py",), "python")
    told = await used(lsp(SITE, (rude,), unconfined=False), "find_definition", path="helper.py", line=1, symbol="twice")
    assert (told.ok, told.text) == (False, "rude did not answer: it does not speak the protocol of language servers.")
    told = await used(lsp(SITE, (gone,), unconfined=False), "hover", path="helper.py", line=1, symbol="twice")
    assert (told.ok, told.text) == (False, "gone did not answer: no licence.")


async def test_code_runs_among_the_files_and_can_reach_nothing_else():
    tools = running(SITE, unconfined=False)
    told = await used(tools, "run_code", code="from solution import f\nprint(f([1, 2]))", candidate="generator")
    assert (told.ok, told.text.splitlines()[1:]) == (True, ["output:", "3"])
    told = await used(tools, "run_code", code="from solution import f\nprint(f([1, 2]))")
    assert (told.ok, "NameError" in told.text) == (False, True)
    told = await used(tools, "run_code", code="import socket\nsocket.create_connection(('127.0.0.1', 1))")
    assert (told.ok, "exit code 1" in told.text) == (False, True)
    told = await used(tools, "run_code", code="1", candidate="tester")
    assert told.text == "There is no candidate 'tester' that you may read. Known: generator."


async def test_files_that_are_many_or_oddly_named_are_there_too():
    many = {f"part{number}.py": b"" for number in range(150)} | {"new\nline.py": b"", "deep/er/a.py": b"A = 7\n"}
    code = "import os\nfrom deep.er.a import A\nprint(len(os.listdir()), A, os.path.exists('new\\nline.py'))"
    told = await used(running(Site("d", "s", files=many), unconfined=False), "run_code", code=code)
    assert told.text.splitlines()[1:] == ["output:", "152 7 True"]


async def test_the_second_sandbox_does_as_well(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["moot.sandbox.detect"], "BACKENDS", (Sandlock(),))
    if not (await probe(Sandlock())).holds:
        pytest.skip("sandlock could not be had: moot sandbox check says why")
    told = await used(running(SITE, unconfined=False), "run_code", code="from helper import twice\nprint(twice(2))")
    assert (told.ok, told.text.splitlines()[1:]) == (True, ["output:", "4"])
    tools = lsp(SITE, (), unconfined=False)
    told = await used(tools, "find_definition", path="solution.py", line=6, symbol="twice")
    assert told.text == "helper.py:1 def twice(n: int) -> int:"


async def test_a_candidate_is_put_to_cases():
    tools = running(SITE, unconfined=False)
    cases: list[dict[str, Any]] = [{"call": "f", "args": [[1, 2]], "expected": 3}, {"code": "assert f([]) == 1"}]
    told = await used(tools, "run_tests", candidate="generator", cases=cases)
    assert (told.ok, told.text.splitlines()[0]) == (False, "case 1: passed")
    assert told.text.splitlines()[1].startswith("case 2: failed, AssertionError")
    own = {"solution.py": "def f(xs):\n    return 1\n"}
    assert (await used(tools, "run_tests", files=own, cases=[cases[1]])).ok
    told = await used(tools, "run_tests", cases=[{"call": "f"}])
    assert (told.ok, told.text.startswith("These are no cases: ")) == (False, True)


async def test_code_is_formatted():
    tools = formatting(unconfined=False)
    assert (await used(tools, "format_code", code="x=1 ;y = 2")).text == "x = 1\ny = 2\n"
    assert (await used(tools, "format_code", code="x = 1\n")).text == "It is formatted already."
    told = await used(tools, "format_code", code="def (")
    assert (told.ok, "exit code 2" in told.text) == (False, True)
    told = await used(tools, "format_code", path="a.cobol", code="x")
    assert told.text == "Nothing here formats 'a.cobol'. These are: .py, .pyi." or "These are:" in told.text


def test_how_a_run_ended_is_told():
    ran = Ran("bwrap", "timeout", None, b"a\x1b[0m" + b"x" * 9000, b"", 2.0)
    told = guests.outcome(ran)
    assert told.startswith("The time was up. (2.00 s, bwrap)\noutput:\na\\x1b[0m")
    assert len(told) < 4000


def _session(question: Any = "definition") -> Session:
    session = Session(question, "a.py", "x", "python", (0, 0))
    assert session.begin() == b""
    return session


def _said(session: Session, *messages: object) -> list[Any]:
    sent = b"".join(session.heard(_framed(message)) for message in messages)
    return [json.loads(part[part.index("{") :]) for part in sent.decode().split("Content-Length: ")[1:]]


def _framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_a_session_answers_the_questions_of_a_server_and_lets_it_change_nothing():
    session = _session("diagnostics")
    assert session.heard(b"/tmp/a b") == b""
    assert b'"rootUri": "file:///tmp/a%20b"' in session.heard(b"\n")
    asked = {"id": 7, "method": "workspace/configuration", "params": {"items": [1, 2]}}
    edit: Any = {"id": 8, "method": "workspace/applyEdit", "params": {}}
    assert [each["result"] for each in _said(session, asked, edit)] == [[None, None], {"applied": False}]
    # One that tells faults by itself is listened to.
    assert [each["method"] for each in _said(session, {"id": 1, "result": {"capabilities": {}}})] == [
        "initialized",
        "textDocument/didOpen",
    ]
    other: Any = {"method": "textDocument/publishDiagnostics", "params": {"uri": "file:///b.py", "diagnostics": []}}
    assert _said(session, other, {"method": "$/progress"}, {"id": 99, "result": 1}, [1]) == []
    found = [{"range": {"start": {"line": 3, "character": 1}}, "severity": 1, "message": "bad\nvery"}]
    told = {"method": "textDocument/publishDiagnostics", "params": {"uri": session.uri("a.py"), "diagnostics": found}}
    assert [each["method"] for each in _said(session, told)] == ["shutdown", "exit"]
    assert (session.answered, session.over) == (True, True)
    assert faults_told(session.result, "a.py", "\n\n\nxy", "s") == ["a.py:4:2 error bad (s)"]


def test_a_session_in_pieces_and_one_that_is_refused():
    session = _session()
    session.heard(b"/t\n")
    whole = _framed({"id": 1, "result": None})
    assert b"".join(session.heard(whole[place : place + 1]) for place in range(len(whole))).count(b"didOpen") == 1
    assert _said(session, {"id": 3, "error": {"message": "late"}}) == []
    assert _said(session, {"id": 2, "error": {"message": "still indexing"}})[0]["method"] == "shutdown"
    assert (session.fault, session.answered) == ("still indexing", False)


def test_whatever_a_server_says_can_be_told():
    session = _session()
    session.folder = "/work/tree"
    links = [{"targetUri": session.uri("helper.py"), "targetSelectionRange": {"start": {"line": 99}}}, 5, None, "x"]
    session.result = links
    assert places_told(session, FILES)[0] == "helper.py:100 "
    session.result = None
    assert places_told(session, FILES) == []
    assert hover_told({"contents": [{"value": "a"}, "b", 3]}) == "a\nb"
    assert (hover_told([]), faults_told("no", "a", "", "s")) == ("", [])


def test_a_file_around_which_programs_run_is_one_of_the_site():
    tree, path = SITE.around("candidates/generator/solution.py")
    assert (path, tree["solution.py"]) == ("solution.py", SITE.candidates["generator"]["solution.py"])
    assert Site("d", "s").tree == {}
