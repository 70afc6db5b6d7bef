"""The verb that answers a brief, and what was agreed: so that a person can fill in what a model would."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import InvalidInput, Move, Turn, views
from moot.desk.callers import Caller
from moot.desk.house import debate_name, request_name
from moot.desk.moves import Moving
from moot.desk.readings import Reading, must_be_seated
from moot.desk.replies import Agreed, Receipt
from moot.desk.telling import receipt_told
from moot.engine import Asked, Standing, Unfit, brief_for
from moot.engine.reading import read_answer
from moot.notation import read


class Answering(Moving, Reading):
    """The part of the desk where briefs are answered."""

    async def agreed(self, caller: Caller, debate_id: str) -> Agreed:
        """Who sits in a debate, and what was agreed before its first move."""
        debate = debate_name(debate_id)
        caller.must_read(debate)
        standing = await self._standing(debate)
        setup = cast(Mapping[str, Any], standing.opened.move["setup"])
        return Agreed(format=standing.position.rules.name, seats=standing.position.seats, setup=dict(setup))

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
        debate, request = debate_name(debate_id), request_name(client_request_id)
        caller.must_hold(debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, role)
        made = await self._made_before(debate, standing, role, request)
        asked = made or await self._answering(debate, standing, role, filled, request)
        return receipt_told(await self._house.steward.play(debate, asked), role)

    async def _made_before(self, debate: str, standing: Standing, role: str, request: str | None) -> Asked | None:
        line = None if request is None else await self._house.store.requested(debate, request)
        if line is None:
            return None
        entry = read(line)
        move: Move = standing.position.rules.moves[entry.kind].model_validate(entry.move)
        return Asked(role, move, entry.answers, request)

    async def _answering(
        self, debate: str, standing: Standing, role: str, filled: Sequence[Mapping[str, Any]], request: str | None
    ) -> Asked:
        turn = _turn_of(standing, role)
        entries = await self._house.steward.entries(debate, -1, standing.line + 1)
        brief = brief_for(standing.position, turn, views(entries, role), "plain")
        if len(filled) != len(brief.asks):
            raise InvalidInput(f"The brief asks {len(brief.asks)} questions, and {len(filled)} were answered.")
        answers = [read_answer(json.dumps(form), ask) for form, ask in zip(filled, brief.asks, strict=True)]
        faults = [answer.fault for answer in answers if isinstance(answer, Unfit)]
        if faults:
            raise InvalidInput("; ".join(faults))
        return Asked(role, brief.settle(answers), turn.answers, request, turn=turn.label)


def _turn_of(standing: Standing, role: str) -> Turn:
    turns = [turn for turn in standing.position.due() if turn.admits(role) and turn.must]
    if not turns:
        raise standing.position.refusal(role, "move")
    return turns[0]
