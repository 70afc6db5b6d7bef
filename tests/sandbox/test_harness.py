"""Putting a candidate to its cases: every case is judged alone, on the host."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import InvalidInput
from moot.sandbox import Job, Judged, Report, Sandbox, examined, read_job
from moot.sandbox.harness.judging import same

pytestmark = pytest.mark.anyio

CANDIDATE = """
import os, sys, time
print("imported")
def add(a, b=0): return a + b
def echo(x): return x
def back(x): return tuple(x)
def fail(x): raise ValueError("no \\x1b[31m" + x)
def leave(): sys.exit(0)
def vanish(): os._exit(0)
def sleep(): time.sleep(600)
def swallow(): return [bytearray(b"x" * (20 << 20)) for _ in range(100)]
def odd(): return {1, 2}
def noisy(): print("x" * 5000); return 1
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item); return self
    @staticmethod
    def kind(): return "stack"
"""


def job(*cases: dict[str, Any], candidate: str = CANDIDATE, **fields: Any) -> Job:
    numbered = [{"id": f"t{number}", **case} for number, case in enumerate(cases, 1)]
    told = {"job": "tests", "language": "python", "files": {"solution.py": candidate}, "module": "solution"}
    return read_job(json.dumps({**told, "cases": numbered, **fields}))


def outcomes(report: Report) -> list[str]:
    return [one.outcome for one in report.outcomes]


async def test_every_case_is_judged_by_what_was_expected_of_it(box: Sandbox):
    report = await examined(
        job(
            {"call": "add", "args": [1], "kwargs": {"b": 2}, "expected": 3},
            {"call": "add", "args": [0.1, 0.2], "expected": 0.3},
            {"call": "back", "args": [[1, [2]]], "expected": [1, [2]]},
            {"call": "echo", "args": [{"a": None}], "expected": {"a": None}},
            {"call": "echo", "args": [None], "expected": None},
            {"call": "Stack.kind", "expected": "stack"},
            {"call": "fail", "args": ["x"], "raises": "ValueError"},
            {"call": "fail", "args": ["x"], "raises": "Exception"},
            {"code": "assert Stack().push(1).items == [1]"},
            {"call": "add", "args": [1, 1], "expected": 3},
            {"call": "fail", "args": ["x"], "raises": "TypeError"},
            {"call": "echo", "args": [1], "raises": "TypeError"},
            {"call": "missing", "expected": 1},
            {"call": "odd", "expected": [1, 2]},
            {"code": "x = 1\nassert add(1, 1) == 3"},
            {"code": "add(1, 'x')"},
            {"code": "this is no code"},
        ),
        box,
    )
    assert outcomes(report) == ["passed"] * 9 + ["failed"] * 7 + ["error"]
    details = [one.detail for one in report.outcomes]
    assert details[9] == "returned 2 instead of 3"
    assert details[10] == "ValueError instead of TypeError"
    assert details[11] == "nothing was raised instead of TypeError"
    assert details[13] == "returned a value of type set, which is no plain data"
    assert details[14] == "AssertionError at line 2: assert add(1, 1) == 3"
    assert (report.backend, report.why, report.output) == (box.name, "exit", "imported\n")


async def test_a_case_that_brings_the_guest_down_fails_alone(box: Sandbox):
    good = {"call": "echo", "args": [1], "expected": 1}
    report = await examined(
        job(good, {"call": "sleep", "expected": 1}, good, {"call": "vanish", "expected": None}, good, timeout=3), box
    )
    assert outcomes(report) == ["passed", "timeout", "passed", "error", "passed"]
    assert report.why == "timeout"
    assert [one.id for one in report.outcomes] == ["t1", "t2", "t3", "t4", "t5"]


async def test_a_case_that_holds_too_much_fails_alone(box: Sandbox):
    good = {"call": "echo", "args": [1], "expected": 1}
    report = await examined(job({"call": "swallow", "expected": 1}, good, memory=128, timeout=20), box)
    assert outcomes(report) == ["memory", "passed"]


async def test_leaving_is_no_pass(box: Sandbox):
    report = await examined(job({"call": "leave", "expected": None}, {"code": "leave()"}), box)
    assert outcomes(report) == ["failed", "failed"]


@pytest.mark.parametrize(
    ("candidate", "outcome", "why"),
    [
        ("1 +", "error", "SyntaxError"),
        ("import nothing_like_it", "error", "ModuleNotFoundError"),
        ("import os; os._exit(0)", "error", "the interpreter ended with exit code 0"),
        ("raise SystemExit(0)", "error", "SystemExit"),
        ("while True: pass", "timeout", "the time was up"),
    ],
)
async def test_a_candidate_that_cannot_be_imported_fails_every_case(
    first: Sandbox, candidate: str, outcome: str, why: str, monkeypatch: pytest.MonkeyPatch
):
    if outcome == "timeout":
        monkeypatch.setattr("moot.sandbox.harness.examination.STARTING", 0.5)
    cases = [{"call": "f", "expected": 1}, {"code": "pass"}]
    report = await examined(job(*cases, candidate=candidate, timeout=0.5), first)
    assert outcomes(report) == [outcome] * 2
    assert why in (report.outcomes[0].detail or "")


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "ModuleNotFoundError"),
        ({"other.py": ""}, "ModuleNotFoundError"),
        ({"../solution.py": "", "solution.py": ""}, "relative path"),
        ({"solution.py": "", "solution.py/a": ""}, "cannot lie in a file"),
    ],
)
async def test_files_that_do_not_fit_fail_every_case(first: Sandbox, files: dict[str, str], why: str):
    report = await examined(job({"code": "pass"}, {"call": "f", "expected": 1}, files=files), first)
    assert outcomes(report) == ["error"] * 2
    assert why in (report.outcomes[1].detail or "")


async def test_when_the_time_for_all_is_up_the_rest_is_not_run(first: Sandbox, monkeypatch: pytest.MonkeyPatch):
    # It begins, looks how much is left, and looks again when the first guest has vanished.
    clock = iter((0.0, 0.0, 1e6, 1e6))
    monkeypatch.setattr("moot.sandbox.harness.testing.monotonic", lambda: next(clock))
    report = await examined(job(*[{"call": "vanish", "expected": 1}] * 3), first)
    assert outcomes(report) == ["error", "not_run", "not_run"]


async def test_what_is_said_is_short_and_harmless(first: Sandbox):
    report = await examined(
        job({"call": "fail", "args": ["y" * 5000], "expected": 1}, {"call": "noisy", "expected": 1}), first
    )
    told = report.model_dump_json()
    assert "\\u001b" not in told
    assert "no \\\\x1b[31myyy" in told
    assert len(report.outcomes[0].detail or "") <= 500
    assert len(report.output) <= 2000


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"language": "ruby"}, "language"),
        ({"module": "a b"}, "module"),
        ({"cases": []}, "cases"),
        ({"cases": [{"id": "a", "call": "f"}]}, "expected, raises"),
        ({"cases": [{"id": "a"}]}, "call, code"),
        ({"cases": [{"id": "a", "code": ""}, {"id": "a", "code": ""}]}, "ids of their own"),
        ({"cases": [{"id": "a", "call": "f()", "expected": 1}]}, "call"),
        ({"timeout": 0}, "timeout"),
        ({"memory": 10**9}, "memory"),
        ({"extra": 1}, "extra"),
    ],
)
def test_what_is_no_job_is_refused_with_what_is_wrong(change: dict[str, Any], fault: str):
    told = {"job": "tests", "language": "python", "files": {"solution.py": ""}, "module": "solution"}
    with pytest.raises(InvalidInput, match=fault):
        read_job(json.dumps({**told, "cases": [{"id": "a", "code": "pass"}], **change}))


@pytest.mark.parametrize("text", ["", "Please run this.", "[]", "1", "[" * 100_000])
def test_what_is_no_object_is_refused(text: str):
    with pytest.raises(InvalidInput, match="not a job"):
        read_job(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(VALUES)
def test_a_value_is_the_same_as_itself_through_json(value: Any):
    assert same(json.loads(json.dumps(value)), value)


@given(VALUES, VALUES)
def test_being_the_same_goes_both_ways(left: Any, right: Any):
    assert same(left, right) == same(right, left)


@given(st.integers(), st.integers())
def test_whole_numbers_are_the_same_only_if_they_are_equal(left: int, right: int):
    assert same(left, right) == (left == right)
    assert not same([left], left)


def test_a_judged_case_tells_no_more_than_there_is():
    assert Judged(id="a", outcome="passed").model_dump(exclude_none=True) == {"id": "a", "outcome": "passed"}
