"""The verb that briefs: what a seat is told when its turn comes, and the forms that it may fill in."""

from collections.abc import Sequence

from pydantic import BaseModel

from moot.debate import Entry, Turn, argument_id, views
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading, must_be_seated
from moot.desk.replies import BriefTold, FormTold, Task
from moot.engine import brief_for


class Briefing(Reading):
    """The part of the desk where seats are told what is wanted of them."""

    async def brief(self, caller: Caller, debate_id: str, *, role: str) -> BriefTold:
        """What the holder of a seat is told now: the same that a model in its place would read."""
        debate = debate_name(debate_id)
        caller.must_hold(debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, role)
        turns = [turn for turn in standing.position.due() if turn.admits(role) and turn.must]
        if not turns:
            raise standing.position.refusal(role, "move")
        entries: Sequence[Entry] = await self._house.steward.entries(debate, -1, standing.line + 1)
        brief = brief_for(standing.position, turns[0], views(entries, role), "plain")
        return BriefTold(
            debate_id=debate,
            role=role,
            you=brief.role,
            record=brief.record,
            tasks=tuple(
                Task(task=ask.task, forms=tuple(_form(debate, turns[0], form) for form in ask.forms))
                for ask in brief.asks
            ),
        )


def _form(debate: str, turn: Turn, form: type[BaseModel]) -> FormTold:
    kind = form.model_fields["kind"].default if "kind" in form.model_fields else turn.kinds[0]
    answers = None if turn.answers is None else argument_id(debate, turn.answers)
    return FormTold(type=str(kind), answers=answers, form=form.model_json_schema())
