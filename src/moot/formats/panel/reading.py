"""Reading a question as people write it in a file: what is asked, of whom, and how."""

import re
from collections.abc import Mapping
from textwrap import shorten
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from moot.debate import InvalidInput
from moot.formats.panel.moves import Question
from moot.formats.panel.setup import Panel

M = TypeVar("M", bound=BaseModel)

_SECTIONS = ("debate_context", "debate_config")
_QUESTION = {
    "question_text": "question",
    "question": "question",
    "options": "options",
    "spec_context": "context",
    "context": "context",
    "feature_name": "feature_name",
    "feature_dir": "feature_dir",
}
_PANEL = {
    "title": "title",
    "question_id": "question_id",
    "judges": "judges",
    "seats": "players",
    "players": "players",
    "budget": "budget",
    "max_rounds": "max_rounds",
    "consensus_threshold": "threshold",
    "threshold": "threshold",
    "timeout_per_judge": "timeout_per_judge",
    "timeout_per_person": "timeout_per_person",
    "require_stance_maintenance": "require_stance_maintenance",
    "require_change_documentation": "require_change_documentation",
}


def read_panel(given: object) -> tuple[Panel, Question]:
    """A set-up and its question from a parsed file, flat or in the sections `debate_context` and `debate_config`.

    Refuses what it does not know and what is said twice, and names the field.
    """
    told = _flat(given)
    question = _made(Question, told, _QUESTION)
    named = {"title": shorten(question.question, 200, placeholder=" …"), "question_id": _slug(question.question)}
    return _made(Panel, {**_missing(named, told), **told}, _PANEL), question


def _flat(given: object) -> dict[str, Any]:
    """All fields side by side, by the names under which they were given; what is empty was not given."""
    told: dict[str, Any] = {}
    for name, value in _items(given, "The question"):
        for field, part in _items(value, name) if name in _SECTIONS else ((name, value),):
            _must_be_known(field)
            _must_be_new(field, told)
            if part is not None:
                told[field] = part
    return told


def _items(given: object, what: str) -> list[tuple[str, Any]]:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{what} must be a mapping of names to values.", suggestion="See: docs/formats/panel.md")
    return [(str(name), value) for name, value in cast(Mapping[Any, Any], given).items()]


def _must_be_known(field: str) -> None:
    known = {**_QUESTION, **_PANEL}
    if field not in known:
        raise InvalidInput(f"{field}: there is no such field.", suggestion=f"The fields are: {', '.join(known)}.")


def _must_be_new(field: str, told: Mapping[str, Any]) -> None:
    own = _means(field)
    twice = next((other for other in told if _means(other) == own), None)
    if twice is not None:
        raise InvalidInput(f"{field}: this was given already, as {twice}.", suggestion="Give it once.")


def _means(field: str) -> str:
    return {**_QUESTION, **_PANEL}[field]


def _missing(named: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in named.items() if name not in told}


def _made(model: type[M], told: Mapping[str, Any], names: Mapping[str, str]) -> M:
    given = {names[field]: field for field in told if field in names}
    try:
        return model.model_validate({own: told[field] for own, field in given.items()})
    except ValidationError as unfit:
        raise InvalidInput("; ".join(_fault(fault, given) for fault in unfit.errors(include_url=False))) from None


def _fault(fault: Any, given: Mapping[str, str]) -> str:
    """What is wrong, with the field by the name under which it was given."""
    first, *rest = (str(part) for part in fault["loc"] or ("players",))
    missing = {"question": "question_text"}
    where = ".".join([given.get(first, missing.get(first, first)), *rest])
    return f"{where}: {fault['msg'].removeprefix('Value error, ')}"


def _slug(question: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", question.casefold())[:40].strip("-")
    return words or "question"
