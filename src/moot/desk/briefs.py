"""The verbs that brief: what a seat is told when its turn comes, and its answer as a model would give it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from moot.debate import Brief, Entry, InvalidInput, Move, Turn, argument_id, views
from moot.desk.callers import Caller
from moot.desk.house import debate_name, request_name
from moot.desk.readings import Reading, must_be_seated
from moot.desk.replies import BriefTold, FormTold, Receipt, Task
from moot.desk.telling import receipt_told
from moot.engine import Asked, Standing, Unfit, brief_for
from moot.engine.reading import read_answer
from moot.notation import read


class Briefing(Reading):
    """The part of the desk where seats are told what is wanted of them, and hand it in."""

    async def brief(self, caller: Caller, debate_id: str, *, role: str) -> BriefTold:
        """What the holder of a seat is told now: the same that a model in its place would read."""
        debate, standing = await self._seated(caller, debate_id, role)
        turn, brief = await self._briefed(debate, standing, role)
        return BriefTold(
            debate_id=debate,
            role=role,
            you=brief.role,
            record=brief.record,
            tasks=tuple(
                Task(task=ask.task, forms=tuple(_form(debate, turn, form) for form in ask.forms)) for ask in brief.asks
            ),
        )

    async def answer(
        self,
        caller: Caller,
        debate_id: str,
        *,
        role: str,
        filled: Sequence[Mapping[str, Any]],
        client_request_id: str | None = None,
    ) -> Receipt:
        """Answers a brief: its forms, filled in, are read as a model's would be, and make one move.

        A request that was carried out before yields its first result again.
        """
        debate, standing = await self._seated(caller, debate_id, role)
        request = request_name(client_request_id)
        before = await self._made_before(debate, standing, role, request)
        asked = before or await self._made_now(debate, standing, role, filled, request)
        return receipt_told(await self._house.steward.play(debate, asked), role)

    async def _seated(self, caller: Caller, debate_id: str, role: str) -> tuple[str, Standing]:
        debate = debate_name(debate_id)
        caller.must_hold(debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, role)
        return debate, standing

    async def _briefed(self, debate: str, standing: Standing, role: str) -> tuple[Turn, Brief]:
        turns = [turn for turn in standing.position.due() if turn.admits(role) and turn.must]
        if not turns:
            raise standing.position.refusal(role, "move")
        entries: Sequence[Entry] = await self._house.steward.entries(debate, -1, standing.line + 1)
        return turns[0], brief_for(standing.position, turns[0], views(entries, role), "plain")

    async def _made_before(self, debate: str, standing: Standing, role: str, request: str | None) -> Asked | None:
        line = None if request is None else await self._house.store.requested(debate, request)
        if line is None:
            return None
        entry = read(line)
        move: Move = standing.position.rules.moves[entry.kind].model_validate(entry.move)
        return Asked(role, move, entry.answers, request)

    async def _made_now(
        self, debate: str, standing: Standing, role: str, filled: Sequence[Mapping[str, Any]], request: str | None
    ) -> Asked:
        turn, brief = await self._briefed(debate, standing, role)
        if len(filled) != len(brief.asks):
            raise InvalidInput(f"The brief asks {len(brief.asks)} questions, and {len(filled)} were answered.")
        answers = [read_answer(json.dumps(form), ask) for form, ask in zip(filled, brief.asks, strict=True)]
        faults = [answer.fault for answer in answers if isinstance(answer, Unfit)]
        if faults:
            raise InvalidInput("; ".join(faults))
        return Asked(role, brief.settle(answers), turn.answers, request, turn=turn.label)


def _form(debate: str, turn: Turn, form: type[BaseModel]) -> FormTold:
    named = form.model_fields["kind"].default if "kind" in form.model_fields else None
    answers = None if turn.answers is None else argument_id(debate, turn.answers)
    return FormTold(type=str(named or turn.kinds[0]), answers=answers, form=form.model_json_schema())
