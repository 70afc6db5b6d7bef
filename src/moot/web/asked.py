"""What a seat is asked for now, as forms that a person can fill in: the same that a model in its place would."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moot.debate import ActionNotAllowed
from moot.desk import Caller, Desk
from moot.desk.replies import BriefTold, FormTold, Receipt, Task
from moot.formats.evaluation import Verdict
from moot.web.controls import Control, Drawing
from moot.web.filling import Filling
from moot.web.words import kind_name
from moot.web.workshop.people import as_asked, as_moved


@dataclass(frozen=True, slots=True)
class Sheet:
    """One move that may be made, to be filled in."""

    type: str
    label: str
    number: int
    control: Control


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is wanted; one of the sheets answers it."""

    number: int
    task: str
    sheets: tuple[Sheet, ...]
    chosen: int


def _verdict() -> dict[str, Any]:
    """A verdict as a person gives it: once, having read both sides, so without two askings."""
    schema = Verdict.model_json_schema()
    parts = {name: part for name, part in schema["properties"].items() if name != "askings"}
    return {**schema, "properties": parts, "description": "Who won the round, and how far that moves the score."}


_AS_THE_RECORD_HAS_IT: Mapping[tuple[str, str], dict[str, Any]] = {("evaluation", "VERDICT"): _verdict()}
"""Moves that people make in another form than models do."""
_TASKS: Mapping[str, str] = {"VERDICT": "Say who argued the round better, why, and how far that moves the score."}


async def asked(
    desk: Desk, caller: Caller, debate: str, format: str, role: str, fields: Mapping[str, str]
) -> tuple[Question, ...]:
    """The questions that are put to a seat now, with what was filled in before."""
    brief = _for_people(await desk.brief(caller, debate, role=role), format)
    if format == "workshop":
        brief = await as_asked(desk, caller, debate, role, brief)
    return tuple(_question(number, task, fields) for number, task in enumerate(brief.tasks))


async def answered(
    desk: Desk, caller: Caller, debate: str, format: str, role: str, fields: Mapping[str, str]
) -> Receipt:
    """Makes the move that was filled in."""
    request = fields.get("client_request_id") or None
    own = fields.get("type", "")
    if (format, own) in _AS_THE_RECORD_HAS_IT:
        move = _filled(_AS_THE_RECORD_HAS_IT[format, own], fields, "f0.0")
        return await desk.move(caller, debate, role=role, type=own, move=move, client_request_id=request)
    try:
        brief = await desk.brief(caller, debate, role=role)
        tasks = (await as_asked(desk, caller, debate, role, brief) if format == "workshop" else brief).tasks
    except ActionNotAllowed:
        tasks = ()  # It may have been made already, under this very request: the desk knows.
    filled = [_chosen(number, task, fields, format) for number, task in enumerate(tasks)]
    return await desk.answer(caller, debate, role=role, filled=filled, client_request_id=request)


def _for_people(brief: BriefTold, format: str) -> BriefTold:
    form = brief.tasks[0].forms[0]
    schema = _AS_THE_RECORD_HAS_IT.get((format, form.type))
    if schema is None:
        return brief
    told = FormTold(type=form.type, answers=form.answers, form=schema)
    return brief.model_copy(update={"tasks": (Task(task=_TASKS[form.type], forms=(told,)),)})


def _question(number: int, task: Task, fields: Mapping[str, str]) -> Question:
    # A browser would not send one sheet while a field of another, which is not shown, must be filled in.
    alone = len(task.forms) == 1
    sheets = tuple(_sheet(number, place, form, fields, alone) for place, form in enumerate(task.forms))
    return Question(number, task.task, sheets, _place(number, task, fields))


def _sheet(number: int, place: int, form: FormTold, fields: Mapping[str, str], alone: bool) -> Sheet:
    control = Drawing(form.form, fields).drawn(form.form, f"f{number}.{place}", kind_name(form.type), alone)
    return Sheet(form.type, kind_name(form.type), place, control)


def _chosen(number: int, task: Task, fields: Mapping[str, str], format: str) -> dict[str, Any]:
    place = _place(number, task, fields)
    form = task.forms[place]
    filled = _filled(form.form, fields, f"f{number}.{place}")
    return as_moved(form.type, filled) if format == "workshop" else filled


def _place(number: int, task: Task, fields: Mapping[str, str]) -> int:
    """Which of the forms was chosen; the first where none was."""
    given = fields.get(f"sheet{number}", "")
    return int(given) if given.isdecimal() and int(given) < len(task.forms) else 0


def _filled(schema: dict[str, Any], fields: Mapping[str, str], name: str) -> dict[str, Any]:
    return Filling(schema, fields).whole(name)
