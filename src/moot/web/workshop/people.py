"""Moves of a workshop as people make them, where the form that a model fills in would be hopeless for a person.

Answers have a field for each question, reviews a row for each criterion, ballots a place for each candidate.
"""

from collections.abc import Mapping
from typing import Any

from moot.desk import Caller, Desk
from moot.desk.replies import BriefTold, FormTold, Task
from moot.formats.workshop import Workshop
from moot.web.seats import seat_name

_SURE = {"type": "number", "minimum": 0, "maximum": 1, "description": "From 0 to 1."}
_TEXT = {"type": "string", "maxLength": 1500}
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


async def as_asked(desk: Desk, caller: Caller, debate: str, role: str, brief: BriefTold) -> BriefTold:
    """The brief with forms that a person can fill in."""
    tasks: list[Task] = []
    for task in brief.tasks:
        forms = [await _form(desk, caller, debate, role, form) for form in task.forms]
        tasks.append(task.model_copy(update={"forms": tuple(forms)}))
    return brief.model_copy(update={"tasks": tuple(tasks)})


def as_moved(type: str, filled: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in, as the move itself has it."""
    match type:
        case "ANSWERS":
            answers = {name: value for name, value in filled.items() if name.startswith("answer_")}
            rest = {name: value for name, value in filled.items() if name not in answers}
            return {**rest, "answers": list(answers.values())}
        case "REVIEW":
            scores = [
                {"criterion": name.removeprefix("score_"), **value}
                for name, value in filled.items()
                if name.startswith("score_")
            ]
            rest = {name: value for name, value in filled.items() if not name.startswith("score_")}
            return {**rest, "scores": scores}
        case "BALLOT":
            ranked = [str(filled[place]) for place in _PLACES if place in filled]
            rest = {name: value for name, value in filled.items() if name not in _PLACES}
            return {**rest, "ranking": list(dict.fromkeys(ranked))}
        case _:
            return dict(filled)


async def _form(desk: Desk, caller: Caller, debate: str, role: str, form: FormTold) -> FormTold:
    match form.type:
        case "ANSWERS" if form.answers is not None:
            asked = await desk.argument(caller, debate, form.answers, role=role)
            return _with(form, _answers((asked.move or {}).get("questions") or ()))
        case "REVIEW":
            setup = Workshop.model_validate((await desk.agreed(caller, debate)).setup)
            return _with(form, _review(setup)) if setup.review is not None else form
        case "BALLOT":
            told = (await desk.result(caller, debate)).result["candidates"]
            return _with(form, _ballot([one["author"] for one in told if one["proposed"] is not None]))
        case _:
            return form


def _with(form: FormTold, parts: Mapping[str, Any]) -> FormTold:
    needed = [name for name, part in parts.items() if not part.get("left_out")]
    schema = {"type": "object", "properties": {"kind": {"const": form.type}, **parts}, "required": needed}
    return form.model_copy(update={"form": schema})


def _answers(questions: Any) -> dict[str, Any]:
    asked = {f"answer_{number}": {**_TEXT, "label": str(one["question"])} for number, one in enumerate(questions, 1)}
    remaining = {"type": "array", "items": {"type": "string"}, "left_out": True, "label": "What stays open"}
    return {
        **asked,
        "confidence": {**_SURE, "description": "How sure you are that all is said."},
        "remaining": remaining,
    }


def _review(setup: Workshop) -> dict[str, Any]:
    assert setup.review is not None
    scores = {
        f"score_{each.name}": {
            "type": "object",
            "label": f"{each.name[:1].upper()}{each.name[1:]}",
            "description": each.high,
            "properties": {"score": _SURE, "why": {**_TEXT}},
            "required": ["score"],
        }
        for each in setup.review.rubric
    }
    verdict = {"type": "string", "enum": ["accept", "revise", "reject"]}
    return {**scores, "verdict": verdict, "summary": _TEXT}


def _ballot(candidates: list[str]) -> dict[str, Any]:
    named = {"type": "string", "enum": candidates, "description": ", ".join(map(seat_name, candidates))}
    places = {
        place: {**named, "description": "The best." if place == "first" else "Leave empty for none.", "left_out": True}
        for place in _PLACES[: len(candidates)]
    }
    approves = {"type": "array", "items": {"enum": candidates}, "description": "Those that you would accept."}
    return {**places, "approves": approves, "confidence": _SURE, "reason": _TEXT}
