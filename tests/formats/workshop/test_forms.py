"""Forms: what a model writes and what the record keeps are both taken, and come to the same move."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from moot.formats.workshop import moves as said
from moot.formats.workshop.brief import forms
from tests.formats.workshop.troubled import troubled
from tests.support.cast import GOOD, opened

settle = forms.settling("solution.py")


def filled(shapes: tuple[type[BaseModel], ...], told: dict[str, Any]) -> BaseModel:
    """The first form that these fields fit."""
    for shape in shapes:
        try:
            return shape.model_validate(told)
        except ValidationError:
            continue
    raise AssertionError(f"{told} fits none of {shapes}")


def test_every_move_of_a_whole_workshop_is_taken_in_the_shape_of_the_record():
    bench = troubled(planning="cpde")
    done: set[str] = set()
    while not bench.position.ended:
        turn = bench.due[0]
        move = bench.answer(turn)
        assert move is not None
        brief = bench.brief(turn)
        form = filled(brief.asks[0].forms, {"kind": move.kind, **json.loads(json.dumps(move.told()))})
        assert brief.settle([form]).told() == move.told(), turn.name
        done.add(turn.name)
        bench.step()
    assert len(done) == 20


@pytest.mark.parametrize(
    ("shape", "told", "move"),
    [
        (forms.AttemptForm, {"code": GOOD}, said.Attempt(files={"solution.py": GOOD})),
        (forms.AttemptFiles, {"changed": [{"path": "a.py", "text": "A"}]}, said.Attempt(files={"a.py": "A"})),
        (forms.PatchForm, {"code": GOOD, "changes": "-"}, said.Patch(files={"solution.py": GOOD}, changes="-")),
        (
            forms.PatchFiles,
            {"changed": [{"path": "a.py", "text": "A"}], "changes": "-"},
            said.Patch(files={"a.py": "A"}, changes="-"),
        ),
        (
            forms.DefenceForm,
            {"code": GOOD, "explanation": "-"},
            said.Defence(files={"solution.py": GOOD}, explanation="-"),
        ),
        (
            forms.DefenceFiles,
            {"explanation": "-", "disputes": [{"id": "1.1", "reason": "-"}]},
            said.Defence(explanation="-", disputes=(said.Dispute(id="1.1", reason="-"),)),
        ),
        (
            forms.ProposalForm,
            {"code": GOOD, "summary": "-", "rationale": "-", "confidence": 1},
            said.Proposal(files={"solution.py": GOOD}, summary="-", rationale="-", confidence=1),
        ),
        (
            forms.ProposalFiles,
            {"changed": [{"path": "a.py", "text": "A"}], "summary": "-", "rationale": "-", "confidence": 1},
            said.Proposal(files={"a.py": "A"}, summary="-", rationale="-", confidence=1),
        ),
        (
            forms.ProposalWords,
            {"summary": "-", "rationale": "-", "confidence": 1},
            said.Proposal(summary="-", rationale="-", confidence=1),
        ),
        (
            forms.TestsForm,
            {"tests": [{"name": "a", "code": "assert f()"}]},
            said.Tests(tests=(said.Case(name="a", code="assert f()"),)),
        ),
        (forms.AttackForm, {"claim": "-"}, said.Attack(claim="-")),
    ],
)
def test_a_form_as_a_model_fills_it_in_becomes_the_move(shape: type[BaseModel], told: dict[str, Any], move: said.Move):
    assert settle([shape.model_validate(told)]) == move


@pytest.mark.parametrize("shape", [forms.TestsForm, forms.AttackForm])
def test_a_test_that_is_no_python_is_sent_back_to_whoever_wrote_it(shape: type[BaseModel]):
    for code in ("assert f( == 1", "```python\nassert f()\n```", "\x00"):
        with pytest.raises(ValidationError, match="is no Python"):
            shape.model_validate(
                {"claim": "-", "tests": [{"name": "a", "code": code}]}
                if shape is forms.AttackForm
                else {"tests": [{"name": "a", "code": code}]}
            )


def test_code_that_is_missing_is_no_version():
    with pytest.raises(ValidationError):
        settle([forms.AttemptForm()])
    with pytest.raises(ValidationError):
        settle([forms.PatchFiles(changes="-")])


def test_a_model_sees_only_the_short_shape():
    schema = json.dumps(forms.AttemptForm.model_json_schema())
    assert '"code"' in schema
    assert '"files"' not in schema
    assert '"kind"' not in schema
    assert '"expected"' not in json.dumps(forms.TestsForm.model_json_schema())


@pytest.mark.parametrize(("kind", "form"), [("function", "AttemptForm"), ("repo", "AttemptFiles")])
def test_one_file_is_asked_for_as_code_and_more_by_their_paths(kind: str, form: str):
    bench = opened("generator", task_kind=kind)
    assert [shape.__name__ for shape in bench.brief(bench.until("attempt")).asks[0].forms] == [form]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "a"},
        {"name": "a", "call": "f", "code": "f()"},
        {"name": "a", "code": "f()", "expected": 1},
        {"name": "a", "call": "f", "raises": "E", "expected": 1},
        {"name": "a", "call": "f()"},
    ],
)
def test_a_test_is_a_call_or_code_and_not_both(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        said.Case.model_validate(wrong)


def test_tests_of_one_move_have_names_of_their_own():
    case = said.Case(name="a", code="f()")
    with pytest.raises(ValidationError, match="a name of its own"):
        said.Tests(tests=(case, case))


@pytest.mark.parametrize("path", ["../a.py", "/etc/passwd", "a//b.py", ".hidden", "a\nb.py", "a b.py", "", "a/.git/b"])
def test_a_path_stays_inside(path: str):
    with pytest.raises(ValidationError):
        said.Attempt(files={path: "A"})


@pytest.mark.parametrize(
    "shown", ["> def f():\n>     return 1", "   1 def f():\n   2 \n   3     return 1", "> 1 x = 1"]
)
def test_code_copied_with_the_marks_by_which_it_is_shown_is_sent_back(shown: str):
    for form, told in (
        (forms.AttemptForm, {"code": shown}),
        (forms.AttemptFiles, {"changed": [{"path": "solution.py", "text": shown}]}),
    ):
        with pytest.raises(ValidationError, match="write it without them"):
            form.model_validate(told)


def test_files_that_are_no_python_may_begin_their_lines_as_they_like():
    forms.AttemptFiles.model_validate({"changed": [{"path": "names.txt", "text": "1 Ada\n2 Ben"}]})
    forms.AttemptForm.model_validate({"code": "1\n2\n"})
