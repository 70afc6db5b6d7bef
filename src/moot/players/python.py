"""A Python function as a player: it is given a question, and what it returns is read as a model's answer would be."""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from pydantic import BaseModel

from moot.debate import Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed

PYTHON = "python:"
"""How the names of players begin that live in the memory of one process."""
Said: TypeAlias = Mapping[str, Any] | BaseModel | str
"""A filled form; or a text: the form as JSON, or what stands in its one field that is left to fill in."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a function is asked: all that a model in its place would read."""

    debate: str
    seat: str
    turn: str
    """The name of the turn."""
    role: str
    """Who it is, and what it must keep to."""
    record: str
    """What it has to know and may read."""
    task: str
    """What is wanted now."""
    forms: tuple[type[BaseModel], ...]
    """One of these must be filled in; where there are several, `kind` says which."""
    faults: tuple[str, ...] = ()
    """What was wrong with its answers to this question that were sent back, oldest first."""

    @staticmethod
    def of(call: Call) -> "Question":
        """The question of a call."""
        record = call.brief.record if call.ask.record is None else call.ask.record
        faults = tuple(unfit.fault for unfit in call.before)
        return Question(
            call.debate, call.seat, call.turn.name, call.brief.role, record, call.ask.task, call.ask.forms, faults
        )

    @property
    def text(self) -> str:
        """All of it as one text, for whoever asks a model with it."""
        sent_back = [f"Your last answer did not fit: {fault}" for fault in self.faults[-1:]]
        return "\n\n".join(filter(None, (self.role, self.record, self.task, *sent_back)))

    @property
    def schemas(self) -> tuple[dict[str, Any], ...]:
        """The forms as JSON Schemas."""
        return tuple(form.model_json_schema() for form in self.forms)


Answering: TypeAlias = Callable[[Question], Said | Awaitable[Said]]


class PythonPlayer:
    """Asks a function. One that is not `async` runs in a thread, so that nobody else waits for it."""

    def __init__(self, name: str, function: Answering, *, manner: Manner = "paired") -> None:
        self.name = name
        self.manner: Manner = manner
        self.lanes: Mapping[str, int] = {}
        self._function = function

    def reserve(self, call: Call) -> Spent | None:
        """Nobody knows what a function costs: where money or tokens are limited it is not called on."""
        return None

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What the function returns."""
        question = Question.of(call)
        raw = _raw(await self._said(question), question)
        draft(raw)
        return Answer(raw, by=self.name)

    async def _said(self, question: Question) -> object:
        if inspect.iscoroutinefunction(self._function) or inspect.iscoroutinefunction(
            getattr(self._function, "__call__", None)  # noqa: B004 - an object may answer in its own time too
        ):
            return await self._awaited(cast(Awaitable[Said], self._function(question)))
        said = await asyncio.to_thread(self._asked, question)
        return await self._awaited(said) if inspect.isawaitable(said) else said

    def _asked(self, question: Question) -> Said | Awaitable[Said]:
        try:
            return self._function(question)
        except (SystemExit, KeyboardInterrupt) as left:
            raise self._left(left) from left

    async def _awaited(self, said: Awaitable[Said]) -> Said:
        try:
            return await said
        except SystemExit as left:
            raise self._left(left) from left
        except asyncio.CancelledError as left:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise  # The house wants no answer any more.
            raise self._left(left) from left

    def _left(self, left: BaseException) -> PlayerFailed:
        """Why a function gave no answer that would end the program, or the turn, and leave everybody waiting."""
        return PlayerFailed(f"{self.name} raised {type(left).__name__}.")


def _raw(said: object, question: Question) -> str:
    if isinstance(said, BaseModel):
        return said.model_dump_json(exclude_none=True)
    if isinstance(said, Mapping):
        return json.dumps(dict(cast(Mapping[str, Any], said)), ensure_ascii=False, default=str)
    if isinstance(said, str):
        return said if said.lstrip().startswith("{") else _filled_with(said, question)
    raise PlayerFailed(f"A player must return a mapping, a form or a text, and this returned {type(said).__name__}.")


def _filled_with(text: str, question: Question) -> str:
    """The only form with the text in its only field that is left to fill in; the bare text where that is not so."""
    if len(question.forms) != 1:
        return text
    (schema,) = question.schemas
    fields: Mapping[str, Any] = schema.get("properties", {})
    fixed = {name: _only_value(field) for name, field in fields.items() if _only_value(field) is not None}
    left = [name for name in schema.get("required", ()) if name not in fixed]
    if len(left) != 1 or fields[left[0]].get("type") != "string":
        return text
    return json.dumps({**fixed, left[0]: text}, ensure_ascii=False)


def _only_value(field: Mapping[str, Any]) -> Any:
    """The value of a field that can have but one."""
    if "const" in field:
        return field["const"]
    values: list[Any] = field.get("enum", [])
    return values[0] if len(values) == 1 else None
