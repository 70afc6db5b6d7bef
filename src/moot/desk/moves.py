"""The verbs that move: open a debate, argue, appeal, ask for completion, intervene, rule."""

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from moot.debate import Cue, Entry, InvalidInput, Move, argument_id
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name, made, request_name
from moot.desk.replies import Receipt
from moot.engine import Asked, Played
from moot.formats.arbitration import Appeal, Arbitration, Claim, Intervention, Motion, Resolution, Ruling
from moot.notation import clean


class Moving(AtDesk):
    """The part of the desk where moves are handed in."""

    async def open_arbitration(
        self,
        caller: Caller,
        *,
        debate_id: str,
        title: str,
        debate_type: str,
        content: str,
        client_request_id: str | None = None,
        max_rounds: int | None = None,
    ) -> Receipt:
        """Opens an arbitration with its motion."""
        caller.must_own()
        debate = _new_name(debate_id)
        self._must_know(debate_type)
        setup = made(Arbitration, title=title.strip(), debate_type=debate_type, max_rounds=max_rounds)
        first = Asked("proposer", made(Motion, content=content), request=request_name(client_request_id))
        played = await self._house.steward.open(debate, "arbitration", setup, first)
        keys = self._house.keys.for_seats(debate, played.position.seats)
        return _receipt(played, "proposer").model_copy(update={"seat_keys": keys})

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
        fields = {"content": content, "options": _cleaned(options)}
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

    def debate_types(self) -> tuple[str, ...]:
        """The debate types there are."""
        return self._house.debate_types()

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

    async def _play(self, caller: Caller, debate: str, role: str, move: Move, request: str | None) -> Receipt:
        caller.must_hold(debate, role)
        asked = Asked(role, move, request=request_name(request))
        return _receipt(await self._house.steward.play(debate, asked), role)

    def _must_know(self, debate_type: str) -> None:
        known = self._house.debate_types()
        if debate_type not in known:
            raise InvalidInput(
                f"There is no debate type {debate_type!r}.", suggestion=f"Debate types: {', '.join(known)}."
            )


def _receipt(played: Played, role: str) -> Receipt:
    cue = played.position.cue(role)
    return Receipt(
        debate_id=played.debate,
        argument_id=argument_id(played.debate, played.entry.line),
        seq=played.entry.line,
        type=played.entry.kind,
        state=played.position.status,
        action=cue.action,
        wait_on=argument_id(played.debate, _wait_from(played.entry, cue)),
        client_request_id=played.entry.request,
        repeated=played.repeated,
    )


def _wait_from(entry: Entry, cue: Cue) -> int:
    """The move itself, or, where it came after the debate had gone on, the line that it had not seen yet."""
    overtaken = cue.about is not None and cue.about < entry.line
    return entry.since if overtaken and entry.since is not None else entry.line


def _new_name(given: str) -> str:
    try:
        return str(UUID(given))
    except ValueError:
        raise InvalidInput(
            f"debate_id {given!r} is not a UUID.", suggestion="Make one with: aw debate generate-id"
        ) from None


def _cleaned(options: Sequence[Any]) -> list[Any]:
    for option in options:
        values = cast(Mapping[str, Any], option).values() if isinstance(option, Mapping) else [option]
        for value in values:
            if isinstance(value, str):
                clean(value, "option")
    return list(options)
