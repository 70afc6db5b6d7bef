"""The verbs that move: argue, appeal, ask for completion, intervene, rule; and any move of any format."""

from collections.abc import Mapping, Sequence
from typing import Any

from moot.debate import Move
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name, made, move_made, request_name
from moot.desk.replies import Receipt
from moot.desk.telling import receipt_told
from moot.engine import Asked
from moot.formats.arbitration import Appeal, Claim, Intervention, Resolution, Ruling


class Moving(AtDesk):
    """The part of the desk where moves are handed in."""

    async def submit(
        self,
        caller: Caller,
        debate_id: str,
        *,
        role: str,
        target_id: str,
        content: str,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Argues: a CLAIM of the proposer or the opponent."""
        return await self._about(caller, debate_id, role, Claim, target_id, client_request_id, content=content)

    async def appeal(
        self,
        caller: Caller,
        debate_id: str,
        *,
        target_id: str,
        content: str,
        options: Sequence[Any] = (),
        client_request_id: str | None = None,
    ) -> Receipt:
        """Asks the arbitrator to decide a point."""
        fields = {"content": content, "options": list(options)}
        return await self._about(caller, debate_id, "proposer", Appeal, target_id, client_request_id, **fields)

    async def request_completion(
        self,
        caller: Caller,
        debate_id: str,
        *,
        target_id: str,
        content: str,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Asks the arbitrator to end the debate: a RESOLUTION."""
        return await self._about(
            caller, debate_id, "proposer", Resolution, target_id, client_request_id, content=content
        )

    async def intervene(
        self, caller: Caller, debate_id: str, *, content: str = "", client_request_id: str | None = None
    ) -> Receipt:
        """Stops the debate until a ruling."""
        debate, stop = debate_name(debate_id), made(Intervention, content=content)
        return await self._play(caller, debate, "arbitrator", stop, client_request_id)

    async def rule(
        self,
        caller: Caller,
        debate_id: str,
        *,
        content: str,
        option: str | None = None,
        close: bool = False,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Decides what was appealed, asked to be completed or stopped; closes the debate if so told."""
        ruling = made(Ruling, content=content, option=option, close=close)
        return await self._play(caller, debate_name(debate_id), "arbitrator", ruling, client_request_id)

    async def move(
        self,
        caller: Caller,
        debate_id: str,
        *,
        role: str,
        type: str,
        move: Mapping[str, Any],
        answers: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Makes any move of any format: its kind, and its fields as the format declares them."""
        debate = debate_name(debate_id)
        caller.must_hold(debate, role)
        standing = await self._standing(debate)
        line = None if answers is None else await self._line(debate, answers)
        filled = move_made(standing.position.rules, type, move)
        return await self._play(caller, debate, role, filled, client_request_id, line)

    async def _about(
        self,
        caller: Caller,
        debate_id: str,
        role: str,
        kind: type[Claim] | type[Appeal] | type[Resolution],
        target_id: str,
        request: str | None,
        **fields: Any,
    ) -> Receipt:
        debate = debate_name(debate_id)
        caller.must_hold(debate, role)
        target = await self._line(debate, target_id)
        return await self._play(caller, debate, role, made(kind, target=target, **fields), request)

    async def _play(
        self,
        caller: Caller,
        debate: str,
        role: str,
        move: Move,
        request: str | None,
        answers: int | None = None,
    ) -> Receipt:
        caller.must_hold(debate, role)
        asked = Asked(role, move, answers, request_name(request))
        return receipt_told(await self._house.steward.play(debate, asked), role)
