"""Forms: what a player fills in, in a shape that small models can fill too. Each also takes the move as it is kept."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from moot.debate import Move
from moot.formats.workshop import moves
from moot.formats.workshop.moves import Case, Cases
from moot.formats.workshop.texts import Confidence, Files, Line, MaybeShort, Short, is_copied, is_python

Settle: TypeAlias = Callable[[Sequence[Any]], Move]
_Code = Annotated[str, Field(min_length=1, max_length=60_000)]
_Words = Annotated[Short, Field(json_schema_extra={"maxLength": 600})]
_Few = Annotated[Line, Field(json_schema_extra={"maxLength": 200})]


class Form(BaseModel, frozen=True, extra="forbid"):
    """A form; what is hidden from its schema is for scripts and replays."""

    kind: SkipJsonSchema[str | None] = None


def _plain(text: str) -> str:
    # Small models copy code as a brief shows it.
    if is_copied(text):
        raise ValueError("the marks > and the numbers before lines are not part of a file: write it without them")
    return text


class Written(Form, frozen=True):
    """A file, whole."""

    path: _Few
    text: _Code

    @model_validator(mode="after")
    def _as_python(self) -> Self:
        if self.path.endswith(".py"):
            _plain(self.text)
        return self


class Coded(Form, frozen=True):
    """Code as a model writes it."""

    code: Annotated[_Code, AfterValidator(_plain)] | SkipJsonSchema[None] = Field(
        default=None, description="The whole program, and nothing else: no > and no numbers before its lines."
    )
    files: SkipJsonSchema[Files | None] = None

    def made(self, path: str) -> dict[str, str] | None:
        """The files, whichever way they were given."""
        return self.files or ({path: self.code} if self.code is not None else None)


class Filed(Form, frozen=True):
    """Files as a model writes them."""

    changed: tuple[Written, ...] | SkipJsonSchema[None] = Field(
        default=None, description="Every file that is new or changed, whole."
    )
    files: SkipJsonSchema[Files | None] = None

    def made(self, path: str) -> dict[str, str] | None:
        """The files, whichever way they were given."""
        return self.files or ({each.path: each.text for each in self.changed} if self.changed else None)


class AttemptForm(Coded, frozen=True):
    """A version of the code."""

    why: Annotated[MaybeShort, Field(json_schema_extra={"maxLength": 300})] = ""
    confidence: Confidence | SkipJsonSchema[None] = None


class AttemptFiles(Filed, frozen=True):
    """A version of the code, in several files."""

    why: Annotated[MaybeShort, Field(json_schema_extra={"maxLength": 300})] = ""
    confidence: Confidence | SkipJsonSchema[None] = None


class ProposalForm(Coded, frozen=True):
    """A proposal that brings its code."""

    summary: _Words
    rationale: _Words
    confidence: Confidence


class ProposalFiles(Filed, frozen=True):
    """A proposal that brings its files."""

    summary: _Words
    rationale: _Words
    confidence: Confidence


class ProposalWords(Form, frozen=True):
    """A proposal of the version that was tested best."""

    summary: _Words
    rationale: _Words
    confidence: Confidence


class PatchForm(Coded, frozen=True):
    """A better version of the code."""

    # There is another form beside it: an answer says which of both it is.
    kind: Literal["PATCH"] = "PATCH"
    changes: _Words


class PatchFiles(Filed, frozen=True):
    """A better version of the files."""

    kind: Literal["PATCH"] = "PATCH"
    changes: _Words


class DefenceForm(Coded, frozen=True):
    """A mended version."""

    explanation: _Words
    disputes: SkipJsonSchema[tuple[moves.Dispute, ...]] = ()


class DefenceFiles(Filed, frozen=True):
    """Mended files."""

    explanation: _Words
    disputes: SkipJsonSchema[tuple[moves.Dispute, ...]] = ()


class CaseForm(BaseModel, frozen=True, extra="forbid"):
    """A test as a model writes it: Python statements that raise an error where the code is wrong."""

    name: _Few
    code: Annotated[str, Field(min_length=1, max_length=2000, description="For example: assert f([]) == 0")]


def _readable(tests: Sequence[CaseForm | Case]) -> Sequence[CaseForm | Case]:
    """What is no Python would fail on every program; whoever wrote it is told now."""
    for test in tests:
        if test.code is not None and not is_python(test.code):
            raise ValueError(f"the test {test.name[:60]!r} is no Python")
    return tests


class TestsForm(Form, frozen=True):
    """Tests."""

    tests: Annotated[
        Annotated[tuple[CaseForm, ...], Field(min_length=1, max_length=8)] | SkipJsonSchema[Cases],
        AfterValidator(_readable),
    ]
    why: SkipJsonSchema[str] = ""


class AttackForm(Form, frozen=True):
    """Attacks: tests that the code ought to pass and does not; none where there is nothing new."""

    claim: _Words
    tests: Annotated[
        Annotated[tuple[CaseForm, ...], Field(max_length=5)] | SkipJsonSchema[Cases], AfterValidator(_readable)
    ] = ()


def by_kind(**made: Callable[[Any], Move]) -> Settle:
    """Settles a form by its class; a move settles itself."""

    def settle(filled: Sequence[Any]) -> Move:
        (form,) = filled
        return form if isinstance(form, Move) else made[type(form).__name__](form)

    return settle


def cases(given: Sequence[CaseForm | Case]) -> tuple[Case, ...]:
    """Tests as the record keeps them."""
    return tuple(each if isinstance(each, Case) else Case(name=each.name, code=each.code) for each in given)


def settling(path: str) -> Settle:
    """How each form becomes a move; code without a path goes to this one."""

    def attempt(form: Coded | Filed) -> Move:
        return moves.Attempt(files=form.made(path) or {}, why=_said(form, "why"), confidence=_said(form, "confidence"))

    def proposal(form: Coded | Filed | ProposalWords) -> Move:
        files = None if isinstance(form, ProposalWords) else form.made(path)
        told = {name: _said(form, name) for name in ("summary", "rationale", "confidence")}
        return moves.Proposal(files=files, **told)

    def patch(form: Coded | Filed) -> Move:
        return moves.Patch(files=form.made(path) or {}, changes=_said(form, "changes"))

    def defence(form: Coded | Filed) -> Move:
        told = {name: _said(form, name) for name in ("explanation", "disputes")}
        return moves.Defence(files=form.made(path), **told)

    both: Mapping[str, Callable[[Any], Move]] = {
        "AttemptForm": attempt,
        "AttemptFiles": attempt,
        "ProposalForm": proposal,
        "ProposalFiles": proposal,
        "ProposalWords": proposal,
        "PatchForm": patch,
        "PatchFiles": patch,
        "DefenceForm": defence,
        "DefenceFiles": defence,
        "TestsForm": lambda form: moves.Tests(tests=cases(form.tests), why=form.why),
        "AttackForm": lambda form: moves.Attack(tests=cases(form.tests), claim=form.claim),
    }
    return by_kind(**both)


def _said(form: BaseModel, name: str) -> Any:
    return getattr(form, name)
